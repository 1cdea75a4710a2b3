// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.memory.Segment;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.core.BinaryCore;
import com.oracle.graal.python.builtins.PythonBuiltinClassType;
import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAccessLibrary;
import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAcquireLibrary;
import com.oracle.graal.python.nodes.PRaiseNode;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/**
 * Shared bytes with GraalPy's own buffer protocol, which memoryview, struct, hashlib and others use. A buffer is the
 * bytes themselves.
 */
@ExportLibrary(PythonBufferAcquireLibrary.class)
@ExportLibrary(PythonBufferAccessLibrary.class)
final class PythonBinary extends SharedBinary {
    private static final int WRITABLE = 1; // PyBUF_WRITABLE

    PythonBinary(BinaryCore core) {
        super(core);
    }

    @ExportMessage
    boolean hasBuffer() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object acquire(int flags) {
        if ((flags & WRITABLE) != 0) {
            checkWritable();
        }
        return this;
    }

    /** Also before writes: not all of GraalPy's callers say when they acquire a buffer that they will write. */
    private void checkWritable() {
        if (isReadonly()) {
            throw frozen();
        }
    }

    @TruffleBoundary
    private static RuntimeException frozen() {
        return PRaiseNode.raiseStatic(
                null,
                PythonBuiltinClassType.BufferError,
                PythonUtils.toTruffleStringUncached("Object is not writable."));
    }

    @ExportMessage
    boolean isBuffer() {
        return true;
    }

    @ExportMessage
    int getBufferLength() {
        return core().size();
    }

    @ExportMessage
    boolean isReadonly() {
        return core().isFrozen() || Segment.isReadOnly();
    }

    @ExportMessage
    byte readByte(int offset) {
        return core().get(offset);
    }

    @ExportMessage
    void writeByte(int offset, byte value) {
        checkWritable();
        core().set(offset, value);
    }

    @ExportMessage
    @TruffleBoundary
    void readIntoByteArray(int offset, byte[] target, int targetOffset, int length) {
        core().read(offset, target, targetOffset, length);
    }

    @ExportMessage
    @TruffleBoundary
    void writeFromByteArray(int offset, byte[] source, int sourceOffset, int length) {
        checkWritable();
        core().write(offset, source, sourceOffset, length);
    }
}
