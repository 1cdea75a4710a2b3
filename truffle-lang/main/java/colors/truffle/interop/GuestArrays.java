// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.truffle.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

/** The contents of a guest's arrays and buffers. */
public final class GuestArrays {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private GuestArrays() {}

    /** The elements, as the guest has them. */
    @TruffleBoundary
    public static Object[] values(Object array) throws InteropException {
        Object[] own = ColorsContext.get(null).guest().arrayValues(array);
        if (own != null) {
            return own;
        }
        var values = new Object[Math.toIntExact(INTEROP.getArraySize(array))];
        for (int i = 0; i < values.length; i++) {
            values[i] = INTEROP.readArrayElement(array, i);
        }
        return values;
    }

    /** The bytes of a buffer. */
    @TruffleBoundary
    public static byte[] bytes(Object buffer) throws InteropException {
        var bytes = new byte[Math.toIntExact(INTEROP.getBufferSize(buffer))];
        INTEROP.readBuffer(buffer, 0, bytes, 0, bytes.length);
        return bytes;
    }
}
