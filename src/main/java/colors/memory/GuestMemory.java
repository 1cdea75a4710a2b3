// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * What {@link Memory} does in Espresso, which does not compile an access of a memory segment: that takes some 350 ns
 * there, one by Unsafe as long as one of a private field. Loads are volatile and stores ordered, which is opaque,
 * acquire and release at once and costs nothing where the processor keeps them in order.
 */
@SuppressWarnings("removal")
public final class GuestMemory {
    private static final Unsafe UNSAFE = unsafe();

    private GuestMemory() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("sun.misc.Unsafe of JDK 25 has no theUnsafe", e);
        }
    }

    static byte getByte(long address) {
        return UNSAFE.getByteVolatile(null, address);
    }

    static void putByte(long address, byte value) {
        UNSAFE.storeFence();
        UNSAFE.putByte(address, value);
    }

    static short getShort(long address) {
        return UNSAFE.getShortVolatile(null, address);
    }

    static void putShort(long address, short value) {
        UNSAFE.storeFence();
        UNSAFE.putShort(address, value);
    }

    public static int getInt(long address) {
        return UNSAFE.getIntVolatile(null, address);
    }

    static void putInt(long address, int value) {
        UNSAFE.putOrderedInt(null, address, value);
    }

    static boolean compareAndSetInt(long address, int expected, int value) {
        return UNSAFE.compareAndSwapInt(null, address, expected, value);
    }

    static boolean compareAndSetLong(long address, long expected, long value) {
        return UNSAFE.compareAndSwapLong(null, address, expected, value);
    }

    static int getAndSetInt(long address, int value) {
        return UNSAFE.getAndSetInt(null, address, value);
    }

    public static long getLong(long address) {
        return UNSAFE.getLongVolatile(null, address);
    }

    static void putLong(long address, long value) {
        UNSAFE.putOrderedLong(null, address, value);
    }

    static void copyOut(long address, byte[] target, int count) {
        UNSAFE.copyMemory(null, address, target, Unsafe.ARRAY_BYTE_BASE_OFFSET, count);
    }

    static void copyIn(byte[] source, long address, int count) {
        UNSAFE.copyMemory(source, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, address, count);
    }
}
