// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.runtime.Strings;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.api.strings.TruffleString.Encoding;

/** Shared strings as Truffle strings. */
final class SharedText {
    private SharedText() {
    }

    /** A copy of a shared string that the caller keeps alive. */
    @TruffleBoundary
    static TruffleString read(long object) {
        byte[] bytes = Strings.bytes(object);
        Encoding encoding = Strings.isLatin1(object) ? Encoding.ISO_8859_1 : Encoding.UTF_16;
        return TruffleString.fromByteArrayUncached(bytes, 0, bytes.length, encoding, false);
    }
}
