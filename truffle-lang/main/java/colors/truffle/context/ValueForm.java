// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.heap.RecentReferences;
import colors.heap.RecentTexts;
import colors.heap.RecentWords;
import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.api.strings.TruffleString.Encoding;
import java.util.Arrays;
import java.util.List;

/** How a language wants values that come from shared memory. A constant in each inline cache. */
public abstract class ValueForm {
    /** For interop. */
    public static final ValueForm INTEROP = interop(Null.INSTANCE);

    /**
     * For interop with a language that wants its own null. Strings in UTF-16, in which GraalJS has all of its own: from
     * another encoding it converts a string at each read.
     */
    public static ValueForm interop(Object nothing) {
        return new ValueForm() {
            @Override
            public Object nothing() {
                return nothing;
            }

            @Override
            public Encoding encoding(Encoding given) {
                return Encoding.UTF_16;
            }
        };
    }

    private final RecentTexts<TruffleString> recentTexts = new RecentTexts<>();
    private final RecentWords<TruffleString> recentWords = new RecentWords<>();
    private final RecentReferences<TruffleString> recentReferences = new RecentReferences<>();

    public abstract Object nothing();

    /** Strings in the encoding that it wants. */
    public final RecentTexts<TruffleString> recentTexts() {
        return recentTexts;
    }

    /** The same for short strings. */
    public final RecentWords<TruffleString> recentWords() {
        return recentWords;
    }

    /** Strings by references. */
    public final RecentReferences<TruffleString> recentReferences() {
        return recentReferences;
    }

    /** Many values as one. */
    public Object array(Object[] values) {
        return new Names(List.of(values));
    }

    /** Two values as one. */
    public Object pair(Object first, Object second) {
        return new Names(List.of(first, second));
    }

    /** Bytes as one value. */
    public Object bytes(byte[] bytes) {
        var numbers = new Object[bytes.length];
        Arrays.setAll(numbers, i -> bytes[i] & 0xff);
        return array(numbers);
    }

    /** The encoding in which it wants a string that comes in another one. */
    public abstract Encoding encoding(Encoding given);
}
