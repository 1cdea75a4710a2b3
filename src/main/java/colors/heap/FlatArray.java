// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.memory.StoreCheck;
import colors.roots.ArrayAccess;
import colors.roots.RootChunk;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * Elements of the very width of the array's component type, at a place that never changes: those of a flat array, or of
 * a binary. Loads and stores are plain, as those of private arrays are, so that compilers take what does not change out
 * of loops, and use vector instructions. What an address in compiled code belongs to is alive as long as this object,
 * which holds the chunk: hence the fences.
 */
public final class FlatArray implements ArrayAccess {
    private final long address;
    private final RootChunk chunk;
    private final Class<?> component;
    private final long start; // of the elements
    private final int length;
    private final int changeable; // how many elements may be stored: all, or none

    /**
     * {@code chunk}: of no scope, for arrays are for all threads. {@code isFrozen}: a store is an
     * UnsupportedOperationException.
     */
    public FlatArray(Class<?> component, long address, RootChunk chunk, int length, boolean isFrozen) {
        this.component = component;
        this.address = address;
        this.chunk = chunk;
        this.start = address + Layout.OBJECT_HEADER_BYTES;
        this.length = length;
        this.changeable = isFrozen ? 0 : length;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    @Override
    public int length() {
        return length;
    }

    private void checkChangeable() {
        Segment.checkWritable();
        if (changeable != length) {
            throw new UnsupportedOperationException(
                    "these shared bytes were made from bytes that do not change; copy them to change them");
        }
    }

    // ---- elements -----------------------------------------------------------------------------------

    /** The place of an element of {@code 1 << shift} bytes. */
    private long place(int index, int shift) {
        try {
            return start + ((long) Objects.checkIndex(index, length) << shift);
        } catch (IndexOutOfBoundsException e) {
            throw new ArrayIndexOutOfBoundsException(e.getMessage()); // the same text
        }
    }

    private long changeablePlace(int index, int shift) {
        Segment.checkWritable();
        try {
            return start + ((long) Objects.checkIndex(index, changeable) << shift);
        } catch (IndexOutOfBoundsException e) {
            place(index, shift);
            checkChangeable();
            throw e;
        }
    }

    /** The element of an array of ints; the following of the other types. Throws ArrayIndexOutOfBoundsException. */
    public int getInt(int index) {
        int value = (int) SlotKind.INT32.get(place(index, 2));
        Reference.reachabilityFence(this);
        return value;
    }

    public long getLong(int index) {
        long value = SlotKind.INT64.get(place(index, 3));
        Reference.reachabilityFence(this);
        return value;
    }

    public short getShort(int index) {
        short value = (short) SlotKind.INT16.get(place(index, 1));
        Reference.reachabilityFence(this);
        return value;
    }

    public char getChar(int index) {
        char value = (char) SlotKind.CHAR.get(place(index, 1));
        Reference.reachabilityFence(this);
        return value;
    }

    public byte getByte(int index) {
        byte value = (byte) SlotKind.INT8.get(place(index, 0));
        Reference.reachabilityFence(this);
        return value;
    }

    public boolean getBoolean(int index) {
        boolean value = SlotKind.BOOLEAN.get(place(index, 0)) != 0;
        Reference.reachabilityFence(this);
        return value;
    }

    public float getFloat32(int index) {
        // of a signalling NaN a double has other bits
        float value = Float.intBitsToFloat((int) SlotKind.INT32.get(place(index, 2)));
        Reference.reachabilityFence(this);
        return value;
    }

    public double getDouble(int index) {
        double value = Double.longBitsToDouble(SlotKind.FLOAT64.get(place(index, 3)));
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Stores into an array of ints; the following into the others. Throws ArrayIndexOutOfBoundsException, and
     * UnsupportedOperationException when it is frozen.
     */
    public void setInt(int index, int value) {
        SlotKind.INT32.put(changeablePlace(index, 2), value);
        Reference.reachabilityFence(this);
    }

    public void setLong(int index, long value) {
        SlotKind.INT64.put(changeablePlace(index, 3), value);
        Reference.reachabilityFence(this);
    }

    public void setShort(int index, short value) {
        SlotKind.INT16.put(changeablePlace(index, 1), value);
        Reference.reachabilityFence(this);
    }

    public void setChar(int index, char value) {
        SlotKind.CHAR.put(changeablePlace(index, 1), value);
        Reference.reachabilityFence(this);
    }

    public void setByte(int index, byte value) {
        SlotKind.INT8.put(changeablePlace(index, 0), value);
        Reference.reachabilityFence(this);
    }

    public void setBoolean(int index, boolean value) {
        SlotKind.BOOLEAN.put(changeablePlace(index, 0), value ? 1 : 0);
        Reference.reachabilityFence(this);
    }

    public void setFloat32(int index, float value) {
        SlotKind.INT32.put(changeablePlace(index, 2), Float.floatToRawIntBits(value));
        Reference.reachabilityFence(this);
    }

    public void setDouble(int index, double value) {
        SlotKind.FLOAT64.put(changeablePlace(index, 3), Double.doubleToRawLongBits(value));
        Reference.reachabilityFence(this);
    }

    // ---- many elements ------------------------------------------------------------------------------

    /**
     * The layout of its elements; null for booleans, which memory has as bytes and Java's arrays in a form of their
     * own.
     */
    private ValueLayout layout() {
        return switch (component.getName()) {
            case "int" -> ValueLayout.JAVA_INT_UNALIGNED;
            case "long" -> ValueLayout.JAVA_LONG_UNALIGNED;
            case "short" -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case "char" -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case "byte" -> ValueLayout.JAVA_BYTE;
            case "float" -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case "double" -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            default -> null;
        };
    }

    private int shift() {
        return Flats.shift(Flats.kindOf(component));
    }

    /** Copies elements to a private array of the same type. The caller checked all indices. */
    public void copyTo(int index, Object array, int at, int count) {
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < count; i++) {
                booleans[at + i] = getBoolean(index + i);
            }
        } else {
            MemorySegment.copy(Memory.ALL, layout(), start + ((long) index << shift()), array, at, count);
        }
        Reference.reachabilityFence(this);
    }

