// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.core.FlatCore;
import com.oracle.graal.python.builtins.objects.buffer.BufferFlags;
import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAccessLibrary;
import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAcquireLibrary;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.strings.TruffleString;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A flat array with GraalPy's own buffer protocol: memoryview and all that takes bytes-like objects have the elements
 * themselves. An item is one load or store.
 */
@ExportLibrary(PythonBufferAcquireLibrary.class)
@ExportLibrary(PythonBufferAccessLibrary.class)
public final class PythonFlat extends SharedFlat {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final TruffleString[] FORMATS = new TruffleString["bhHiqfd?".length()];

    static {
        for (int i = 0; i < FORMATS.length; i++) {
            FORMATS[i] = PythonUtils.tsLiteral("bhHiqfd?".substring(i, i + 1));
        }
    }

    public PythonFlat(FlatCore core) {
        super(core);
    }

    /** The format of an element in modules array and struct; array has no booleans. */
    static TruffleString format(int kind) {
        int i = kind == Layout.SLOT_INT8
                ? 0
                : kind == Layout.SLOT_INT16
                        ? 1
                        : kind == Layout.SLOT_CHAR
                                ? 2
                                : kind == Layout.SLOT_INT32
                                        ? 3
                                        : kind == Layout.SLOT_INT64
                                                ? 4
                                                : kind == Layout.SLOT_FLOAT32 ? 5 : kind == Layout.SLOT_FLOAT64 ? 6 : 7;
        return FORMATS[i];
    }

    @ExportMessage
    @TruffleBoundary
    Object acquire(int flags) {
        if (BufferFlags.requestsWritable(flags)) {
            checkWritable();
        }
        return this;
    }

    @ExportMessage
    boolean hasBuffer() {
        return true;
    }

    /** Also before writes: not all of GraalPy's callers say when they acquire a buffer that they will write. */
    private static void checkWritable() {
        if (Segment.isReadOnly()) {
            throw ListBuffer.notWritable();
        }
    }

    @ExportMessage
    boolean isBuffer() {
        return true;
    }

    @ExportMessage
    int getBufferLength() {
        return core().bytes();
    }

    @ExportMessage
    int getItemSize() {
        return 1 << core().shift();
    }

    @ExportMessage
    TruffleString getFormatString() {
        return format(core().kind());
    }

    @ExportMessage
    boolean isReadonly() {
        return Segment.isReadOnly();
    }

    // ---- items --------------------------------------------------------------------------------------

    private long load(SlotKind slot, int width, int offset) {
        return core().loadBytes(slot, Objects.checkFromIndexSize(offset, width, core().bytes()));
    }

    private void store(SlotKind slot, int width, int offset, long bits) {
        checkWritable();
        core().storeBytes(slot, Objects.checkFromIndexSize(offset, width, core().bytes()), bits);
    }

    private static boolean isAligned(int offset, int width) {
        return (offset & width - 1) == 0;
    }

    @ExportMessage
    byte readByte(int offset) {
        return (byte) load(SlotKind.INT8, Byte.BYTES, offset);
    }

    @ExportMessage
    short readShort(int offset) {
        return isAligned(offset, Short.BYTES)
                ? (short) load(SlotKind.INT16, Short.BYTES, offset)
                : (short) SHORT.get(bytes(offset, Short.BYTES), 0);
    }

    @ExportMessage
    int readInt(int offset) {
        return isAligned(offset, Integer.BYTES)
                ? (int) load(SlotKind.INT32, Integer.BYTES, offset)
                : (int) INT.get(bytes(offset, Integer.BYTES), 0);
    }

    @ExportMessage
    long readLong(int offset) {
        return isAligned(offset, Long.BYTES)
                ? load(SlotKind.INT64, Long.BYTES, offset)
                : (long) LONG.get(bytes(offset, Long.BYTES), 0);
    }

    private byte[] bytes(int offset, int length) {
        var bytes = new byte[length];
        core().read(offset, bytes, 0, length);
        return bytes;
    }

    @ExportMessage
    void writeByte(int offset, byte value) {
        store(SlotKind.INT8, Byte.BYTES, offset, value);
    }

    /** One item, as memoryview reads it, in one step. */
    @ExportMessage
    void readIntoByteArray(int offset, byte[] target, int targetOffset, int length) {
        if (length == Long.BYTES && isAligned(offset, length)) {
            LONG.set(target, targetOffset, readLong(offset));
        } else if (length == Integer.BYTES && isAligned(offset, length)) {
            INT.set(target, targetOffset, readInt(offset));
        } else if (length == Short.BYTES && isAligned(offset, length)) {
            SHORT.set(target, targetOffset, readShort(offset));
        } else if (length == Byte.BYTES) {
            target[targetOffset] = readByte(offset);
        } else {
            core().read(offset, target, targetOffset, length);
        }
    }

    /** One item, as memoryview writes it, in one step. */
    @ExportMessage
    void writeFromByteArray(int offset, byte[] source, int sourceOffset, int length) {
        checkWritable();
        if (length == Long.BYTES && isAligned(offset, length)) {
            store(SlotKind.INT64, length, offset, (long) LONG.get(source, sourceOffset));
        } else if (length == Integer.BYTES && isAligned(offset, length)) {
            store(SlotKind.INT32, length, offset, (int) INT.get(source, sourceOffset));
        } else if (length == Short.BYTES && isAligned(offset, length)) {
            store(SlotKind.INT16, length, offset, (short) SHORT.get(source, sourceOffset));
        } else if (length == Byte.BYTES) {
            store(SlotKind.INT8, length, offset, source[sourceOffset]);
        } else {
            core().write(offset, source, sourceOffset, length);
        }
    }

    @ExportMessage
    void readIntoBuffer(int offset, Object target, int targetOffset, int length, PythonBufferAccessLibrary targets) {
        if (targets.hasInternalByteArray(target)) {
            core().read(offset, targets.getInternalByteArray(target), targetOffset, length);
        } else {
            targets.writeFromByteArray(target, targetOffset, bytes(offset, length), 0, length);
        }
    }
}
