// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** A value of the language "colors" in other languages, which show it by its toString(). */
@ExportLibrary(InteropLibrary.class)
public abstract class LanguageValue implements TruffleObject {
    @ExportMessage
    public final boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    public final Class<? extends TruffleLanguage<?>> getLanguage() {
        return Assembly.language();
    }

    @ExportMessage
    @TruffleBoundary
    public final Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return toString();
    }
}
