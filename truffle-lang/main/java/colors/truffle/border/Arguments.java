// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.strings.TruffleString;

/** What arguments of the API's functions are. Throws SharedMemoryException (ARGUMENT) where one is something else. */
public final class Arguments {
    private Arguments() {}

    /** The string that an argument is; {@code what} names it in an error. */
    public static String text(Object value, String what) {
        if (value instanceof TruffleString text) {
            return text.toJavaStringUncached();
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (interop.isString(value)) {
                return interop.asString(value);
            }
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
        throw SharedMemoryException.of(Reason.ARGUMENT, what + " is a string, not " + GuestValues.named(value));
    }
}
