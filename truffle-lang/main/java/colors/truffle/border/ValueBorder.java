// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.SharedMemoryException;
import colors.ValueType.EnumConstant;
import colors.truffle.context.ColorsContext;
import colors.values.ValueClass;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.nodes.Node;
import java.time.LocalDateTime;

/**
 * Values that are no scalars (docs/values.md) between the core and a guest language: what all languages have in common.
 */
public final class ValueBorder {
    private ValueBorder() {}

    /** The guest's value of an object of a value class, which the caller keeps alive. */
    @TruffleBoundary
    public static Object load(long object, Node node) {
        ColorsContext context = ColorsContext.get(node);
        try {
            return context.guest().ofValue(context, ValueClass.read(object));
        } catch (SharedMemoryException e) {
            throw context.raise(node, e);
        }
    }

    /** The core's value of a guest's, null when it is of no value class. */
    public static Object store(Object value) {
        if (value instanceof ValueObject object) {
            return object.value();
        }
        ColorsContext context = ColorsContext.get(null);
        Env env = context.env();
        if (env.isHostObject(value)) {
            Object host = env.asHostObject(value);
            return ValueClass.isValue(host) ? host : null;
        }
        return context.guest().toValue(value);
    }

    /** Of a value that says by interop what it is. */
    public static Object viaInterop(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (interop.isInstant(value)) {
                return interop.asInstant(value);
            }
            if (interop.isDuration(value)) {
                return interop.asDuration(value);
            }
            if (!interop.isDate(value)) {
                return null;
            }
            return interop.isTime(value)
                    ? LocalDateTime.of(interop.asDate(value), interop.asTime(value))
                    : interop.asDate(value);
        } catch (UnsupportedMessageException e) {
            throw new AssertionError(e);
        }
    }

    /** value(type, text): of a reserved class. */
    public static Object make(ColorsContext context, Object[] arguments) {
        String type = Arguments.text(arguments[0], "the name of a value class");
        ValueClass<?> reserved = ValueClass.named(type);
        if (reserved == null) {
            throw SharedMemoryException.of(
                    SharedMemoryException.Reason.ARGUMENT,
                    "there is no value class " + type + "; there are " + ValueClass.names());
        }
        return context.guest().ofValue(context, reserved.parse(Arguments.text(arguments[1], "the text of a value")));
    }

    /** enumConstant(type, name). */
    public static Object makeConstant(ColorsContext context, Object[] arguments) {
        var constant = new EnumConstant(
                Arguments.text(arguments[0], "the shared name of an enum"),
                Arguments.text(arguments[1], "the name of an enum constant"));
        return context.guest().ofValue(context, constant);
    }
}
