// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedMap;
import colors.ValueType;
import colors.atomics.Atomics;
import colors.memory.Attachment;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import colors.roots.Shared;
import colors.values.FrozenValue;
import colors.values.Maps;
import colors.values.TypeRules;
import java.lang.ref.Reference;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A shared map as it is: {@link MapView} shows it with other types of keys and values. */
public final class MapWrapper extends AbstractMap<Object, Object> implements SharedMap<Object, Object>, Shared {
    private final int granules;
    private final RootChunk chunk;
    private boolean integers = true; // a hint, racy: no value was found that is none

    public MapWrapper(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes an empty one in shared memory. */
    public static MapWrapper create() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long map = Maps.allocateMap(mutator);
        return new MapWrapper(map, mutator.wrapperChunk());
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
    public int size() {
        return Entries.count(this);
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    private long find(Object wanted) {
        Object key = Entries.toFind(wanted);
        if (key == Elements.NOTHING) {
            return Maps.ABSENT;
        }
        long word = Maps.get(Mutator.current(), address(), key, HostLanguage.WRAPPERS, HostKeys.INSTANCE);
        Reference.reachabilityFence(this);
        return word;
    }

    @Override
    public Object get(Object key) {
        if (key instanceof Long number && integers) {
            Object integer = Maps.integer(address(), number, null);
            Reference.reachabilityFence(this);
            if (integer != null) {
                return integer;
            }
        }
        Object value = Entries.value(find(key), null);
        integers &= value == null || value instanceof Long;
        return value;
    }

    @Override
    public Object getOrDefault(Object key, Object other) {
        return Entries.value(find(key), other);
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != Maps.ABSENT;
    }

    /** Whether the key is there with an equal value: one look-up. */
    private boolean has(Object key, Object value) {
        long word = find(key);
        return word != Maps.ABSENT && Immutables.isEqual(Entries.value(word, null), Elements.stored(value));
    }

    @Override
    public boolean containsValue(Object value) {
        Object sought = Elements.stored(value);
        return values().stream().anyMatch(found -> Immutables.isEqual(found, sought));
    }

    @Override
    public Object put(Object key, Object value) {
        long old = Maps.put(
                Mutator.current(),
                address(),
                Entries.toStore(key),
                Immutables.stored(value),
                HostLanguage.WRAPPERS,
                HostKeys.INSTANCE);
        Reference.reachabilityFence(this);
        return Entries.value(old, null);
    }

    @Override
    public Object putIfAbsent(Object key, Object value) {
        Object stored = Entries.toStore(key);
        long old = Maps.putIfAbsent(
                Mutator.current(),
                address(),
                stored,
                Immutables.stored(value),
                HostLanguage.WRAPPERS,
                HostKeys.INSTANCE);
        Reference.reachabilityFence(this);
        Object found = Entries.value(old, null);
        // Map's rule for null values
        return old != Maps.ABSENT && found == null ? put(stored, value, (present, now) -> now == null) : found;
    }

    /** Puts under a condition. Returns the value before, or the one that did not meet it. */
    private Object put(Object key, Object value, BiPredicate<Boolean, Object> condition) {
        Object[] old = {null};
        change(key, (present, now) -> {
            old[0] = now;
            return condition.test(present, now) ? value : Maps.KEEP;
        });
        return old[0];
    }

    /** Returns the new value, {@link Maps#KEEP} or {@link Maps#REMOVE}. */
    private Object change(Object key, Maps.Change change) {
        Object[] given = {null};
        Maps.Change atBorder =
                (present, now) -> Immutables.stored(given[0] = change.apply(present, Immutables.shown(now)));
        Object result =
                Maps.change(Mutator.current(), address(), key, atBorder, HostLanguage.WRAPPERS, HostKeys.INSTANCE);
        Reference.reachabilityFence(this);
        return result instanceof FrozenValue ? given[0] : result;
    }

    /** The new value as it will be read. */
    private static Object result(Object changed) {
        return changed == Maps.KEEP || changed == Maps.REMOVE ? null : Immutables.shown(Elements.stored(changed));
    }

    @Override
    public Object computeIfAbsent(Object key, Function<? super Object, ?> compute) {
        Objects.requireNonNull(compute);
        Object found = get(key);
        if (found != null) {
            return found;
        }
        Object[] other = {null};
        Object made = result(change(Entries.toStore(key), (present, value) -> {
            other[0] = value;
            return kept(value == null ? compute.apply(key) : null, Maps.KEEP);
        }));
        return made != null ? made : other[0];
    }

    private static Object kept(Object value, Object otherwise) {
        return value != null ? value : otherwise;
    }

    @Override
    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> compute) {
        Objects.requireNonNull(compute);
        Object wanted = Entries.toFind(key);
        return wanted == Elements.NOTHING
                ? null
                : result(change(
                        wanted,
                        (present, value) -> value == null ? Maps.KEEP : kept(compute.apply(key, value), Maps.REMOVE)));
    }

    @Override
    public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> compute) {
        Objects.requireNonNull(compute);
        return result(change(Entries.toStore(key), (present, value) -> kept(compute.apply(key, value), Maps.REMOVE)));
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> compute) {
        Objects.requireNonNull(compute);
        Objects.requireNonNull(value);
        Object stored = Elements.stored(value);
        return result(change(
                Entries.toStore(key),
                (present, old) -> old == null ? stored : kept(compute.apply(old, stored), Maps.REMOVE)));
    }

    @Override
    public boolean remove(Object key, Object value) {
        Object wanted = Entries.toFind(key);
        Object expected = Elements.stored(value);
        return wanted != Elements.NOTHING
                && change(
                                wanted,
                                (present, now) ->
                                        present && Immutables.isEqual(now, expected) ? Maps.REMOVE : Maps.KEEP)
                        == Maps.REMOVE;
    }

