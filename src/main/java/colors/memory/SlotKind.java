// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.util.List;
import java.util.function.IntFunction;

/**
 * What the place of a field holds, and how it is loaded and stored: a number or boolean in as many bytes as it needs,
 * or a tagged word [layout.packing]. Bits are those of a long or of a double. Each access is of the field's own bytes,
 * so what is beside a narrow one in its slot is not disturbed.
 *
 * <p>A class for each width, not a switch, and no {@link Memory} between it and the VarHandle: C2 inlines no call that
 * was rarely made while the method around it was profiled, but for what the JDK has it inline always. With either of
 * these, kinds that a program came to late were loaded and stored by calls, three times as slow.
 */
public abstract class SlotKind {
    public static final SlotKind INT64 = made(Layout.SLOT_INT64, Eight::new);
    public static final SlotKind FLOAT64 = made(Layout.SLOT_FLOAT64, Eight::new);
    public static final SlotKind TAGGED = made(Layout.SLOT_TAGGED, Eight::new);
    public static final SlotKind INT8 = made(Layout.SLOT_INT8, One::new);
    public static final SlotKind INT16 = made(Layout.SLOT_INT16, Two::new);
    public static final SlotKind INT32 = made(Layout.SLOT_INT32, Four::new);
    public static final SlotKind CHAR = made(Layout.SLOT_CHAR, Unsigned::new);
    public static final SlotKind FLOAT32 = made(Layout.SLOT_FLOAT32, Single::new);
    public static final SlotKind BOOLEAN = made(Layout.SLOT_BOOLEAN, One::new);
    private static final List<SlotKind> ALL =
            List.of(INT64, FLOAT64, TAGGED, INT8, INT16, INT32, CHAR, FLOAT32, BOOLEAN);

    private final int id;

    SlotKind(int id) {
        this.id = id;
    }

    private static SlotKind made(int id, IntFunction<SlotKind> kind) {
        SlotKind made = kind.apply(id);
        return Memory.IN_ESPRESSO ? new GuestSlotKind(made) : made;
    }

    /** That of a shape's entry. */
    public static SlotKind of(int id) {
        return ALL.stream()
                .filter(kind -> kind.id == id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a shape is corrupt: " + id + " is no slot kind"));
    }

    /** That of a raw integer whose width is one of {@code Layout.FIELD_INT8} and the like, or 0. */
    static SlotKind ofInteger(int width) {
        if (width == 0) {
            return INT64;
        }
        return width == Layout.FIELD_INT32
                ? INT32
                : width == Layout.FIELD_INT16 ? INT16 : width == Layout.FIELD_CHAR ? CHAR : INT8;
    }

    public abstract int bytes();

    /** One of {@code Layout.SLOT_*}. */
    public int id() {
        return id;
    }

    /** What others store is seen at some time, as of an opaque variable. */
    public abstract long getOpaque(long place);

    /** A plain load. */
    public abstract long get(long place);

    /** Takes what fits the width, as {@link #put} does. */
    public abstract void putOpaque(long place, long bits);

    /** A plain store. */
    public abstract void put(long place, long bits);

    /** {@link #getOpaque}, but of a float of 32 bits those that it has in memory: so no NaN is changed. */
    public long getExact(long place) {
        return getOpaque(place);
    }

    /** The bits of what {@link #getExact} gave. */
    public long bits(long exact) {
        return exact;
    }

    /** What {@link #getExact} would give of bits that fit the width. */
    public long exact(long bits) {
        return bits;
    }

    /** Stores if the place holds what {@link #getExact} gave; a full fence when it does. */
    public abstract boolean compareAndSet(long place, long seen, long exact);

    @Override
    public String toString() {
        return "slot kind " + id;
    }

    /**
     * Processors have no such instruction for parts of a word in common with the JDK: what is beside the part is
     * stored as it was, or nothing is.
     */
    static boolean compareAndSetPart(long place, int mask, int seen, int exact) {
        long at = place & -Integer.BYTES;
        int shift = (int) (place - at) * Byte.SIZE; // memory is little endian
        while (true) {
            int whole = Memory.getIntOpaque(at);
            if ((whole >>> shift & mask) != (seen & mask)) {
                return false;
            }
            int next = whole & ~(mask << shift) | (exact & mask) << shift;
            if (Memory.compareAndSetInt(at, whole, next)) {
                return true;
            }
        }
    }

    private static final class Eight extends SlotKind {
        Eight(int id) {
            super(id);
        }

        @Override
        public int bytes() {
            return Long.BYTES;
        }

        @Override
        public long getOpaque(long place) {
            return (long) Memory.LONG.getOpaque(Memory.ALL, place);
        }

        @Override
        public long get(long place) {
            return Memory.ALL.get(JAVA_LONG_UNALIGNED, place);
        }

        @Override
        public void putOpaque(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check8(place);
            }
            Memory.LONG.setOpaque(Memory.ALL, place, bits);
        }

        @Override
        public void put(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check8(place);
            }
            Memory.PLAIN_LONG_STORE.set(Memory.ALL, place, bits);
        }

