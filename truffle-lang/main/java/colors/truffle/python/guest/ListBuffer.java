// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.truffle.container.core.ListMemory;
import com.oracle.graal.python.builtins.PythonBuiltinClassType;
import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAccessLibrary;
import com.oracle.graal.python.nodes.PRaiseNode;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.strings.TruffleString;
import java.nio.ByteOrder;

/** The numbers of a shared list as GraalPy's memoryview reads and writes them: items of 8 bytes, format "q" or "d". */
@ExportLibrary(PythonBufferAccessLibrary.class)
final class ListBuffer {
    private static final TruffleString INTEGERS = PythonUtils.tsLiteral("q");
    private static final TruffleString FLOATS = PythonUtils.tsLiteral("d");

    private final PythonList list;
    private final ListMemory memory;

    ListBuffer(PythonList list, ListMemory memory) {
        this.list = list;
        this.memory = memory;
    }

    @ExportMessage
    boolean isBuffer() {
        return true;
    }

    @ExportMessage
    Object getOwner() {
        return list;
    }

    @ExportMessage
    int getBufferLength() {
        return (int) memory.size();
    }

    @ExportMessage
    int getItemSize() {
        return Long.BYTES;
    }

    @ExportMessage
    TruffleString getFormatString() {
        return memory.isIntegers() ? INTEGERS : FLOATS;
    }

    @ExportMessage
    boolean isReadonly() {
        return memory.isFrozen();
    }

    @ExportMessage
    byte readByte(int offset) {
        return memory.getByte(offset);
    }

    @ExportMessage
    long readLong(int offset) {
        return memory.getLong(offset);
    }

    @ExportMessage
    long readLongByteOrder(int offset, ByteOrder order) {
        return inOrder(memory.getLong(offset), order);
    }

    @ExportMessage
    void readIntoByteArray(int offset, byte[] target, int targetOffset, int length) {
        memory.read(offset, target, targetOffset, length);
    }

    @ExportMessage
    void readIntoBuffer(int offset, Object target, int targetOffset, int length, PythonBufferAccessLibrary targets) {
        if (targets.hasInternalByteArray(target)) {
            memory.read(offset, targets.getInternalByteArray(target), targetOffset, length);
        } else {
            var bytes = new byte[length];
            memory.read(offset, bytes, 0, length);
            targets.writeFromByteArray(target, targetOffset, bytes, 0, length);
        }
    }

    @ExportMessage
    void writeByte(int offset, byte value) {
        checkWritable();
        memory.putByte(offset, value);
    }

    @ExportMessage
    void writeLong(int offset, long value) {
        checkWritable();
        memory.putLong(offset, value);
    }

    @ExportMessage
    void writeLongByteOrder(int offset, long value, ByteOrder order) {
        checkWritable();
        memory.putLong(offset, inOrder(value, order));
    }

    @ExportMessage
    void writeFromByteArray(int offset, byte[] source, int sourceOffset, int length) {
        checkWritable();
        memory.write(offset, source, sourceOffset, length);
    }

    private static long inOrder(long value, ByteOrder order) {
        return order == ByteOrder.nativeOrder() ? value : Long.reverseBytes(value);
    }

    private void checkWritable() {
        if (memory.isFrozen()) {
            throw notWritable();
        }
    }

    @TruffleBoundary
    static RuntimeException notWritable() {
        return PRaiseNode.raiseStatic(
                null,
                PythonBuiltinClassType.BufferError,
                PythonUtils.toTruffleStringUncached("Object is not writable."));
    }
}
