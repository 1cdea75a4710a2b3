// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.values.FrozenValue;
import colors.values.Maps;
import colors.values.PrivateKey;
import colors.values.TypeRules;
import colors.values.ValueClass;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Entries of shared maps and sets. */
public final class Entries {
    private Entries() {}

    /** Of a map or a set. */
    static int count(Shared container) {
        int count = Maps.size(Mutator.current(), container.address());
        Reference.reachabilityFence(container);
        return count;
    }

    /** Whether a value can be a key at all; a private object is in no shared map. */
    static boolean canBeKey(Object key) {
        return key == null
                || key instanceof Shared
                || key instanceof FrozenValue
                || TypeRules.isScalar(key)
                || ValueClass.isValue(key);
    }

    /** What is looked for in place of a key; {@link Elements#NOTHING} for what is equal to nothing in shared memory. */
    public static Object toFind(Object key) {
        if (canBeKey(key)) {
            return key;
        }
        if (Immutables.isList(key)) {
            Object[] elements = ((List<?>) key).stream().map(Entries::toFind).toArray();
            return Arrays.asList(elements).contains(Elements.NOTHING) ? Elements.NOTHING : FrozenValue.list(elements);
        }
        PrivateKey found = key == Elements.NOTHING ? null : HostKeys.ofPrivate(key);
        return found != null ? found : Elements.NOTHING;
    }

    /** What is stored as a key. Throws SharedMemoryException (ARGUMENT) for a private object. */
    public static Object toStore(Object key) {
        Object stored = Immutables.stored(key);
        if (!canBeKey(stored)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    (key.getClass().isArray()
                                    ? "a private " + key.getClass().getTypeName()
                                    : "a private object of class "
                                            + key.getClass().getName())
                            + " cannot be a key in shared memory; use a shared object (Ref.copyOf makes one,"
                            + " with the agent copyIn), a scalar or a value");
        }
        return stored;
    }

    /** The value of a word that was just loaded. */
    public static Object value(long word, Object absent) {
        return word == Maps.ABSENT ? absent : HostLanguage.VALUES.ofWord(Mutator.current(), word);
    }

    /** Weakly consistent iteration. */
    public static final class Cursor<E> implements Iterator<E> {
        private final Shared container;
        private final Maps.Cursor cursor;
        private final BiFunction<Object, Object, E> make;
        private final Consumer<E> remove;
        private boolean fetched;
        private E next;
        private E last;
        private boolean removable;

        public Cursor(Shared container, BiFunction<Object, Object, E> make, Consumer<E> remove) {
            this.container = container;
            this.make = make;
            this.remove = remove;
            cursor = new Maps.Cursor(Mutator.current(), container.address());
            Reference.reachabilityFence(container);
        }

        @Override
        public boolean hasNext() {
            if (!fetched) {
                Mutator mutator = Mutator.current();
                fetched = cursor.advance(mutator);
                if (fetched) {
                    RootChunk chunk = cursor.chunk();
                    next = make.apply(
                            HostLanguage.VALUES.ofWord(chunk, cursor.key()),
                            HostLanguage.VALUES.ofWord(chunk, cursor.value()));
                    Reference.reachabilityFence(chunk);
                }
                Reference.reachabilityFence(container);
            }
            return fetched;
        }

        @Override
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            fetched = false;
            removable = true;
            last = next;
            return last;
        }

        @Override
        public void remove() {
            if (!removable) {
                throw new IllegalStateException("next was not called since the last remove");
            }
            removable = false;
            remove.accept(last);
        }
    }
}
