// SPDX-License-Identifier: Apache-2.0
package colors.memory;

/** A slot kind in Espresso, by {@link GuestMemory}: each access is opaque. {@link SlotKind} chooses it once. */
final class GuestSlotKind extends SlotKind {
    private final SlotKind kind; // of other JVMs
    private final int bytes;

    GuestSlotKind(SlotKind kind) {
        super(kind.id());
        this.kind = kind;
        bytes = kind.bytes();
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public long getExact(long place) {
        return switch (bytes) {
            case Byte.BYTES -> GuestMemory.getByte(place);
            case Short.BYTES -> kind.bits(GuestMemory.getShort(place));
            case Integer.BYTES -> GuestMemory.getInt(place);
            default -> GuestMemory.getLong(place);
        };
    }

    private void putExact(long place, long exact) {
        if (Memory.CHECKED) {
            StoreCheck.check(place, bytes);
        }
        switch (bytes) {
            case Byte.BYTES -> GuestMemory.putByte(place, (byte) exact);
            case Short.BYTES -> GuestMemory.putShort(place, (short) exact);
            case Integer.BYTES -> GuestMemory.putInt(place, (int) exact);
            default -> GuestMemory.putLong(place, exact);
        }
    }

    @Override
    public long bits(long exact) {
        return kind.bits(exact);
    }

    @Override
    public long exact(long bits) {
        return kind.exact(bits);
    }

    @Override
    public long getOpaque(long place) {
        return bits(getExact(place));
    }

    @Override
    public long get(long place) {
        return bits(getExact(place));
    }

    @Override
    public void putOpaque(long place, long bits) {
        putExact(place, exact(bits));
    }

    @Override
    public void put(long place, long bits) {
        putExact(place, exact(bits));
    }

    @Override
    public boolean compareAndSet(long place, long seen, long exact) {
        if (bytes < Integer.BYTES) {
            return compareAndSetPart(place, (1 << bytes * Byte.SIZE) - 1, (int) seen, (int) exact);
        }
        if (Memory.CHECKED) {
            StoreCheck.check(place, bytes);
        }
        return bytes == Integer.BYTES
                ? GuestMemory.compareAndSetInt(place, (int) seen, (int) exact)
                : GuestMemory.compareAndSetLong(place, seen, exact);
    }
}
