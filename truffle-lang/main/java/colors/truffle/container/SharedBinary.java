// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.TypeConflictException;
import colors.memory.Segment;
import colors.truffle.container.core.BinaryCore;
import colors.truffle.context.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A shared array of bytes: a buffer and an array of numbers from 0 to 255 to other languages. */
@ExportLibrary(InteropLibrary.class)
public class SharedBinary extends SharedContainer {
    private final BinaryCore core;

    public SharedBinary(BinaryCore core) {
        super(core.isFrozen() ? ContainerKind.FROZEN_BINARY : ContainerKind.BINARY);
        this.core = core;
    }

    @Override
    public final BinaryCore core() {
        return core;
    }

    @Override
    @ExportMessage
    boolean hasMembers() {
        return false;
    }

    @ExportMessage
    boolean hasBufferElements() {
        return true;
    }

    @ExportMessage
    boolean isBufferWritable() {
        return isMutable();
    }

    @ExportMessage
    @TruffleBoundary
    long getBufferSize() {
        return core.size();
    }

    @ExportMessage
    byte readBufferByte(long offset) throws InvalidBufferOffsetException {
        return bytes(offset, 1).get();
    }

    @ExportMessage
    short readBufferShort(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return bytes(offset, 2).order(order).getShort();
    }

    @ExportMessage
    int readBufferInt(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return bytes(offset, 4).order(order).getInt();
    }

    @ExportMessage
    long readBufferLong(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return bytes(offset, 8).order(order).getLong();
    }

    @ExportMessage
    float readBufferFloat(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return bytes(offset, 4).order(order).getFloat();
    }

    @ExportMessage
    double readBufferDouble(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return bytes(offset, 8).order(order).getDouble();
    }

    @ExportMessage
    @TruffleBoundary
    void readBuffer(long offset, byte[] target, int targetOffset, int length) throws InvalidBufferOffsetException {
        check(offset, length);
        core.read((int) offset, target, targetOffset, length);
    }

    @ExportMessage
    void writeBufferByte(long offset, byte value) throws InvalidBufferOffsetException, UnsupportedMessageException {
        write(offset, ByteBuffer.allocate(1).put(value));
    }

    @ExportMessage
    void writeBufferShort(ByteOrder order, long offset, short value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        write(offset, ByteBuffer.allocate(2).order(order).putShort(value));
    }

    @ExportMessage
    void writeBufferInt(ByteOrder order, long offset, int value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        write(offset, ByteBuffer.allocate(4).order(order).putInt(value));
    }

    @ExportMessage
    void writeBufferLong(ByteOrder order, long offset, long value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        write(offset, ByteBuffer.allocate(8).order(order).putLong(value));
    }

    @ExportMessage
    void writeBufferFloat(ByteOrder order, long offset, float value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        write(offset, ByteBuffer.allocate(4).order(order).putFloat(value));
    }

    @ExportMessage
    void writeBufferDouble(ByteOrder order, long offset, double value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        write(offset, ByteBuffer.allocate(8).order(order).putDouble(value));
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    long getArraySize() {
        return getBufferSize();
    }

    @ExportMessage
    @TruffleBoundary
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < core.size();
    }

    @ExportMessage
    boolean isArrayElementModifiable(long index) {
        return isMutable() && isArrayElementReadable(index);
    }

    @ExportMessage
    boolean isArrayElementInsertable(@SuppressWarnings("unused") long index) {
        return false;
    }

    @ExportMessage
    @TruffleBoundary
    Object readArrayElement(long index) throws InvalidArrayIndexException {
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        return core.get((int) index) & 0xff;
    }

    @ExportMessage
    @TruffleBoundary
    void writeArrayElement(long index, Object value, @Bind Node node)
            throws InvalidArrayIndexException, UnsupportedMessageException {
        requireWritable();
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        int number = interop.fitsInInt(value) ? interop.asInt(value) : -1;
        if (number < 0 || number > 255) {
            throw ColorsContext.get(node)
                    .raise(node, new TypeConflictException("a byte is a number from 0 to 255; nothing was stored"));
        }
        core.set((int) index, (byte) number);
    }

    private void check(long offset, int length) throws InvalidBufferOffsetException {
        if (offset < 0 || length < 0 || length > core.size() - offset) {
            throw InvalidBufferOffsetException.create(offset, length);
        }
    }

    @TruffleBoundary
    private ByteBuffer bytes(long offset, int length) throws InvalidBufferOffsetException {
        check(offset, length);
        var bytes = new byte[length];
        core.read((int) offset, bytes, 0, length);
        return ByteBuffer.wrap(bytes);
    }

    @TruffleBoundary
    @SuppressWarnings("ByteBufferBackingArray") // the callers allocate it
    private void write(long offset, ByteBuffer bytes) throws InvalidBufferOffsetException, UnsupportedMessageException {
        requireWritable();
        check(offset, bytes.capacity());
        core.write((int) offset, bytes.array(), 0, bytes.capacity());
    }

    private void requireWritable() throws UnsupportedMessageException {
        if (!isMutable()) {
            throw UnsupportedMessageException.create();
        }
    }

    private boolean isMutable() {
        return !core.isFrozen() && !Segment.isReadOnly();
    }
}
