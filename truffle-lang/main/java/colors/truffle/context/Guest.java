// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.shapes.SharedShape;
import colors.values.Equality;
import colors.values.TypeRules;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.nodes.Node;

/**
 * What a guest language adds to its context: its own exceptions and its own classes. {@code PlainGuest} brings nothing.
 */
public interface Guest extends TypeRules.Subtyping {
    /** An error of the core as the language's exception; to be thrown. */
    RuntimeException raise(Node node, SharedMemoryException error);

    /** How the language wants values of containers, whatever message it gets them by. */
    default ValueForm form() {
        return ValueForm.INTEROP;
    }

    /** The elements of one of the language's arrays as a new array, null when interop is the way to get them. */
    default Object[] arrayValues(@SuppressWarnings("unused") Object array) {
        return null;
    }

    /**
     * The memory itself of one of the language's private arrays of numbers, which may be longer; null when there is
     * none that is known.
     */
    default byte[] memoryOf(@SuppressWarnings("unused") Object array) {
        return null;
    }

    /** What integral floats are when nothing says otherwise. */
    default NumberRule numbers() {
        return NumberRule.ANY;
    }

    /** How the language compares shared objects that are keys, or in keys. */
    default Equality.Objects keys() {
        return Equality.Objects.KEPT;
    }

    /**
     * What stands for a private value that is looked for as a key, null where it is equal to nothing in shared memory.
     */
    default Object toFind(@SuppressWarnings("unused") Object value) {
        return null;
    }

    /** Called before the language sees the first object of a shape. */
    default void meet(SharedShape shape) {}

    /**
     * A value of the core (docs/values.md) as the language has it. Throws SharedMemoryException (TYPE) when it cannot
     * hold it exactly.
     */
    Object ofValue(ColorsContext context, Object core);

    /** The core's value of one of the language's own, null when it is none. */
    Object toValue(Object value);

    /**
     * The name of the language's own class as an instance of which a private object is more than its fields, null when
     * it is none.
     */
    default String builtinOf(@SuppressWarnings("unused") Object object) {
        return null;
    }

    /** A private copy of a shared graph. */
    default Object copyOut(@SuppressWarnings("unused") ColorsContext context, @SuppressWarnings("unused") Object root)
            throws InteropException {
        throw SharedMemoryException.of(
                Reason.STATE,
                "copyOut makes objects of JavaScript, which this context does not have; in Python it is copy_out of"
                        + " the package colors");
    }

    @Override
    default boolean isSubtype(String className, String superName) {
        return false;
    }
}
