// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.roots.RootChunk;
import colors.roots.Shared;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.TruffleObject;
import java.util.Objects;

/**
 * What lower parts of the language have from higher ones without naming them. {@code ColorsLanguage} says it once,
 * before the first context; from then on it is constant to compilers.
 */
public final class Assembly {
    /** Makes what stands for a shared object or container that is logged in a chunk. */
    public interface Wrappers {
        /** For whatever is at an address; for slow paths. */
        Shared at(long address, RootChunk chunk);

        /** For an object; {@code type} is its class as the meta object that languages know. */
        Shared object(long address, RootChunk chunk, TruffleObject type);

        /** For a container of a builtin shape. */
        Shared container(int shape, long address, RootChunk chunk);
    }

    private static Assembly given;

    private final Class<? extends TruffleLanguage<ColorsContext>> language;
    private final Wrappers wrappers;

    /** Initialised at its first use, which comes after {@link #give}. */
    private static final class Constants {
        static final Class<? extends TruffleLanguage<ColorsContext>> LANGUAGE =
                Objects.requireNonNull(given, "the language colors is not initialised yet").language;
        static final Wrappers WRAPPERS = given.wrappers;
    }

    private Assembly(Class<? extends TruffleLanguage<ColorsContext>> language, Wrappers wrappers) {
        this.language = language;
        this.wrappers = wrappers;
    }

    /** To be called by the language class when it is initialised. */
    public static void give(Class<? extends TruffleLanguage<ColorsContext>> language, Wrappers wrappers) {
        given = new Assembly(language, wrappers);
    }

    /** The language class, which Truffle asks of each of the language's values. */
    public static Class<? extends TruffleLanguage<ColorsContext>> language() {
        return Constants.LANGUAGE;
    }

    public static Wrappers wrappers() {
        return Constants.WRAPPERS;
    }
}
