// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedBinary;
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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** Shared bytes: their address, and the chunk in which they are logged. */
public final class BinaryWrapper implements SharedBinary, Shared {
    private final int granules;
    private final RootChunk chunk;

    public BinaryWrapper(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes one of so many bytes, all zero. Throws IllegalArgumentException when {@code size} is negative. */
    public static BinaryWrapper create(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("a binary of " + size + " bytes was asked for; expected 0 or more");
        }
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long binary = Binaries.allocate(mutator, MemorySegment.ofArray(new byte[size]), false);
        return new BinaryWrapper(binary, mutator.wrapperChunk());
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

    @Override
    public int size() {
        int size = Binaries.size(address());
        Reference.reachabilityFence(this);
        return size;
    }

    @Override
    public boolean isFrozen() {
        boolean frozen = Memory.getInt(address() + Layout.OBJECT_SHAPE) == Segment.SHAPE_BYTES;
        Reference.reachabilityFence(this);
        return frozen;
    }

    @Override
    public byte get(int index) {
        java.util.Objects.checkIndex(index, size());
        byte value = Binaries.get(address(), index);
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void set(int index, byte value) {
        java.util.Objects.checkIndex(index, size());
        if (isFrozen()) {
            throw new UnsupportedOperationException(
                    "these shared bytes were made from bytes that do not change; copy them to change them");
        }
        Binaries.set(address(), index, value);
        Reference.reachabilityFence(this);
    }

    @Override
    public byte[] toByteArray() {
        byte[] bytes = Binaries.memory(address()).toArray(ValueLayout.JAVA_BYTE);
        Reference.reachabilityFence(this);
        return bytes;
    }

    @Override
    public MemorySegment memory() {
        MemorySegment view = Views.keeping(Binaries.memory(address()), chunk);
        return isFrozen() ? view.asReadOnly() : view;
    }

    @Override
    public byte[] asArray() {
        ListArray.checkAgent();
        RootChunk outside = RootScope.outside(this); // the array is for all threads
        return Surrogates.of(
                byte[].class, address(), () -> new FlatArray(byte.class, address(), outside, size(), isFrozen()));
    }

    @Override
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