        @Override
        public boolean compareAndSet(long place, long seen, long exact) {
            if (Memory.CHECKED) {
                StoreCheck.check8(place);
            }
            return (boolean) Memory.LONG.compareAndSet(Memory.ALL, place, seen, exact);
        }
    }

    private static sealed class Four extends SlotKind {
        Four(int id) {
            super(id);
        }

        @Override
        public int bytes() {
            return Integer.BYTES;
        }

        @Override
        public long getOpaque(long place) {
            return (int) Memory.INT.getOpaque(Memory.ALL, place);
        }

        @Override
        public long get(long place) {
            return Memory.ALL.get(JAVA_INT_UNALIGNED, place);
        }

        @Override
        public void putOpaque(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check4(place);
            }
            Memory.INT.setOpaque(Memory.ALL, place, (int) bits);
        }

        @Override
        public void put(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check4(place);
            }
            Memory.PLAIN_INT_STORE.set(Memory.ALL, place, (int) bits);
        }

        @Override
        public boolean compareAndSet(long place, long seen, long exact) {
            if (Memory.CHECKED) {
                StoreCheck.check4(place);
            }
            return (boolean) Memory.INT.compareAndSet(Memory.ALL, place, (int) seen, (int) exact);
        }
    }

    /** A float. */
    private static final class Single extends Four {
        Single(int id) {
            super(id);
        }

        @Override
        public long getOpaque(long place) {
            return Double.doubleToRawLongBits(Float.intBitsToFloat((int) Memory.INT.getOpaque(Memory.ALL, place)));
        }

        @Override
        public long get(long place) {
            return Double.doubleToRawLongBits(Float.intBitsToFloat(Memory.ALL.get(JAVA_INT_UNALIGNED, place)));
        }

        @Override
        public void putOpaque(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check4(place);
            }
            Memory.INT.setOpaque(Memory.ALL, place, narrowed(bits));
        }

        @Override
        public void put(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check4(place);
            }
            Memory.PLAIN_INT_STORE.set(Memory.ALL, place, narrowed(bits));
        }

        @Override
        public long getExact(long place) {
            return (int) Memory.INT.getOpaque(Memory.ALL, place);
        }

        @Override
        public long bits(long exact) {
            return Double.doubleToRawLongBits(Float.intBitsToFloat((int) exact));
        }

        @Override
        public long exact(long bits) {
            return narrowed(bits);
        }

        private static int narrowed(long bits) {
            return Float.floatToRawIntBits((float) Double.longBitsToDouble(bits));
        }
    }

    private static sealed class Two extends SlotKind {
        Two(int id) {
            super(id);
        }

        @Override
        public int bytes() {
            return Short.BYTES;
        }

        @Override
        public long getOpaque(long place) {
            return (short) Memory.SHORT.getOpaque(Memory.ALL, place);
        }

        @Override
        public long get(long place) {
            return Memory.ALL.get(JAVA_SHORT_UNALIGNED, place);
        }

        @Override
        public void putOpaque(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check2(place);
            }
            Memory.SHORT.setOpaque(Memory.ALL, place, (short) bits);
        }

        @Override
        public void put(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check2(place);
            }
            Memory.PLAIN_SHORT_STORE.set(Memory.ALL, place, (short) bits);
        }

        @Override
        public boolean compareAndSet(long place, long seen, long exact) {
            return compareAndSetPart(place, 0xffff, (int) seen, (int) exact);
        }
    }

    /** A char. */
    private static final class Unsigned extends Two {
        Unsigned(int id) {
            super(id);
        }

        @Override
        public long getOpaque(long place) {
            return Short.toUnsignedLong((short) Memory.SHORT.getOpaque(Memory.ALL, place));
        }

        @Override
        public long get(long place) {
            return Short.toUnsignedLong(Memory.ALL.get(JAVA_SHORT_UNALIGNED, place));
        }

        @Override
        public long bits(long exact) {
            return Short.toUnsignedLong((short) exact);
        }
    }

    private static final class One extends SlotKind {
        One(int id) {
            super(id);
        }

        @Override
        public int bytes() {
            return Byte.BYTES;
        }

        @Override
        public long getOpaque(long place) {
            return (byte) Memory.BYTE.getOpaque(Memory.ALL, place);
        }

        @Override
        public long get(long place) {
            return Memory.ALL.get(JAVA_BYTE, place);
        }

        @Override
        public void putOpaque(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check1(place);
            }
            Memory.BYTE.setOpaque(Memory.ALL, place, (byte) bits);
        }

        @Override
        public void put(long place, long bits) {
            if (Memory.CHECKED) {
                StoreCheck.check1(place);
            }
            Memory.PLAIN_BYTE_STORE.set(Memory.ALL, place, (byte) bits);
        }

        @Override
        public boolean compareAndSet(long place, long seen, long exact) {
            return compareAndSetPart(place, 0xff, (int) seen, (int) exact);
        }
    }
}
