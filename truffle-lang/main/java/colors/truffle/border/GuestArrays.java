// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.truffle.context.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import java.util.ArrayList;
import java.util.List;

/** The contents of a guest's arrays, iterables and buffers. */
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

    /** The elements of an iterable or an iterator. */
    public static List<Object> iterate(Object iterable) throws InteropException {
        Object iterator = INTEROP.isIterator(iterable) ? iterable : INTEROP.getIterator(iterable);
        var values = new ArrayList<Object>();
        while (INTEROP.hasIteratorNextElement(iterator)) {
            try {
                values.add(INTEROP.getIteratorNextElement(iterator));
            } catch (StopIterationException e) {
                return values;
            }
        }
        return values;
    }

    /** The bytes of a buffer or an array of numbers. */
    public static byte[] bytesOrNumbers(Object source) throws InteropException {
        if (INTEROP.hasBufferElements(source)) {
            return bytes(source);
        }
        var bytes = new byte[(int) INTEROP.getArraySize(source)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) INTEROP.asInt(INTEROP.readArrayElement(source, i));
        }
        return bytes;
    }

    /** The simple name of a value's class, empty when it has none. */
    public static String className(Object value) {
        try {
            return INTEROP.hasMetaObject(value)
                    ? INTEROP.asString(INTEROP.getMetaSimpleName(INTEROP.getMetaObject(value)))
                    : "";
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
