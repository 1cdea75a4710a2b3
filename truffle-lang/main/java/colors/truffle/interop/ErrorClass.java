// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.truffle.Assembly;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** The class of {@link GuestError}, for {@code instanceof} in other languages. */
@ExportLibrary(InteropLibrary.class)
public final class ErrorClass implements TruffleObject {
    public static final ErrorClass INSTANCE = new ErrorClass();

    private ErrorClass() {}

    @ExportMessage
    boolean isMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaSimpleName() {
        return GuestError.NAME;
    }

    @ExportMessage
    Object getMetaQualifiedName() {
        return GuestError.NAME;
    }

    @ExportMessage
    boolean isMetaInstance(Object instance) {
        return instance instanceof GuestError;
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
        return GuestError.NAME;
    }
}
