// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * Loads and stores at absolute addresses, the memory order in each name. Nothing here checks an address but {@link
 * StoreCheck}, in tests. So who stores takes the place from a {@code Block}, which checks it, from a {@code
 * FieldLocation} of the object's own shape, from an index that was checked against the object's own length, or from the
 * layout.
 *
 * <p>The segment covers the whole address space, so C2 and partial evaluation fold its bounds check; in a
 * prototype it was as fast as Unsafe. Every address is a multiple of the access's size, so an access is one machine
 * instruction; the plain layouts say "unaligned" only because then no alignment is checked.
 *
 * <p>Languages read shared fields opaque: a plain load may be hoisted out of a loop that waits for another process. A
 * fence behind a plain load, or an acquire, does that too, but Graal then forgets what it knows of all memory: a field
 * in Python took 1.9 ns to read with them, 1.25 ns without (docs/benchmarks.md). So an acquire is an opaque load where
 * that is enough: where the processor keeps loads in order. Both compilers keep accesses of raw memory in program
 * order: Graal has them fixed in the control flow, and C2 puts compiler fences around an opaque one.
 */
public final class Memory {
    public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final ValueLayout.OfInt PLAIN_INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong PLAIN_LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final VarHandle PLAIN_BYTE_STORE = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();
    static final VarHandle PLAIN_SHORT_STORE =
            ValueLayout.JAVA_SHORT_UNALIGNED.varHandle().withInvokeExactBehavior();
    public static final VarHandle PLAIN_INT_STORE = PLAIN_INT.varHandle().withInvokeExactBehavior();
    public static final VarHandle PLAIN_LONG_STORE = PLAIN_LONG.varHandle().withInvokeExactBehavior();
    public static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();
    static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle().withInvokeExactBehavior();
    static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    public static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    public static final boolean LOADS_IN_ORDER = System.getProperty("os.arch").equals("amd64");

    /** A constant, so that compilers drop what is not for them. */
    public static final boolean IN_ESPRESSO =
            System.getProperty("java.vm.name", "").startsWith("Espresso");

    /**
     * Whether each store is checked by {@link StoreCheck}: -Dcolors.check=2, for tests. A constant, so that it costs
     * nothing else.
     */
    public static final boolean CHECKED = Integer.getInteger("colors.check", 0) >= 2;

    // Known before Truffle compiles an access. Finding one out is more than it can inline, and it would give the whole
    // method up (docs/compiled-code.md).
    static {
        for (VarHandle handle : List.of(
                PLAIN_BYTE_STORE, PLAIN_SHORT_STORE, PLAIN_INT_STORE, PLAIN_LONG_STORE, BYTE, SHORT, INT, LONG)) {
            for (VarHandle.AccessMode mode : VarHandle.AccessMode.values()) {
                handle.accessModeType(mode);
            }
        }
    }

    private Memory() {}

