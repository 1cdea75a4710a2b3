// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.LanguageValue;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a flat array themselves, as a buffer to other languages: {@code new Int32Array(a.buffer)} is a view of
 * them. A number at a multiple of its width is one load or store.
 */
@ExportLibrary(InteropLibrary.class)
public final class FlatBuffer extends LanguageValue {
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final FlatCore core;

    FlatBuffer(FlatCore core) {
        this.core = core;
    }

    @ExportMessage
    boolean hasBufferElements() {
        return true;
    }

    @ExportMessage
    boolean isBufferWritable() {
        return !Segment.isReadOnly();
    }

    @ExportMessage
    long getBufferSize() {
        return core.bytes();
    }

    private int checked(long offset, int width) throws InvalidBufferOffsetException {
        if (offset < 0 || offset > core.bytes() - width) {
            throw InvalidBufferOffsetException.create(offset, width);
        }
        return (int) offset;
    }

    /** The bits at an offset, in the machine's order. */
    private long load(SlotKind slot, int width, long offset) throws InvalidBufferOffsetException {
        int at = checked(offset, width);
        return (at & width - 1) == 0 ? core.loadBytes(slot, at) : unaligned(at, width);
    }

    private void store(SlotKind slot, int width, long offset, long bits)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        int at = checked(offset, width);
        if (Segment.isReadOnly()) {
            throw UnsupportedMessageException.create();
        }
        if ((at & width - 1) == 0) {
            core.storeBytes(slot, at, bits);
        } else {
            storeUnaligned(at, width, bits);
        }
    }

    private static boolean isNative(ByteOrder order) {
        return order == ByteOrder.LITTLE_ENDIAN == LITTLE;
    }

    @TruffleBoundary
    private long unaligned(int offset, int width) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        core.read(offset, bytes.array(), 0, width);
        return width == Short.BYTES ? bytes.getShort(0) : width == Integer.BYTES ? bytes.getInt(0) : bytes.getLong(0);
    }

    @TruffleBoundary
    private void storeUnaligned(int offset, int width, long bits) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        if (width == Short.BYTES) {
            bytes.putShort(0, (short) bits);
        } else if (width == Integer.BYTES) {
            bytes.putInt(0, (int) bits);
        } else {
            bytes.putLong(0, bits);
        }
        core.write(offset, bytes.array(), 0, width);
    }

    @ExportMessage
    byte readBufferByte(long offset) throws InvalidBufferOffsetException {
        return (byte) load(SlotKind.INT8, Byte.BYTES, offset);
    }

    @ExportMessage
    short readBufferShort(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        short value = (short) load(SlotKind.INT16, Short.BYTES, offset);
        return isNative(order) ? value : Short.reverseBytes(value);
    }

    @ExportMessage
    int readBufferInt(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        int value = (int) load(SlotKind.INT32, Integer.BYTES, offset);
        return isNative(order) ? value : Integer.reverseBytes(value);
    }

    @ExportMessage
    long readBufferLong(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        long value = load(SlotKind.INT64, Long.BYTES, offset);
        return isNative(order) ? value : Long.reverseBytes(value);
    }

    @ExportMessage
    float readBufferFloat(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return Float.intBitsToFloat(readBufferInt(order, offset));
    }

    @ExportMessage
    double readBufferDouble(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return Double.longBitsToDouble(readBufferLong(order, offset));
    }

    @ExportMessage
    void readBuffer(long offset, byte[] target, int targetOffset, int length) throws InvalidBufferOffsetException {
        core.read(checked(offset, length), target, targetOffset, length);
    }

    @ExportMessage
    void writeBufferByte(long offset, byte value) throws InvalidBufferOffsetException, UnsupportedMessageException {
        store(SlotKind.INT8, Byte.BYTES, offset, value);
    }

    @ExportMessage
    void writeBufferShort(ByteOrder order, long offset, short value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        store(SlotKind.INT16, Short.BYTES, offset, isNative(order) ? value : Short.reverseBytes(value));
    }

    @ExportMessage
    void writeBufferInt(ByteOrder order, long offset, int value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        store(SlotKind.INT32, Integer.BYTES, offset, isNative(order) ? value : Integer.reverseBytes(value));
    }

    @ExportMessage
    void writeBufferLong(ByteOrder order, long offset, long value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        store(SlotKind.INT64, Long.BYTES, offset, isNative(order) ? value : Long.reverseBytes(value));
    }

    @ExportMessage
    void writeBufferFloat(ByteOrder order, long offset, float value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        writeBufferInt(order, offset, Float.floatToRawIntBits(value));
    }

    @ExportMessage
    void writeBufferDouble(ByteOrder order, long offset, double value)
            throws InvalidBufferOffsetException, UnsupportedMessageException {
        writeBufferLong(order, offset, Double.doubleToRawLongBits(value));
    }

    // ---- identity -----------------------------------------------------------------------------------

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofBuffer(FlatBuffer receiver, FlatBuffer other) {
            return TriState.valueOf(receiver.core.address() == other.core.address());
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(FlatBuffer receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    int identityHashCode() {
        return Long.hashCode(core.address());
    }

    @Override
    public String toString() {
        return "the buffer of a shared array of " + core.size() + " " + core.name();
    }
}
