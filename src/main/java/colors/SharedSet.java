// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import colors.roots.Shared;
import colors.values.Maps;
import colors.wrappers.ElementType;
import colors.wrappers.Elements;
import colors.wrappers.Entries;
import colors.wrappers.HostKeys;
import colors.wrappers.HostLanguage;
import colors.wrappers.SetView;
import java.lang.ref.Reference;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A set in shared memory, live, in the order of insertion (CoLoRS paper, table 1): what {@link SharedMap} says of keys
 * holds for its elements, and of iteration too. A set made from one that does not change, such as a Python frozenset,
 * throws UnsupportedOperationException on changes.
 *
 * <p>Thread-safe. {@link #add}, {@link #remove}, {@link #clear}, {@link #contains} and {@link #size} are one step each
 * for all threads of all processes, and take place as a whole or not at all, also when the process is killed in them.
 * All others, such as {@link #addAll} and {@link #removeAll}, go element by element.
 */
@SuppressWarnings("exports") // Shared and RootChunk are the core's
public final class SharedSet extends AbstractSet<Object> implements Shared {
    private final int granules;
    private final RootChunk chunk;

    public SharedSet(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes an empty one in shared memory. */
    public static SharedSet create() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long set = Maps.allocateSet(mutator);
        return new SharedSet(set, mutator.wrapperChunk());
    }

    @Override
    public long address() {
        ScopeCheck.check(chunk);
        return Segment.ofGranules(granules);
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    /** Whether it never changes, as a Python frozenset does not. */
    public boolean isFrozen() {
        boolean frozen = Memory.getInt(address() + Layout.OBJECT_SHAPE) == Segment.SHAPE_FROZEN_SET;
        Reference.reachabilityFence(this);
        return frozen;
    }

    private void checkChangeable() {
        if (isFrozen()) {
            throw new UnsupportedOperationException(
                    "this shared set was made from one that does not change, for instance a Python frozenset; copy it"
                            + " to change it");
        }
    }

    @Override
    public int size() {
        int size = Maps.size(Mutator.current(), address());
        Reference.reachabilityFence(this);
        return size;
    }

    @Override
    public boolean contains(Object element) {
        Object key = Entries.toFind(element);
        boolean found = key != Elements.NOTHING
                && Maps.get(Mutator.current(), address(), key, HostLanguage.WRAPPERS, HostKeys.INSTANCE) != Maps.ABSENT;
        Reference.reachabilityFence(this);
        return found;
    }

    @Override
    public boolean add(Object element) {
        checkChangeable();
        boolean added = Maps.add(
                Mutator.current(), address(), Entries.toStore(element), HostLanguage.WRAPPERS, HostKeys.INSTANCE);
        Reference.reachabilityFence(this);
        return added;
    }

    @Override
    public boolean remove(Object element) {
        checkChangeable();
        Object key = Entries.toFind(element);
        boolean removed = key != Elements.NOTHING
                && Maps.remove(Mutator.current(), address(), key, HostLanguage.WRAPPERS, HostKeys.INSTANCE)
                        != Maps.ABSENT;
        Reference.reachabilityFence(this);
        return removed;
    }

    @Override
    public boolean removeAll(Collection<?> elements) {
        checkChangeable();
        boolean changed = false;
        for (Object element : elements) {
            changed |= remove(element);
        }
        return changed;
    }

    @Override
    public void clear() {
        checkChangeable();
        Maps.clear(Mutator.current(), address());
        Reference.reachabilityFence(this);
    }

    /**
     * This set with elements of another type: numbers and records are converted and checked when they are read, so that
     * for instance a set of integers is a {@code Set<Integer>}. It is this set, not a copy. What is looked for counts
     * as it would be stored.
     *
     * @param type Integer, Short, Byte, Character, Float, a record, or any class that the elements are instances of
     * @return a view whose iterators throw SharedMemoryException (TYPE) for an element that does not fit
     */
    public <E> Set<E> as(Class<E> type) {
        return new SetView.Whole<>(this, ElementType.of(type));
    }

    @Override
    public Iterator<Object> iterator() {
        return new Entries.Cursor<>(this, (key, value) -> key, this::remove);
    }

    /** Whether it is the same set in shared memory, or another set with equal elements. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address() || super.equals(other);
    }

    /** Of the elements, as {@link java.util.Set} says: it changes with them. */
    @Override
    public int hashCode() {
        return super.hashCode();
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        iterator().forEachRemaining(element -> text.add(Elements.text(this, "(this Collection)", element)));
        return text.toString();
    }
}
