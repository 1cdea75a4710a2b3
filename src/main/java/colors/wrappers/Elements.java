// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.TypeConflictException;
import colors.heap.Heap;
import colors.names.HostNames;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.shapes.SharedShape;
import colors.values.TypeRules;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.ListIterator;
import java.util.NoSuchElementException;

/** Elements of shared lists: conversion, iteration, views. */
public final class Elements {
    /** No element. */
    public static final Object NOTHING = new Object();
    /** In place of an index. */
    static final int NONE = -1;

    private Elements() {}

    /** A loaded value as a type has it. Throws SharedMemoryException (TYPE) when it does not fit. */
    @SuppressWarnings("unchecked")
    public static <E> E convert(Object value, Class<E> type, int index) {
        return value == null || type.isInstance(value) ? (E) value : convertOther(value, type, index);
    }

    private static <E> E convertOther(Object value, Class<E> type, int index) {
        Object converted;
        if (value instanceof ObjectWrapper object && type.isRecord() && object.isOf(type)) {
            converted = Copies.get().record(type, object);
        } else if (value instanceof Shared shared && HostNames.isSharedInterface(type)) {
            converted = instance(shared, type);
        } else {
            converted = converted(value, type);
        }
        if (converted == null) {
            throw new TypeConflictException(
                    "element" + (index < 0 ? "" : " " + index) + " is " + TypeRules.describe(value)
                            + ", which does not fit " + type.getName()
                            + (value instanceof ObjectWrapper object && object.isOf(type)
                                    ? "; without the agent, ValueType.ref(" + type.getSimpleName() + ".class) gives it"
                                    : ""));
        }
        return type.cast(converted);
    }

    /**
     * An object as an instance of this very interface: the program may have several of one shared name. Null when it is
     * of another class.
     */
    private static Object instance(Shared object, Class<?> type) {
        int shape = Heap.shapeId(object.address());
        Object instance = SharedShape.of(shape).className().equals(HostNames.of(type))
                ? Instances.wrap(type, object.address(), object.chunk())
                : null;
        Reference.reachabilityFence(object);
        return instance;
    }

    /** A number as a narrower boxed type has it; null when it does not fit, or is none. */
    public static Object converted(Object value, Class<?> type) {
        return switch (value) {
            case Long integer -> ofInteger(integer, type);
            case Double number when type == Float.class -> ofFloat(number);
            default -> null;
        };
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
        return type == Double.class && (long) (double) value == value && value != Long.MAX_VALUE
                ? (Object) (double) value
                : null;
    }

    private static Object ofFloat(double value) {
        float rounded = (float) value;
        return Float.isInfinite(rounded) && !Double.isInfinite(value) ? null : rounded;
    }

    /** A value as it will be read again: shared memory has one type of integers and one of floats. */
    public static Object stored(Object value) {
        return switch (value) {
            case Integer number -> (Object) number.longValue();
            case Short number -> (Object) number.longValue();
            case Byte number -> (Object) number.longValue();
            case Character character -> (Object) (long) character;
            case Float number -> (Object) number.doubleValue();
            case null -> null;
            default -> value.getClass().isArray() ? sharedOf(value) : value;
        };
    }

    /** What an array stands for; itself when it is private. */
    private static Object sharedOf(Object array) {
        Shared shared = Surrogates.find(array);
        return shared == null ? array : HostLanguage.wrap(shared.address(), shared.chunk());
    }

    /** As {@link java.util.Collection#toArray(Object[])} of these elements, converted. */
    @SuppressWarnings("unchecked") // an element that does not fit is an ArrayStoreException
    static <T> T[] into(T[] given, Object[] elements, ElementType<?> type) {
        T[] to = given.length < elements.length ? Arrays.copyOf(given, elements.length) : given;
        for (int i = 0; i < elements.length; i++) {
            to[i] = (T) type.convert(elements[i], i);
        }
        if (to.length > elements.length) {
            to[elements.length] = null;
        }
        return to;
    }

    /** What a container prints for an element: itself has no end. */
    public static String text(Shared container, String self, Object element) {
        return element instanceof Shared shared && shared.address() == container.address()
                ? self
                : String.valueOf(element);
    }

    /**
     * Weakly consistent: an element that hasNext or hasPrevious found is what comes then, whatever others do meanwhile.
     */
    public static final class Cursor<E> implements ListIterator<E> {
        private final ListWrapper list;
        private final ElementType<E> type;
        private int next;
        private int last = NONE; // of the element that came last, unless it was removed
        private int fetched = NONE; // the index that `value` is from
        private Object value;

        public Cursor(ListWrapper list, ElementType<E> type, int start) {
            this.list = list;
            this.type = type;
            next = start;
        }

        /** Whether there is such an element; then it is `value`. */
        private boolean fetch(int index) {
            if (fetched == index && index >= 0) {
                return true;
            }
            Object found = list.find(index);
            value = found;
            fetched = found == NOTHING ? NONE : index;
            return found != NOTHING;
        }

        private E move(int index, int then) {
            if (!fetch(index)) {
                throw new NoSuchElementException();
            }
            E element = type.convert(value, index);
            next = then;
            last = index;
            fetched = NONE;
            return element;
        }

        @Override
        public boolean hasNext() {
            return fetch(next);
        }

        @Override
        public boolean hasPrevious() {
            return fetch(next - 1);
        }

        @Override
        public E next() {
            return move(next, next + 1);
        }

        @Override
        public E previous() {
            return move(next - 1, next - 1);
        }

        @Override
        public int nextIndex() {
            return next;
        }

        @Override
        public int previousIndex() {
            return next - 1;
        }

        @Override
        public void remove() {
            change(() -> list.remove(checkLast()));
            next = last;
            last = NONE;
        }

        @Override
        public void set(E element) {
            change(() -> list.set(checkLast(), element));
        }

        @Override
        public void add(E element) {
            change(() -> list.add(next, element));
            next++;
            last = NONE;
        }

        private int checkLast() {
            if (last == NONE) {
                throw new IllegalStateException("neither next nor previous was called since the last add or remove");
            }
            return last;
        }

        private void change(Runnable change) {
            try {
                change.run();
            } catch (IndexOutOfBoundsException e) {
                throw new ConcurrentModificationException(
                        "the shared list got shorter meanwhile: " + e.getMessage(), e);
            }
            fetched = NONE;
        }
    }
}
