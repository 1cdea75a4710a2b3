// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.roots.Mutator;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

/** The mutator of one thread of a context, found at its first use: only the thread itself can claim it. */
public final class ThreadMutator {
    private Mutator mutator;

    Mutator get() {
        Mutator found = mutator;
        return found != null ? found : claim();
    }

    @TruffleBoundary
    private Mutator claim() {
        return mutator = Mutator.current();
    }
}
