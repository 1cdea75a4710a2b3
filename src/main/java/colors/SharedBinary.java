// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.heap.Binaries;
import colors.heap.FlatArray;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.RootScope;
import colors.roots.ScopeCheck;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.wrappers.ListArray;
import colors.wrappers.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * Bytes in shared memory, live, of a fixed size (CoLoRS paper, table 1: binary): the copy of a {@code byte[]}, a Python
 * bytearray or, frozen, Python bytes. Thread-safe: {@link #get} and {@link #set} of a byte are one step each; what is
 * larger, {@link #toByteArray} too, goes byte by byte. Two of these are equal when they stand for the same bytes in
 * memory.
 */
@SuppressWarnings("exports") // Shared and RootChunk are the core's
public final class SharedBinary implements Shared {
    private final int granules;
    private final RootChunk chunk;

    public SharedBinary(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes one of so many bytes, all zero. Throws IllegalArgumentException when {@code size} is negative. */
    public static SharedBinary create(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("a binary of " + size + " bytes was asked for; expected 0 or more");
        }
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long binary = Binaries.allocate(mutator, MemorySegment.ofArray(new byte[size]), false);
        return new SharedBinary(binary, mutator.wrapperChunk());
    }

    @Override
    public long address() {
        ScopeCheck.check(chunk);
        return Segment.ofGranules(granules);
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    /** The number of bytes. */
    public int size() {
        int size = Binaries.size(address());
        Reference.reachabilityFence(this);
        return size;
    }

    /** Whether it never changes, as Python bytes do not. */
    public boolean isFrozen() {
        boolean frozen = Memory.getInt(address() + Layout.OBJECT_SHAPE) == Segment.SHAPE_BYTES;
        Reference.reachabilityFence(this);
        return frozen;
    }

    /** Reads a byte. Throws IndexOutOfBoundsException. */
    public byte get(int index) {
        java.util.Objects.checkIndex(index, size());
        byte value = Binaries.get(address(), index);
        Reference.reachabilityFence(this);
        return value;
    }

    /** Writes a byte. Throws IndexOutOfBoundsException, and UnsupportedOperationException when it is frozen. */
    public void set(int index, byte value) {
        java.util.Objects.checkIndex(index, size());
        if (isFrozen()) {
            throw new UnsupportedOperationException(
                    "these shared bytes were made from bytes that do not change; copy them to change them");
        }
        Binaries.set(address(), index, value);
        Reference.reachabilityFence(this);
    }

    /** A private copy. */
    public byte[] toByteArray() {
        byte[] bytes = memory().toArray(ValueLayout.JAVA_BYTE);
        Reference.reachabilityFence(this);
        return bytes;
    }

    /**
     * The bytes themselves, not a copy; read-only when they are frozen. They stay alive as long as the segment, or a
     * slice or buffer of it, is reachable.
     */
    public MemorySegment memory() {
        MemorySegment view = Views.keeping(Binaries.memory(address()), chunk.pinned());
        return isFrozen() ? view.asReadOnly() : view;
    }

    /**
     * These bytes as a Java array, live, for code that the agent rewrote (docs/agent.md). Other code sees an array
     * without elements.
     *
     * @throws SharedMemoryException (STATE) without the agent
     */
    public byte[] asArray() {
        ListArray.checkAgent();
        RootChunk outside = RootScope.outside(this); // the array is for all threads
        return Surrogates.of(
                byte[].class, address(), () -> new FlatArray(byte.class, address(), outside, size(), isFrozen()));
    }

    /** The same as a buffer, in big-endian order at first. */
    public ByteBuffer buffer() {
        return memory().asByteBuffer();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address();
    }

    @Override
    public int hashCode() {
        return Shared.identityHash(address());
    }

    /** For instance {@code binary of 16 bytes@2a40}. */
    @Override
    public String toString() {
        return "binary of " + size() + " bytes@" + Integer.toHexString(hashCode());
    }
}
