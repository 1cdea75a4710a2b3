// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedList;
import colors.ValueType;
import colors.roots.View;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list with its elements converted; where it is stored it stands for the list. */
public sealed class ListView<E> extends AbstractList<E> implements SharedList<E>, View permits ArrayView {
    final ListWrapper list;
    final ElementType<E> type;

    public ListView(ListWrapper list, ElementType<E> type) {
        this.list = list;
        this.type = type;
    }

    /** The same view of a list, another wrapper of the same object. */
    public ListView<E> of(ListWrapper other) {
        return new ListView<>(other, type);
    }

    @Override
    public ListWrapper shown() {
        return list;
    }

    @Override
    public int size() {
        return list.size();
    }

    @Override
    public E get(int index) {
        return type.convert(list.get(index), index);
    }

    @Override
    public E set(int index, E value) {
        if (!list.isFrozen()) {
            get(index); // fails before the change, not after it
        }
        return type.convert(list.set(index, value), index);
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
        if (!list.isFrozen()) {
            get(index);
        }
        return type.convert(list.remove(index), index);
    }

    @Override
    public E getFirst() {
        return type.convert(list.getFirst(), 0);
    }

    @Override
    public E getLast() {
        return type.convert(list.getLast(), Elements.NONE);
    }

    @Override
    public E removeFirst() {
        if (!list.isFrozen()) {
            getFirst();
        }
        return type.convert(list.removeFirst(), 0);
    }

    @Override
    public E removeLast() {
        if (!list.isFrozen()) {
            getLast();
        }
        return type.convert(list.removeLast(), Elements.NONE);
    }

    @Override
    public boolean addAll(Collection<? extends E> values) {
        return list.addAll(values);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> values) {
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
        return new Elements.Cursor<>(list, type, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        Objects.checkIndex(index, list.size() + 1);
        return new Elements.Cursor<>(list, type, index);
    }

    @Override
    public Object[] toArray() {
        Object[] elements = list.toArray();
        for (int i = 0; i < elements.length; i++) {
            elements[i] = type.convert(elements[i], i);
        }
        return elements;
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return Elements.into(given, list.toArray(), type);
    }

    @Override
    public int lastIndexOf(Object element) {
        return Arrays.asList(toArray()).lastIndexOf(element);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return list.removeIf(element -> filter.test(type.convert(element, Elements.NONE)));
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        List<Object> replaced = list;
        replaced.replaceAll(element -> operator.apply(type.convert(element, Elements.NONE)));
    }

    @Override
    public boolean remove(Object element) {
        return list.remove(element);
    }

    @Override
    public void sort(Comparator<? super E> order) {
        List<Object> sorted = list;
        sorted.sort((a, b) -> compare(order, type.convert(a, Elements.NONE), type.convert(b, Elements.NONE)));
    }

    @SuppressWarnings("unchecked")
    private static <E> int compare(Comparator<? super E> order, E a, E b) {
        return order != null ? order.compare(a, b) : ((Comparable<Object>) a).compareTo(b);
    }

    @Override
    public boolean isFrozen() {
        return list.isFrozen();
    }

    @Override
    public long getLong(int index) {
        return list.getLong(index);
    }

    @Override
    public double getDouble(int index) {
        return list.getDouble(index);
    }

    @Override
    public boolean compareAndSet(int index, E expected, E value) {
        return list.compareAndSet(index, expected, value);
    }

    @Override
    public E getAndSet(int index, E value) {
        if (!list.isFrozen()) {
            get(index);
        }
        return type.convert(list.getAndSet(index, value), index);
    }

    @Override
    public Number getAndAdd(int index, Number delta) {
        return list.getAndAdd(index, delta);
    }

    @Override
    public <F> SharedList<F> as(ValueType<F> other) {
        return list.as(other);
    }

    @Override
    public <A> A asArray(Class<A> array) {
        return list.asArray(array);
    }

    @Override
    public MemorySegment longs() {
        return list.longs();
    }

    @Override
    public MemorySegment doubles() {
        return list.doubles();
    }
}
