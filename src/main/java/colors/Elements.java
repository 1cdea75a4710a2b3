// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.TypeRules;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.RandomAccess;

/** Elements of shared lists: conversion, iteration, views. */
final class Elements {
    private Elements() {
    }

    /** A loaded value as a type has it. Throws SharedMemoryException (TYPE) when it does not fit. */
    static <E> E convert(Object value, Class<E> type, Object where) {
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        Object converted = value instanceof Long integer ? ofInteger(integer, type) : value instanceof Double number && type == Float.class ? ofFloat(number) : null;
        if (converted == null) {
            throw new SharedMemoryException(Reason.TYPE, "element " + where + " is " + TypeRules.describe(value) + ", which does not fit " + type.getName());
        }
        return type.cast(converted);
    }

    /** Null when it overflows, or the type takes no integer. */
    private static Object ofInteger(long value, Class<?> type) {
        if (type == Integer.class) {
            return (int) value == value ? (Object) (int) value : null;
        }
        if (type == Short.class) {
            return (short) value == value ? (Object) (short) value : null;
        }
        if (type == Byte.class) {
            return (byte) value == value ? (Object) (byte) value : null;
        }
        if (type == Character.class) {
            return (char) value == value ? (Object) (char) value : null;
        }
        return type == Double.class && (long) (double) value == value && value != Long.MAX_VALUE ? (Object) (double) value : null;
    }

    private static Object ofFloat(double value) {
        float rounded = (float) value;
        return Float.isInfinite(rounded) && !Double.isInfinite(value) ? null : rounded;
    }

    /** Weakly consistent: an element that hasNext found is what next gives, whatever happens meanwhile. */
    static final class Cursor implements Iterator<Object> {
        private final SharedList list;
        private int next;
        private boolean fetched;
        private Object value;
        private boolean removable;

        Cursor(SharedList list) {
            this.list = list;
        }

        @Override
        public boolean hasNext() {
            if (!fetched && next < list.size()) {
                try {
                    value = list.get(next);
                    fetched = true;
                } catch (IndexOutOfBoundsException e) { // removed meanwhile
                    return false;
                }
            }
            return fetched;
        }

        @Override
        public Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            next++;
            fetched = false;
            removable = true;
            return value;
        }

        @Override
        public void remove() {
            if (!removable) {
                throw new IllegalStateException("next was not called since the last remove");
            }
            list.remove(--next);
            removable = fetched = false;
        }
    }

    /** A list with its elements converted. */
    static final class View<E> extends AbstractList<E> implements RandomAccess {
        private final SharedList list;
        private final Class<E> type;

        View(SharedList list, Class<E> type) {
            this.list = list;
            this.type = type;
        }

        @Override
        public int size() {
            return list.size();
        }

        @Override
        public E get(int index) {
            return convert(list.get(index), type, index);
        }

        @Override
        public E set(int index, E value) {
            return convert(list.set(index, value), type, index);
        }

        @Override
        public void add(int index, E value) {
            if (index == list.size()) {
                list.add(value);
            } else {
                list.add(index, value);
            }
        }

        @Override
        public boolean add(E value) {
            return list.add(value);
        }

        @Override
        public E remove(int index) {
            return convert(list.remove(index), type, index);
        }

        @Override
        public boolean addAll(java.util.Collection<? extends E> values) {
            return list.addAll(values);
        }

        @Override
        public boolean addAll(int index, java.util.Collection<? extends E> values) {
            return list.addAll(index, values);
        }

        @Override
        public void clear() {
            list.clear();
        }

        @Override
        protected void removeRange(int from, int to) {
            list.subList(from, to).clear();
        }

        @Override
        public Iterator<E> iterator() {
            Iterator<Object> elements = list.iterator();
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return elements.hasNext();
                }

                @Override
                public E next() {
                    return convert(elements.next(), type, next++);
                }

                @Override
                public void remove() {
                    elements.remove();
                    next--;
                }
            };
        }

        @Override
        public void sort(java.util.Comparator<? super E> order) {
            List<Object> sorted = list;
            sorted.sort((a, b) -> compare(order, convert(a, type, "to sort"), convert(b, type, "to sort")));
        }

        @SuppressWarnings("unchecked")
        private static <E> int compare(java.util.Comparator<? super E> order, E a, E b) {
            return order != null ? order.compare(a, b) : ((Comparable<Object>) a).compareTo(b);
        }
    }
}