    /** Copies elements of a private array of the same type to this one. The caller checked all indices. */
    public void copyFrom(int index, Object array, int at, int count) {
        checkChangeable();
        if (array instanceof boolean[] booleans) {
            for (int i = 0; i < count; i++) {
                setBoolean(index + i, booleans[at + i]);
            }
        } else {
            long place = start + ((long) index << shift());
            checkStore(place, (long) count << shift());
            MemorySegment.copy(array, at, Memory.ALL, layout(), place, count);
        }
        Reference.reachabilityFence(this);
    }

    /** The same of another one of the same type, or this one: as if there was a copy between. */
    public void copyFrom(int index, FlatArray source, int at, int count) {
        checkChangeable();
        long place = start + ((long) index << shift());
        checkStore(place, (long) count << shift());
        MemorySegment.copy(
                Memory.ALL, source.start + ((long) at << shift()), Memory.ALL, place, (long) count << shift());
        Reference.reachabilityFence(source);
        Reference.reachabilityFence(this);
    }

    private static void checkStore(long place, long bytes) {
        if (Memory.CHECKED && bytes != 0) {
            StoreCheck.check(place, bytes);
        }
    }

    // ---- elements of any type -----------------------------------------------------------------------

    @Override
    public long getInteger(int index) {
        return switch (component.getName()) {
            case "int" -> getInt(index);
            case "long" -> getLong(index);
            case "short" -> getShort(index);
            case "char" -> getChar(index);
            default -> getByte(index);
        };
    }

    @Override
    public double getFloat(int index) {
        return component == float.class ? getFloat32(index) : getDouble(index);
    }

    @Override
    public Object get(int index) {
        return switch (component.getName()) {
            case "int" -> getInt(index);
            case "long" -> getLong(index);
            case "short" -> getShort(index);
            case "char" -> getChar(index);
            case "byte" -> getByte(index);
            case "boolean" -> getBoolean(index);
            case "float" -> getFloat32(index);
            default -> getDouble(index);
        };
    }

    @Override
    public void setInteger(int index, long value) {
        switch (component.getName()) {
            case "int" -> setInt(index, (int) value);
            case "long" -> setLong(index, value);
            case "short" -> setShort(index, (short) value);
            case "char" -> setChar(index, (char) value);
            default -> setByte(index, (byte) value);
        }
    }

    @Override
    public void setFloat(int index, double value) {
        if (component == float.class) {
            setFloat32(index, (float) value);
        } else {
            setDouble(index, value);
        }
    }

    @Override
    public void set(int index, Object value) {
        switch (value) {
            case Boolean bool -> setBoolean(index, bool);
            case Character character -> setChar(index, character);
            case Float number -> setFloat32(index, number);
            case Double number -> setDouble(index, number);
            case Number number -> setInteger(index, number.longValue());
            default -> throw new IllegalArgumentException(value + " in an array of " + component.getName());
        }
    }
}