    @Override
    public boolean replace(Object key, Object value, Object newValue) {
        Object wanted = Entries.toFind(key);
        Object expected = Elements.stored(value);
        return wanted != Elements.NOTHING
                && change(wanted, (present, now) -> present && Immutables.isEqual(now, expected) ? newValue : Maps.KEEP)
                        != Maps.KEEP;
    }

    @Override
    public Object replace(Object key, Object value) {
        Object wanted = Entries.toFind(key);
        return wanted == Elements.NOTHING ? null : put(wanted, value, (present, now) -> present);
    }

    @Override
    public boolean compareAndSet(Object key, Object expected, Object value) {
        return exchange(key, now -> Immutables.isSame(now, expected) ? value : Maps.KEEP) != Maps.KEEP;
    }

    @Override
    public Object getAndSet(Object key, Object value) {
        Object[] old = {null};
        exchange(key, now -> {
            old[0] = now;
            return value;
        });
        return old[0];
    }

    @Override
    public Number getAndAdd(Object key, Number delta) {
        Object[] old = {null};
        exchange(key, now -> {
            old[0] = now;
            return Atomics.sum(now, delta, () -> "the value of " + TypeRules.describe(key) + " in a shared map");
        });
        return (Number) old[0];
    }

    /** Changes the value of a key that is there. */
    private Object exchange(Object key, UnaryOperator<Object> next) {
        Segment.checkWritable();
        Object wanted = Entries.toFind(key);
        if (wanted == Elements.NOTHING) {
            throw noKey(key);
        }
        return change(wanted, (present, now) -> {
            if (!present) {
                throw noKey(key);
            }
            return next.apply(now);
        });
    }

    private static NoSuchElementException noKey(Object key) {
        return new NoSuchElementException(
                "the shared map has no key " + key + "; put it first (putIfAbsent); nothing was stored");
    }

    /** One step for each entry, which is left alone if it was removed meanwhile. */
    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
        Objects.requireNonNull(function);
        for (Object key : keySet()) {
            change(Entries.toFind(key), (present, value) -> present ? function.apply(key, value) : Maps.KEEP);
        }
    }

    /** Whether it is the same map in shared memory, or another map with equal entries. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address() || super.equals(other);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (Map.Entry<Object, Object> entry : entrySet()) {
            text.add(Elements.text(this, "(this Map)", entry.getKey()) + "="
                    + Elements.text(this, "(this Map)", entry.getValue()));
        }
        return text.toString();
    }

    @Override
    public Object remove(Object key) {
        return Entries.value(take(key), null);
    }

    private long take(Object wanted) {
        Object key = Entries.toFind(wanted);
        if (key == Elements.NOTHING) {
            return Maps.ABSENT;
        }
        long old = Maps.remove(Mutator.current(), address(), key, HostLanguage.WRAPPERS, HostKeys.INSTANCE);
        Reference.reachabilityFence(this);
        return old;
    }

    @Override
    public void clear() {
        Maps.clear(Mutator.current(), address());
        Reference.reachabilityFence(this);
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return new EntrySet();
    }

    @Override
    public Set<Object> keySet() {
        return new KeySet();
    }

    private final class EntrySet extends AbstractSet<Map.Entry<Object, Object>> {
        @Override
        public int size() {
            return MapWrapper.this.size();
        }

        @Override
        public void clear() {
            MapWrapper.this.clear();
        }

        @Override
        public boolean contains(Object o) {
            return o instanceof Map.Entry<?, ?> entry && has(entry.getKey(), entry.getValue());
        }

        @Override
        public boolean remove(Object o) {
            return o instanceof Map.Entry<?, ?> entry && MapWrapper.this.remove(entry.getKey(), entry.getValue());
        }

        /** Removes an entry only with the value that the filter saw. */
        @Override
        public boolean removeIf(Predicate<? super Map.Entry<Object, Object>> filter) {
            boolean removed = false;
            for (Map.Entry<Object, Object> entry : this) {
                Object value = entry.getValue();
                removed |= filter.test(entry) && MapWrapper.this.remove(entry.getKey(), value);
            }
            return removed;
        }

        @Override
        public Iterator<Map.Entry<Object, Object>> iterator() {
            return new Entries.Cursor<>(MapWrapper.this, MapWrapper.this::entry, entry -> take(entry.getKey()));
        }
    }

    @Override
    @SuppressWarnings("unchecked") // of Objects
    public <L, W> SharedMap<L, W> as(ValueType<L> keys, ValueType<W> values) {
        return ElementType.ANY.equals(keys) && ElementType.ANY.equals(values)
                ? (SharedMap<L, W>) this
                : new MapView<>(this, ElementType.given(keys), ElementType.given(values));
    }

    private Map.Entry<Object, Object> entry(Object key, Object value) {
        return new SimpleEntry<>(key, value) {
            private static final long serialVersionUID = 1L;

            @Override
            public Object setValue(Object newValue) {
                put(getKey(), newValue);
                return super.setValue(Elements.stored(newValue));
            }
        };
    }

    private final class KeySet extends AbstractSet<Object> {
        @Override
        public int size() {
            return MapWrapper.this.size();
        }

        @Override
        public boolean contains(Object key) {
            return containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            return take(key) != Maps.ABSENT;
        }

        @Override
        public boolean removeAll(Collection<?> keys) {
            boolean changed = false;
            for (Object key : keys) {
                changed |= remove(key);
            }
            return changed;
        }

        @Override
        public void clear() {
            MapWrapper.this.clear();
        }

        @Override
        public Iterator<Object> iterator() {
            return new Entries.Cursor<>(MapWrapper.this, (key, value) -> key, MapWrapper.this::take);
        }
    }
}
