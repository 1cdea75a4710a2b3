// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.context.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.source.Source;
import java.util.Set;

/**
 * The methods of a JavaScript Set that take another set: they are its own, applied to a private copy of the shared set.
 */
public final class SetAlgebra {
    private static final Set<String> NAMES = Set.of(
            "union",
            "intersection",
            "difference",
            "symmetricDifference",
            "isSubsetOf",
            "isSupersetOf",
            "isDisjointFrom");
    private static final Source SUPPORT = Source.newBuilder(
                    "js", "(set, name, other) => new Set(set)[name](other)", "colors-set.js")
            .internal(true)
            .build();

    private SetAlgebra() {}

    /** Whether it is the name of such a method. */
    public static boolean has(String name) {
        return NAMES.contains(name);
    }

    /** Calls a method; its result is a private set or a boolean. */
    @TruffleBoundary
    public static Object call(Object set, String name, Object[] arguments)
            throws ArityException, UnsupportedTypeException, UnsupportedMessageException {
        if (arguments.length == 0) {
            throw ArityException.create(1, -1, 0);
        }
        Object function = ColorsContext.get(null).env().parsePublic(SUPPORT).call();
        return InteropLibrary.getUncached().execute(function, set, name, arguments[0]);
    }
}
