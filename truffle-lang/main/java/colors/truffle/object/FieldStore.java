// SPDX-License-Identifier: Apache-2.0
package colors.truffle.object;

import colors.NumberOverflowException;
import colors.SharedMemoryException;
import colors.memory.Layout;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.FieldCache;
import colors.truffle.border.GuestValues;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.values.DynamicFields;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;
import java.math.BigInteger;

/** The general path of a field store. Throws {@link colors.SharedMemoryException}; then nothing was stored. */
public final class FieldStore {
    private FieldStore() {}

    /**
     * Stores any value, adds a field that is not there yet, moves the object to a wider version where a type was
     * inferred.
     */
    @TruffleBoundary
    public static void put(ColorsContext context, SharedObject object, String name, Object value, NumberRule rule) {
        Object stored = GuestValues.toCore(
                value, () -> "field '" + name + "' of " + object.type().name());
        if (rule == NumberRule.ANY) {
            stored = anyNumber(stored, FieldCache.find(object.shapeId(), name));
        }
        checkNumber(object.type().name(), FieldCache.find(object.shapeId(), name), stored);
        DynamicFields.put(context.mutator(), object.address(), name, stored, context.guest());
        context.meet(SharedShape.of(object.shapeId()));
        Reference.reachabilityFence(object);
        Reference.reachabilityFence(value);
    }

    /** The same by numbers' exact types; throws the exception of the guest. */
    @TruffleBoundary
    public static void putExactly(SharedObject object, String name, Object value, Node node) {
        ColorsContext context = ColorsContext.get(node);
        try {
            put(context, object, name, value, NumberRule.EXACT);
        } catch (SharedMemoryException e) {
            throw context.raise(node, e);
        }
    }

    /** A number that the declared type has no room for is another error than a value of another type. */
    public static void checkNumber(String className, FieldLocation field, Object value) {
        if (field == null || !field.isDeclared() || !(value instanceof Number)) {
            return;
        }
        boolean fits =
                switch (value) {
                    case BigInteger big -> field.type() != Layout.TYPE_INTEGER;
                    case Long integer ->
                        field.type() != Layout.TYPE_INTEGER || field.spec().takes(integer);
                    case Double number ->
                        field.type() != Layout.TYPE_FLOAT || field.spec().takes(number);
                    default -> true;
                };
        if (!fits) {
            throw overflow("field '" + field.name() + "' of " + className, field, value);
        }
    }

    private static NumberOverflowException overflow(String what, FieldLocation field, Object value) {
        return new NumberOverflowException(
                !(value instanceof Double),
                what
                        + (field.spec().width() == 0
                                ? " cannot hold an integer beyond 64 bits; shared integers are between -2**63 and"
                                        + " 2**63-1"
                                : " is declared " + field.rangeText() + "; it cannot hold " + value)
                        + "; nothing was stored");
    }

    /** Removes a field. False when the object has none of that name. */
    @TruffleBoundary
    public static boolean remove(ColorsContext context, SharedObject object, String name) {
        boolean removed = DynamicFields.remove(context.mutator(), object.address(), name);
        Reference.reachabilityFence(object);
        return removed;
    }

    /**
     * A number as an existing field wants it, if it keeps its value so; without a field, what is integral is an
     * integer.
     */
    public static Object anyNumber(Object value, FieldLocation field) {
        if (value instanceof Double number
                && (field == null || field.type() != Layout.TYPE_FLOAT)
                && isSafeInteger(number)) {
            return (long) (double) number;
        }
        if (value instanceof Long number
                && field != null
                && field.type() == Layout.TYPE_FLOAT
                && (long) (double) number == number
                && number != Long.MAX_VALUE) {
            return (double) number;
        }
        return value;
    }

    /** JavaScript's Number.isSafeInteger, without -0. */
    public static boolean isSafeInteger(double number) {
        return number == Math.rint(number) && Math.abs(number) < 0x1p53 && (number != 0 || 1 / number > 0);
    }
}
