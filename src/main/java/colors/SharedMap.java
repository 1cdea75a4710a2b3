// SPDX-License-Identifier: Apache-2.0
package colors;

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
import colors.wrappers.ElementType;
import colors.wrappers.Elements;
import colors.wrappers.Entries;
import colors.wrappers.HostKeys;
import colors.wrappers.HostLanguage;
import colors.wrappers.Immutables;
import colors.wrappers.MapView;
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
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A map in shared memory, live, in the order of insertion (CoLoRS paper, table 1). Keys and values are what {@link
 * SharedList} takes. Keys are equal as docs/equality.md says, which is the same in every language: 1 and 1.0 are one
 * key, shared objects are by identity, those of a record by its components. So a private record finds the entry of a
 * shared one with equal components.
 *
 * <p>Thread-safe. These are one step each for all threads of all processes, and take place as a whole or not at all,
 * also when the process is killed in them: all methods of {@link ConcurrentMap} for one key, {@link #clear} and {@link
 * #size}. Changes of one map wait for each other, for 10 seconds at most; look-ups wait for nobody, {@link #size} for a
 * change that is under way. {@link #putAll} puts one by one.
 *
 * <p>The functions of {@link #compute}, {@link #computeIfAbsent}, {@link #computeIfPresent}, {@link #merge} and {@link
 * #replaceAll} run while nothing is held, and may use this map. A function is called again when another thread changed
 * the entry meanwhile, and what it throws leaves the map as it is.
 *
 * <p>A value may be null. Then {@link #get} does not tell it from no entry, but {@link #containsKey} and {@link
 * #getOrDefault} do; other methods take it as {@link Map} says. {@link Map.Entry#setValue} puts the key again if it was
 * removed.
 *
 * <p>Iteration of the views is weakly consistent, for one thread each: an entry that is there all the time comes
 * exactly once, and it never fails. Entries that are added or removed after it began may come or not, and where the map
 * was rebuilt meanwhile the values may be older ones.
 *
 * <p>Two maps are equal as {@link Map} says. Arguments to look for count as they would be stored: {@code
 * containsValue(1)} finds the Long 1.
 */
@SuppressWarnings("exports") // Shared and RootChunk are the core's
public final class SharedMap extends AbstractMap<Object, Object> implements ConcurrentMap<Object, Object>, Shared {
    private final int granules;
    private final RootChunk chunk;
    private boolean integers = true; // a hint, racy: no value was found that is none

    public SharedMap(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes an empty one in shared memory. */
    public static SharedMap create() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long map = Maps.allocateMap(mutator);
        return new SharedMap(map, mutator.wrapperChunk());
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
        int size = Maps.size(Mutator.current(), address());
        Reference.reachabilityFence(this);
        return size;
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

    /**
     * Sets the value of a key if it is the one expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Shared objects are compared by identity, scalars, values and frozen containers by their value.
     * Unlike {@link #replace(Object, Object, Object)} it throws when there is no such key.
     *
     * @return whether it was set
     * @throws NoSuchElementException when the map has no such key
     * @throws SharedMemoryException (ARGUMENT) for a private object; nothing is stored then
     */
    public boolean compareAndSet(Object key, Object expected, Object value) {
        return exchange(key, now -> Immutables.isSame(now, expected) ? value : Maps.KEEP) != Maps.KEEP;
    }

    /** Sets the value of a key and returns the one before, in one step. Throws as {@link #compareAndSet} does. */
    public Object getAndSet(Object key, Object value) {
        Object[] old = {null};
        exchange(key, now -> {
            old[0] = now;
            return value;
        });
        return old[0];
    }

    /**
     * Adds to the number that a key has and returns it as it was before, a Long or a Double, in one step.
     *
     * @throws NoSuchElementException when the map has no such key
     * @throws SharedMemoryException (TYPE) when the value is no number, when a float is added to an integer, and when
     *         the sum overflows; nothing is stored then
     */
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

    /** Of the entries, as {@link Map} says: it changes with them. */
    @Override
    public int hashCode() {
        return super.hashCode();
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
            return SharedMap.this.size();
        }

        @Override
        public void clear() {
            SharedMap.this.clear();
        }

        @Override
        public boolean contains(Object o) {
            return o instanceof Map.Entry<?, ?> entry && has(entry.getKey(), entry.getValue());
        }

        @Override
        public boolean remove(Object o) {
            return o instanceof Map.Entry<?, ?> entry && SharedMap.this.remove(entry.getKey(), entry.getValue());
        }

        /** Removes an entry only with the value that the filter saw. */
        @Override
        public boolean removeIf(Predicate<? super Map.Entry<Object, Object>> filter) {
            boolean removed = false;
            for (Map.Entry<Object, Object> entry : this) {
                Object value = entry.getValue();
                removed |= filter.test(entry) && SharedMap.this.remove(entry.getKey(), value);
            }
            return removed;
        }

        @Override
        public Iterator<Map.Entry<Object, Object>> iterator() {
            return new Entries.Cursor<>(SharedMap.this, SharedMap.this::entry, entry -> take(entry.getKey()));
        }
    }

    /**
     * This map with keys and values of other types: numbers and records are converted and checked when they are read,
     * so that for instance a map of strings to integers is a {@code Map<String, Integer>}. It is this map, not a copy,
     * and its steps are this map's. What is looked for counts as it would be stored.
     *
     * @param keys Integer, Short, Byte, Character, Float, a record, or any class that the keys are instances of
     * @param values the same of the values
     * @return a view whose reads, and changes that give what was there, throw SharedMemoryException (TYPE) for a key or
     *         value that does not fit
     */
    public <K, V> ConcurrentMap<K, V> as(Class<K> keys, Class<V> values) {
        return new MapView<>(this, ElementType.of(keys), ElementType.of(values));
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
            return SharedMap.this.size();
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
            SharedMap.this.clear();
        }

        @Override
        public Iterator<Object> iterator() {
            return new Entries.Cursor<>(SharedMap.this, (key, value) -> key, SharedMap.this::take);
        }
    }
}
