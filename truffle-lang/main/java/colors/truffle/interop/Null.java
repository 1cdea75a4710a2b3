// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.truffle.Assembly;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** The null of the language colors, which other languages take for their own. */
@ExportLibrary(InteropLibrary.class)
public final class Null implements TruffleObject {
    public static final Null INSTANCE = new Null();

    private Null() {}

    @ExportMessage
    boolean isNull() {
        return true;
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return Assembly.language();
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return "null";
    }
}
