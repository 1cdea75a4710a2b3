// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

/** The null of the language colors, which other languages take for their own. */
@ExportLibrary(InteropLibrary.class)
public final class Null extends LanguageValue {
    public static final Null INSTANCE = new Null();

    private Null() {}

    @ExportMessage
    boolean isNull() {
        return true;
    }

    @Override
    public String toString() {
        return "null";
    }
}
