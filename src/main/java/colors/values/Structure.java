// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Binaries;
import colors.heap.Heap;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * Equality and hash of frozen containers, shared ones and {@link FrozenValue}: by their contents, in all languages.
 * Part of {@link Equality}.
 */
final class Structure {
    private static final Values VALUES = new Values(Element::new);
    private static final int LIST_SEED = 1;
    private static final int SET_SEED = 2;

    /** A shared object in a frozen container or in a field. */
    record Element(long address, RootChunk chunk) implements Shared {}

    private Structure() {}

    /** Whether a value is compared by its contents. */
    static boolean is(Object value) {
        return kind(value) != null;
    }

    private static FrozenValue.Kind kind(Object value) {
        if (value instanceof FrozenValue frozen) {
            return frozen.kind();
        }
        if (!(value instanceof Shared shared)) {
            return null;
        }
        int shape = Heap.shapeId(shared.address());
        Reference.reachabilityFence(shared);
        return shape == Segment.SHAPE_TUPLE
                ? FrozenValue.Kind.LIST
                : shape == Segment.SHAPE_FROZEN_SET
                        ? FrozenValue.Kind.SET
                        : shape == Segment.SHAPE_BYTES ? FrozenValue.Kind.BINARY : null;
    }

    static int hash(Object value, Equality.Objects objects) {
        FrozenValue.Kind kind = kind(value);
        if (kind == FrozenValue.Kind.BINARY) {
            return Arrays.hashCode(bytes(value));
        }
        int hash = kind == FrozenValue.Kind.LIST ? LIST_SEED : SET_SEED;
        for (Object element : elements(value)) {
            hash = kind == FrozenValue.Kind.LIST
                    ? 31 * hash + Equality.hash(element, objects)
                    : hash + mixed(Equality.hash(element, objects));
        }
        return hash;
    }

    /** Sums of small hashes are often the same. */
    static int mixed(int hash) {
        return (hash ^ hash >>> 16) * 0x9E3779B1;
    }

    /** Of two values of which one {@link #is} frozen. */
    static boolean equal(Object a, Object b, Equality.Objects objects) {
        FrozenValue.Kind kind = kind(a);
        if (kind != kind(b)) {
            return false;
        }
        if (kind == FrozenValue.Kind.BINARY) {
            return Arrays.equals(bytes(a), bytes(b));
        }
        Object[] first = elements(a);
        Object[] second = elements(b);
        return first.length == second.length
                && (kind == FrozenValue.Kind.LIST
                        ? equalInOrder(first, second, objects)
                        : equalSets(first, second, objects));
    }

    private static boolean equalInOrder(Object[] a, Object[] b, Equality.Objects objects) {
        boolean equal = true;
        for (int i = 0; equal && i < a.length; i++) {
            equal = Equality.equal(a[i], b[i], objects);
        }
        return equal;
    }

    /** Both have as many elements. */
    private static boolean equalSets(Object[] a, Object[] b, Equality.Objects objects) {
        var inB = new java.util.HashSet<Key>();
        for (Object element : b) {
            inB.add(new Key(element, objects));
        }
        boolean equal = true;
        for (int i = 0; equal && i < a.length; i++) {
            equal = inB.contains(new Key(a[i], objects));
        }
        return equal;
    }

    private record Key(Object value, Equality.Objects objects) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Equality.equal(value, key.value, objects);
        }

        @Override
        public int hashCode() {
            return Equality.hash(value, objects);
        }
    }

    private static byte[] bytes(Object value) {
        if (value instanceof FrozenValue frozen) {
            return frozen.bytes();
        }
        byte[] bytes = Binaries.memory(((Shared) value).address()).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        Reference.reachabilityFence(value);
        return bytes;
    }

    /** None of bytes. */
    static Object[] elements(Object value) {
        if (kind(value) == FrozenValue.Kind.BINARY) {
            return new Object[0];
        }
        if (value instanceof FrozenValue frozen) {
            return frozen.elements();
        }
        Object[] elements = kind(value) == FrozenValue.Kind.LIST ? list((Shared) value) : set((Shared) value);
        Reference.reachabilityFence(value);
        return elements;
    }

    private static Object[] list(Shared list) {
        Mutator mutator = Mutator.current();
        var elements = new Object[Lists.size(list.address())];
        for (int i = 0; i < elements.length; i++) {
            long bits = Lists.load(mutator, list.address(), i);
            elements[i] = VALUES.ofElement(mutator, Lists.loadedKind(mutator), bits);
        }
        return elements;
    }

    private static Object[] set(Shared set) {
        Mutator mutator = Mutator.current();
        var elements = new Object[Maps.size(mutator, set.address())];
        var cursor = new Maps.Cursor(mutator, set.address());
        for (int i = 0; i < elements.length && cursor.advance(mutator); i++) {
            elements[i] = VALUES.ofWord(mutator, cursor.key());
        }
        return elements;
    }
}
