// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedSet;
import colors.ValueType;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import colors.roots.Shared;
import colors.values.Maps;
import java.lang.ref.Reference;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.StringJoiner;

/** A shared set as it is: {@link SetView} shows it with another element type. */
public final class SetWrapper extends AbstractSet<Object> implements SharedSet<Object>, Shared {
    private final int granules;
    private final RootChunk chunk;

    public SetWrapper(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes an empty one in shared memory. */
    public static SetWrapper create() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long set = Maps.allocateSet(mutator);
        return new SetWrapper(set, mutator.wrapperChunk());
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

    @Override
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
        return Entries.count(this);
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

    @Override
    @SuppressWarnings("unchecked") // of Object
    public <F> SharedSet<F> as(ValueType<F> type) {
        return ElementType.ANY.equals(type) ? (SharedSet<F>) this : new SetView.Whole<>(this, ElementType.given(type));
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

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        iterator().forEachRemaining(element -> text.add(Elements.text(this, "(this Collection)", element)));
        return text.toString();
    }
}
