// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.Mutator;
import java.util.Arrays;

/**
 * A private container that never changes, on its way into shared memory or looked for there: storing it makes a frozen
 * container. To {@link Equality} it is the same as that one.
 *
 * @param kind what it becomes
 * @param elements in order, as {@link Values} takes them; null for bytes
 * @param bytes null for others
 * @param objects how a set's elements are compared
 */
public record FrozenValue(Kind kind, Object[] elements, byte[] bytes, Equality.Objects objects) {
    /** The kinds of frozen containers. */
    public enum Kind {
        LIST(Layout.TYPE_LIST),
        SET(Layout.TYPE_SET),
        BINARY(Layout.TYPE_BINARY);

        final int type;

        Kind(int type) {
            this.type = type;
        }
    }

    public static FrozenValue list(Object... elements) {
        return new FrozenValue(Kind.LIST, elements, null, Equality.Objects.KEPT);
    }

    /** No two elements are equal, and none is an object that is compared by value. */
    public static FrozenValue set(Object... elements) {
        return set(Equality.Objects.KEPT, elements);
    }

    /** No two elements are equal. */
    public static FrozenValue set(Equality.Objects objects, Object... elements) {
        return new FrozenValue(Kind.SET, elements, null, objects);
    }

    public static FrozenValue binary(byte[] bytes) {
        return new FrozenValue(Kind.BINARY, null, bytes, Equality.Objects.KEPT);
    }

    /** Makes the frozen container; the mutator's current chunk roots it. Returns its address. */
    long allocate(Mutator mutator) {
        var builder = new GraphBuilder();
        long address = builder.frozen(this, 0);
        long reference = Segment.reference(address);
        mutator.log(reference); // in the current one: filling may have taken another
        java.lang.ref.Reference.reachabilityFence(builder);
        return address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FrozenValue value && Equality.equal(this, value);
    }

    @Override
    public int hashCode() {
        return Equality.hash(this);
    }

    @Override
    public String toString() {
        return bytes != null ? "of " + bytes.length + " bytes" : Arrays.deepToString(elements);
    }
}
