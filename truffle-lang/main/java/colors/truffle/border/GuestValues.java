// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.roots.Shared;
import colors.truffle.context.ColorsContext;
import colors.values.ValueClass;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.function.Supplier;

/** Guest values on their way into shared memory: scalars, null and shared objects; anything else is private. */
public final class GuestValues {
    private GuestValues() {}

    /**
     * The value as {@link colors.values.Values} takes it. {@code place} names where it was to be stored, for an error.
     */
    @TruffleBoundary
    public static Object toCore(Object value, Supplier<String> place) {
        return switch (value) {
            case Integer number -> (Object) (long) number;
            case Long number -> number;
            case Double number -> number;
            case Boolean bool -> bool;
            case String text -> text;
            case TruffleString text -> text.toJavaStringUncached();
            case Shared shared -> shared;
            case null, default -> viaInterop(value, place);
        };
    }

    private static Object viaInterop(Object value, Supplier<String> place) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (interop.isNull(value)) {
                return null;
            }
            Object immutable = ValueBorder.store(value);
            if (immutable != null) {
                return immutable;
            }
            if (interop.isBoolean(value)) {
                return interop.asBoolean(value);
            }
            if (interop.isString(value)) {
                return interop.asString(value);
            }
            if (interop.isNumber(value)) {
                return number(interop, value);
            }
        } catch (UnsupportedMessageException e) {
            throw new AssertionError(e);
        }
        Shared host = hostShared(value);
        if (host != null) {
            return host;
        }
        throw SharedMemoryException.of(
                Reason.ARGUMENT,
                place.get() + " cannot hold a private " + describe(value)
                        + ": other processes could not follow the reference; store a shared object (copy_in,"
                        + " copyIn make one), a number, a string, a boolean or null; nothing was stored");
    }

    private static Object number(InteropLibrary interop, Object value) throws UnsupportedMessageException {
        if (interop.fitsInLong(value)) {
            return interop.asLong(value);
        }
        if (interop.fitsInBigInteger(value)) {
            return interop.asBigInteger(value);
        }
        return interop.asDouble(value);
    }

    /** A wrapper of the Java API that an embedding Java program passed in, or null. */
    private static Shared hostShared(Object value) {
        Env env = ColorsContext.get(null).env();
        return env.isHostObject(value) && env.asHostObject(value) instanceof Shared shared ? shared : null;
    }

    /** A private value as an error names it: its class. */
    @TruffleBoundary
    public static String describe(Object value) {
        if (value instanceof ValueObject object) {
            return ValueClass.className(object.value());
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (interop.hasMetaObject(value)) {
                String name = interop.asString(interop.getMetaQualifiedName(interop.getMetaObject(value)));
                return name.isEmpty() ? "object of a class without a name" : name;
            }
        } catch (UnsupportedMessageException e) {
            throw new AssertionError(e);
        }
        return interop.isNumber(value)
                ? "number"
                : interop.isString(value)
                        ? "string"
                        : interop.isBoolean(value) ? "boolean" : interop.isExecutable(value) ? "function" : "object";
    }

    /** The same with its article: "an Error", "a number"; null and undefined have none. */
    @TruffleBoundary
    public static String named(Object value) {
        return isNothing(value)
                ? nothing(value)
                : ("AEIOUaeio".indexOf(describe(value).charAt(0)) < 0 ? "a " : "an ") + describe(value);
    }

    /** The same where a shared object was expected: "a private Error", "a number". */
    @TruffleBoundary
    public static String namedPrivate(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        boolean scalar =
                isNothing(value) || interop.isNumber(value) || interop.isString(value) || interop.isBoolean(value);
        return scalar
                ? named(value)
                : value instanceof Shared
                        ? "a shared container, which has no class with fields"
                        : "a private " + describe(value);
    }

    private static boolean isNothing(Object value) {
        return InteropLibrary.getUncached().isNull(value);
    }

    private static String nothing(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            return interop.asString(interop.toDisplayString(value, false));
        } catch (UnsupportedMessageException e) {
            throw new AssertionError(e);
        }
    }
}
