// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedArray;
import colors.ValueType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** A flat array with its elements converted; where it is stored it stands for the array. */
public final class ArrayView<E> extends ListView<E> implements SharedArray<E> {
    private final ArrayWrapper array;

    public ArrayView(ArrayWrapper array, ElementType<E> type) {
        super(array, type);
        this.array = array;
    }

    @Override
    public ListView<E> of(ListWrapper other) {
        return new ArrayView<>((ArrayWrapper) other, type);
    }

    @Override
    public <F> SharedArray<F> as(ValueType<F> other) {
        return array.as(other);
    }

    @Override
    public Class<?> componentType() {
        return array.componentType();
    }

    @Override
    public E set(int index, E value) {
        return array.set(index, value, type);
    }

    @Override
    public void setLong(int index, long value) {
        array.setLong(index, value);
    }

    @Override
    public void setDouble(int index, double value) {
        array.setDouble(index, value);
    }

    @Override
    public MemorySegment memory() {
        return array.memory();
    }

    @Override
    public ByteBuffer buffer() {
        return array.buffer();
    }

    @Override
    public Object toPrimitiveArray() {
        return array.toPrimitiveArray();
    }

    @Override
    public LongStream longStream() {
        return array.longStream();
    }

    @Override
    public DoubleStream doubleStream() {
        return array.doubleStream();
    }
}
