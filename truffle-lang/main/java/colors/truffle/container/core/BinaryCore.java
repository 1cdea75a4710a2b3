// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Binaries;
import colors.memory.Segment;
import colors.roots.RootChunk;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * A shared array of bytes, whose size never changes. A wrong index throws IndexOutOfBoundsException. Each byte is
 * atomic for itself.
 */
public final class BinaryCore extends ContainerCore {
    public BinaryCore(long address, RootChunk chunk, boolean frozen) {
        super(address, chunk, frozen);
    }

    @Override
    public int size() {
        int size = Binaries.size(address());
        Reference.reachabilityFence(chunk());
        return size;
    }

    @Override
    public void clear() {
        throw SharedMemoryException.of(
                Reason.STATE, "the size of shared bytes never changes, so they cannot be cleared; write zeros");
    }

    public byte get(int index) {
        byte value = Binaries.get(address(), index);
        Reference.reachabilityFence(chunk());
        return value;
    }

    public void set(int index, byte value) {
        Binaries.set(address(), index, value);
        Reference.reachabilityFence(chunk());
    }

    /** Copies bytes from {@code from} on to {@code target}. */
    public void read(int from, byte[] target, int offset, int length) {
        MemorySegment.copy(Binaries.memory(address()), ValueLayout.JAVA_BYTE, from, target, offset, length);
        Reference.reachabilityFence(chunk());
    }

    /** Copies bytes to {@code from} and on. Others may see a part of them earlier. */
    public void write(int from, byte[] source, int offset, int length) {
        Segment.checkWritable();
        MemorySegment.copy(source, offset, Binaries.memory(address()), ValueLayout.JAVA_BYTE, from, length);
        Reference.reachabilityFence(chunk());
    }
}
