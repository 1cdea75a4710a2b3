// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAccessLibrary;
import com.oracle.graal.python.builtins.objects.list.PList;
import com.oracle.graal.python.runtime.sequence.storage.ArrayBasedSequenceStorage;
import java.util.Arrays;

/** The elements of Python's own lists and arrays in one step. */
final class PythonArrays {
    private PythonArrays() {}

    /** The memory of an array.array or of bytes; null for what has no array of this JVM's. */
    static byte[] memory(Object value) {
        PythonBufferAccessLibrary buffers = PythonBufferAccessLibrary.getUncached();
        return buffers.hasInternalByteArray(value) ? buffers.getInternalByteArray(value) : null;
    }

    /** A copy, or null when the value is no list, or not stored as an array that is known here. */
    static Object[] values(Object value) {
        if (!(value instanceof PList list)
                || !(list.getSequenceStorage() instanceof ArrayBasedSequenceStorage storage)) {
            return null;
        }
        int length = storage.length();
        return switch (storage.getInternalArrayObject()) {
            case int[] numbers -> Arrays.stream(numbers, 0, length).boxed().toArray();
            case long[] numbers -> Arrays.stream(numbers, 0, length).boxed().toArray();
            case double[] numbers -> Arrays.stream(numbers, 0, length).boxed().toArray();
            case Object[] objects -> Arrays.copyOf(objects, length, Object[].class);
            default -> null;
        };
    }
}