    public static byte getByteOpaque(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getByte(address);
        }
        return (byte) BYTE.getOpaque(ALL, address);
    }

    public static void putByteOpaque(long address, byte value) {
        if (CHECKED) {
            StoreCheck.check1(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putByte(address, value);
            return;
        }
        BYTE.setOpaque(ALL, address, value);
    }

    public static void putByteRelease(long address, byte value) {
        if (CHECKED) {
            StoreCheck.check1(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putByte(address, value);
            return;
        }
        BYTE.setRelease(ALL, address, value);
    }

    public static byte getByte(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getByte(address);
        }
        return ALL.get(ValueLayout.JAVA_BYTE, address);
    }

    public static short getShortOpaque(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getShort(address);
        }
        return (short) SHORT.getOpaque(ALL, address);
    }

    public static void putShortRelease(long address, short value) {
        if (CHECKED) {
            StoreCheck.check2(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putShort(address, value);
            return;
        }
        SHORT.setRelease(ALL, address, value);
    }

    public static short getShort(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getShort(address);
        }
        return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
    }

    public static int getInt(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getInt(address);
        }
        return ALL.get(PLAIN_INT, address);
    }

    public static void putInt(long address, int value) {
        if (CHECKED) {
            StoreCheck.check4(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putInt(address, value);
            return;
        }
        PLAIN_INT_STORE.set(ALL, address, value);
    }

    public static int getIntOpaque(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getInt(address);
        }
        return (int) INT.getOpaque(ALL, address);
    }

    public static int getIntAcquire(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getInt(address);
        }
        return LOADS_IN_ORDER ? (int) INT.getOpaque(ALL, address) : (int) INT.getAcquire(ALL, address);
    }

    public static void putIntRelease(long address, int value) {
        if (CHECKED) {
            StoreCheck.check4(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putInt(address, value);
            return;
        }
        INT.setRelease(ALL, address, value);
    }

    /** A full fence when it succeeds. */
    public static boolean compareAndSetInt(long address, int expected, int value) {
        if (CHECKED) {
            StoreCheck.check4(address);
        }
        if (IN_ESPRESSO) {
            return GuestMemory.compareAndSetInt(address, expected, value);
        }
        return (boolean) INT.compareAndSet(ALL, address, expected, value);
    }

    /** A full fence. */
    public static boolean compareAndSetLong(long address, long expected, long value) {
        if (CHECKED) {
            StoreCheck.check8(address);
        }
        if (IN_ESPRESSO) {
            return GuestMemory.compareAndSetLong(address, expected, value);
        }
        return (boolean) LONG.compareAndSet(ALL, address, expected, value);
    }

    public static int getAndSetInt(long address, int value) {
        if (CHECKED) {
            StoreCheck.check4(address);
        }
        if (IN_ESPRESSO) {
            return GuestMemory.getAndSetInt(address, value);
        }
        return (int) INT.getAndSet(ALL, address, value);
    }

    public static long getLong(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getLong(address);
        }
        return ALL.get(PLAIN_LONG, address);
    }

    public static void putLong(long address, long value) {
        if (CHECKED) {
            StoreCheck.check8(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putLong(address, value);
            return;
        }
        PLAIN_LONG_STORE.set(ALL, address, value);
    }

    public static long getLongOpaque(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getLong(address);
        }
        return (long) LONG.getOpaque(ALL, address);
    }

    public static void putLongOpaque(long address, long value) {
        if (CHECKED) {
            StoreCheck.check8(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putLong(address, value);
            return;
        }
        LONG.setOpaque(ALL, address, value);
    }

    public static long getLongAcquire(long address) {
        if (IN_ESPRESSO) {
            return GuestMemory.getLong(address);
        }
        return LOADS_IN_ORDER ? (long) LONG.getOpaque(ALL, address) : (long) LONG.getAcquire(ALL, address);
    }

    public static void putLongRelease(long address, long value) {
        if (CHECKED) {
            StoreCheck.check8(address);
        }
        if (IN_ESPRESSO) {
            GuestMemory.putLong(address, value);
            return;
        }
        LONG.setRelease(ALL, address, value);
    }

    /** A view of memory, whose accesses are checked against its end. */
    public static MemorySegment view(long address, long bytes) {
        return ALL.asSlice(address, bytes);
    }

    public static void copyOut(long address, byte[] target, int count) {
        if (IN_ESPRESSO) {
            GuestMemory.copyOut(address, target, count);
            return;
        }
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, target, 0, count);
    }

    public static void copyIn(byte[] source, long address, int count) {
        if (CHECKED) {
            StoreCheck.check(address, count);
        }
        if (IN_ESPRESSO) {
            GuestMemory.copyIn(source, address, count);
            return;
        }
        MemorySegment.copy(source, 0, ALL, ValueLayout.JAVA_BYTE, address, count);
    }

    public static void copyIn(MemorySegment source, long address) {
        if (CHECKED) {
            StoreCheck.check(address, source.byteSize());
        }
        MemorySegment.copy(source, 0, ALL, address, source.byteSize());
    }
}
