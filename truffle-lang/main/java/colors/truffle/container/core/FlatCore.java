// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.TypeConflictException;
import colors.heap.Flats;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.RootChunk;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A shared array of numbers or booleans of one width. Its kind and size never change, so they are here too, and an
 * element is one load or store for itself. Elements are the bits of a long, a double, or 0 and 1. A wrong index throws
 * IndexOutOfBoundsException.
 */
public final class FlatCore extends ContainerCore {
    private final int kind;
    private final int size;

    public FlatCore(long address, RootChunk chunk) {
        super(address, chunk, false);
        kind = Flats.kind(address);
        size = Flats.size(address);
    }

    @Override
    public int size() {
        return size;
    }

    /** One of {@code Layout.SLOT_*}. */
    public int kind() {
        return kind;
    }

    /** What one element is called in all languages, such as {@code int32}. */
    public String name() {
        return Flats.name(kind);
    }

    /** The binary logarithm of an element's bytes. */
    public int shift() {
        return Flats.shift(kind);
    }

    /** The bytes of all elements. */
    public int bytes() {
        return size << shift();
    }

    @Override
    public void clear() {
        throw fixed("cannot be cleared");
    }

    /** What is thrown where the length would change. */
    @TruffleBoundary
    public TypeConflictException fixed(String problem) {
        return new TypeConflictException("an array of " + name() + " has a fixed length of " + size + "; it " + problem
                + "; nothing was changed");
    }

    /** The element's bits. With the kind and shift of this array, which compiled code knows. */
    public long load(SlotKind slot, int shift, int index) {
        long bits = slot.getOpaque(place(shift, index));
        Reference.reachabilityFence(chunk());
        return bits;
    }

    /** Stores the bits of an element that fits. */
    public void store(SlotKind slot, int shift, int index, long bits) {
        Segment.checkWritable();
        slot.putOpaque(place(shift, index), bits);
        Reference.reachabilityFence(chunk());
    }

    private long place(int shift, int index) {
        return address() + Layout.OBJECT_HEADER_BYTES + ((long) Objects.checkIndex(index, size) << shift);
    }

    /** The element's bits. */
    public long load(int index) {
        return load(Flats.slotKind(kind), shift(), index);
    }

    /** Stores the bits of an element that fits. */
    public void store(int index, long bits) {
        store(Flats.slotKind(kind), shift(), index, bits);
    }

    /**
     * The bits at an offset in bytes, a multiple of the width of what is loaded, whatever the elements are. The caller
     * checked it.
     */
    public long loadBytes(SlotKind slot, int offset) {
        long bits = slot.getOpaque(address() + Layout.OBJECT_HEADER_BYTES + offset);
        Reference.reachabilityFence(chunk());
        return bits;
    }

    /** Stores such bits. */
    public void storeBytes(SlotKind slot, int offset, long bits) {
        Segment.checkWritable();
        slot.putOpaque(address() + Layout.OBJECT_HEADER_BYTES + offset, bits);
        Reference.reachabilityFence(chunk());
    }

    /** Copies bytes to an array; of others' changes meanwhile it has some or not. */
    @TruffleBoundary
    public void read(int from, byte[] target, int offset, int length) {
        MemorySegment.copy(Flats.memory(address()), ValueLayout.JAVA_BYTE, from, target, offset, length);
        Reference.reachabilityFence(chunk());
    }

    /**
     * Copies all elements of an array of the same kind to an index and on, also of this one. The caller checked the
     * sizes.
     */
    @TruffleBoundary
    public void copyFrom(FlatCore source, int index) {
        Segment.checkWritable();
        MemorySegment.copy(
                Flats.memory(source.address()), 0, Flats.memory(address()), (long) index << shift(), source.bytes());
        Reference.reachabilityFence(source.chunk());
        Reference.reachabilityFence(chunk());
    }

    /** Copies bytes from an array; others may see a part of them earlier. */
    @TruffleBoundary
    public void write(int from, byte[] source, int offset, int length) {
        Segment.checkWritable();
        MemorySegment.copy(source, offset, Flats.memory(address()), ValueLayout.JAVA_BYTE, from, length);
        Reference.reachabilityFence(chunk());
    }
}
