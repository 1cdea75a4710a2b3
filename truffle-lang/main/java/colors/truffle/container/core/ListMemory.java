// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Lists;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The elements of a list of only integers or only floats, as memory, kept alive by this. They are the list's own until
 * something is added to it or removed, or an element of another kind is stored. Offsets are in bytes and checked. 8
 * bytes at a multiple of 8 are read and written in one step.
 */
public final class ListMemory {
    private static final VarHandle NUMBER = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final MemorySegment EMPTY = MemorySegment.ofArray(new long[0]);

    private final MemorySegment elements;
    private final long address;
    private final long size;
    private final boolean integers;
    private final boolean frozen;
    private final RootChunk chunk; // in which the elements are logged

    private ListMemory(MemorySegment elements, boolean integers, boolean frozen, RootChunk chunk) {
        this.elements = elements.byteSize() == 0 ? EMPTY : elements;
        this.address = elements.address();
        this.size = elements.byteSize();
        this.integers = integers;
        this.frozen = frozen;
        this.chunk = chunk;
    }

    /** Null when the list is not stored as raw numbers. An empty one counts as one of integers. */
    @TruffleBoundary
    public static ListMemory of(ListCore list) {
        if (list.isArray()) {
            return null;
        }
        ListMemory memory = of(list, Layout.SLOT_INT64);
        return memory != null ? memory : of(list, Layout.SLOT_FLOAT64);
    }

    private static ListMemory of(ListCore list, int kind) {
        Mutator mutator = Mutator.current();
        MemorySegment elements = Lists.raw(mutator, list.address(), kind);
        RootChunk chunk = mutator.chunk();
        Reference.reachabilityFence(list.chunk());
        return elements == null
                ? null
                : new ListMemory(elements, kind == Layout.SLOT_INT64, list.isFrozen() || Segment.isReadOnly(), chunk);
    }

    /** In bytes. */
    public long size() {
        return size;
    }

    /** Whether the elements are integers; else they are floats. */
    public boolean isIntegers() {
        return integers;
    }

    /** Whether nothing may be written: they never change, or this process is attached read-only. */
    public boolean isFrozen() {
        return frozen;
    }

    public byte getByte(int offset) {
        byte value = Memory.getByteOpaque(at(offset, 1));
        Reference.reachabilityFence(chunk);
        return value;
    }

    public void putByte(int offset, byte value) {
        Memory.putByteOpaque(at(offset, 1), value);
        Reference.reachabilityFence(chunk);
    }

    /** The order is the machine's. */
    public long getLong(int offset) {
        long at = at(offset, Long.BYTES);
        long value = isNumber(offset) ? Memory.getLongOpaque(at) : Memory.getLong(at);
        Reference.reachabilityFence(chunk);
        return value;
    }

    /** The order is the machine's. */
    public void putLong(int offset, long value) {
        long at = at(offset, Long.BYTES);
        if (isNumber(offset)) {
            Memory.putLongOpaque(at, value);
        } else {
            Memory.putLong(at, value);
        }
        Reference.reachabilityFence(chunk);
    }

    /** Copies to an array; of others' changes meanwhile it has some or not. */
    public void read(int offset, byte[] target, int targetOffset, int length) {
        if (length == Long.BYTES && isNumber(offset)) {
            NUMBER.set(target, targetOffset, getLong(offset));
        } else {
            readMany(offset, target, targetOffset, length);
        }
    }

    @TruffleBoundary
    private void readMany(int offset, byte[] target, int targetOffset, int length) {
        MemorySegment.copy(elements, ValueLayout.JAVA_BYTE, offset, target, targetOffset, length);
        Reference.reachabilityFence(chunk);
    }

    /** Copies from an array; others may see a part of it earlier. */
    public void write(int offset, byte[] source, int sourceOffset, int length) {
        if (length == Long.BYTES && isNumber(offset)) {
            putLong(offset, (long) NUMBER.get(source, sourceOffset));
        } else {
            writeMany(offset, source, sourceOffset, length);
        }
    }

    @TruffleBoundary
    private void writeMany(int offset, byte[] source, int sourceOffset, int length) {
        MemorySegment.copy(source, sourceOffset, elements, ValueLayout.JAVA_BYTE, offset, length);
        Reference.reachabilityFence(chunk);
    }

    private static boolean isNumber(int offset) {
        return (offset & Long.BYTES - 1) == 0;
    }

    @SuppressWarnings("ArgumentSelectionDefectChecker") // the JDK names them the other way round
    private long at(int offset, int length) {
        return address + Objects.checkFromIndexSize(offset, length, size);
    }
}
