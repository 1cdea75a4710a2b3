// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.roots.Shared;
import colors.truffle.border.GuestValues;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.object.FieldStore;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;

/** Elements and keys on their way into containers and out of them. */
public final class ContainerValues {
    private ContainerValues() {}

    /** A core value as a language wants it. */
    public static Object toGuest(Object value, ValueForm form) {
        if (value instanceof Long number) {
            long wide = number;
            int narrow = (int) wide;
            return narrow == wide ? (Object) narrow : number;
        }
        if (value == null) {
            return form.nothing();
        }
        if (value instanceof String text) {
            return text(text, form);
        }
        return value instanceof Shared || value instanceof Double || value instanceof Boolean ? value : ofValue(value);
    }

    @TruffleBoundary
    private static Object ofValue(Object value) {
        ColorsContext context = ColorsContext.get(null);
        return context.guest().ofValue(context, value);
    }

    /** All of them, in place. */
    public static Object[] toGuest(Object[] values, ValueForm form) {
        for (int i = 0; i < values.length; i++) {
            values[i] = toGuest(values[i], form);
        }
        return values;
    }

    @TruffleBoundary
    private static TruffleString text(String text, ValueForm form) {
        return TruffleString.fromJavaStringUncached(text, form.encoding(TruffleString.Encoding.UTF_16));
    }

    /** A guest value that is to become an element. Throws SharedMemoryException when it cannot be shared. */
    public static Object toCore(Object value, ContainerKind kind) {
        Object core = GuestValues.toCore(value, () -> "a " + kind.getMetaSimpleName());
        return core instanceof Double && ColorsContext.get(null).guest().numbers() == NumberRule.ANY
                ? FieldStore.anyNumber(core, null)
                : core;
    }

    /** All of them, as another array. */
    public static Object[] toCore(Object[] values, ContainerKind kind) {
        var result = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = toCore(values[i], kind);
        }
        return result;
    }

    /** A guest value that is looked for, or ABSENT when no container can hold it. */
    @TruffleBoundary
    public static Object keyToFind(Object value, ContainerKind kind) {
        try {
            return toCore(value, kind);
        } catch (SharedMemoryException e) {
            Object found = ColorsContext.get(null).guest().toFind(value);
            return found != null ? found : ContainerCore.ABSENT;
        }
    }

    /** The form that the guest language of the context wants. */
    static ValueForm form(Node node) {
        return ColorsContext.get(node).guest().form();
    }
}
