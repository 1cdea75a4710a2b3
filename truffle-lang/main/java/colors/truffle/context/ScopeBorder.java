// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

/** {@link ScopeCheck} in code that Truffle compiles: nothing before the first scope of the process. */
public final class ScopeBorder {
    private static final Assumption UNUSED = Assumption.create("no scope was ever open");

    static {
        ScopeCheck.onFirstUse(UNUSED::invalidate);
    }

    private ScopeBorder() {}

    /**
     * To be called before the address of a wrapper of this chunk is used. Throws the language's exception when the
     * calling thread may not.
     */
    public static void check(RootChunk chunk) {
        if (!UNUSED.isValid() && !chunk.isUsable()) {
            throw refusal(chunk);
        }
    }

    @TruffleBoundary
    private static RuntimeException refusal(RootChunk chunk) {
        return ColorsContext.get(null).raise(null, chunk.refusal());
    }
}
