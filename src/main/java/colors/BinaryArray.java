// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.ArrayAccess;
import colors.runtime.RootChunk;
import colors.runtime.RootScope;
import colors.runtime.Surrogates;

/** Shared bytes as a Java array. */
record BinaryArray(SharedBinary binary) implements ArrayAccess {

    /** The array that stands for bytes. Throws SharedMemoryException (STATE) without the agent. */
    static byte[] of(SharedBinary binary) {
        ListArray.checkAgent();
        RootChunk chunk = RootScope.outside(binary); // the array is for all threads
        return Surrogates.of(byte[].class, binary.address(), () -> new BinaryArray(new SharedBinary(binary.address(), chunk)));
    }

    @Override
    public long address() {
        return binary.address();
    }

    @Override
    public RootChunk chunk() {
        return binary.chunk();
    }

    @Override
    public int length() {
        return binary.size();
    }

    @Override
    public long getInteger(int index) {
        checkIndex(index);
        return binary.get(index);
    }

    @Override
    public double getFloat(int index) {
        throw new UnsupportedOperationException("an array of bytes has no floats");
    }

    @Override
    public Object get(int index) {
        return (byte) getInteger(index);
    }

    @Override
    public void setInteger(int index, long value) {
        checkIndex(index);
        binary.set(index, (byte) value);
    }

    @Override
    public void setFloat(int index, double value) {
        throw new UnsupportedOperationException("an array of bytes has no floats");
    }

    @Override
    public void set(int index, Object value) {
        setInteger(index, (byte) value);
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= length()) {
            throw ListArray.outOfBounds(index, length());
        }
    }
}
