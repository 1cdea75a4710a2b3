// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import com.oracle.truffle.api.strings.TruffleString;

/** How a language wants values that come from shared memory. Stateless; a constant in each inline cache. */
public abstract class ValueForm {
    /** For interop. */
    public static final ValueForm INTEROP = new ValueForm() {
        @Override
        public Object nothing() {
            return Null.INSTANCE;
        }

        @Override
        public Object string(TruffleString text) {
            return text;
        }
    };

    public abstract Object nothing();

    public abstract Object string(TruffleString text);
}
