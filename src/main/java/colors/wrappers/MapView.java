// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedMap;
import colors.ValueType;
import colors.roots.Shared;
import colors.roots.View;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A shared map with its keys and values converted; where it is stored it stands for the map. Its steps are the map's.
 */
public final class MapView<K, V> extends AbstractMap<K, V> implements SharedMap<K, V>, View {
    private final MapWrapper map;
    private final ElementType<K> keys;
    private final ElementType<V> values;

    public MapView(MapWrapper map, ElementType<K> keys, ElementType<V> values) {
        this.map = map;
        this.keys = keys;
        this.values = values;
    }

    /** The same view of a map, another wrapper of the same object. */
    public MapView<K, V> of(MapWrapper other) {
        return new MapView<>(other, keys, values);
    }

    private K key(Object key) {
        return keys.convert(key, Elements.NONE);
    }

    private V value(Object value) {
        return values.convert(value, Elements.NONE);
    }

    /** What is to be returned fails before the change, not after it. */
    private void look(Object key) {
        if (!values.equals(ElementType.ANY)) {
            get(key);
        }
    }

    @Override
    public MapWrapper shown() {
        return map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return map.containsValue(value);
    }

    @Override
    public V get(Object key) {
        return value(map.get(key));
    }

    @Override
    public V getOrDefault(Object key, V other) {
        return value(map.getOrDefault(key, other));
    }

    @Override
    public V put(K key, V value) {
        look(key);
        return value(map.put(key, value));
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return value(map.putIfAbsent(key, value));
    }

    @Override
    public V remove(Object key) {
        look(key);
        return value(map.remove(key));
    }

    @Override
    public boolean remove(Object key, Object value) {
        return map.remove(key, value);
    }

    @Override
    public V replace(K key, V value) {
        look(key);
        return value(map.replace(key, value));
    }

    @Override
    public boolean replace(K key, V value, V newValue) {
        return map.replace(key, value, newValue);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> compute) {
        Objects.requireNonNull(compute);
        return value(map.computeIfAbsent(key, wanted -> compute.apply(key(wanted))));
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> compute) {
        return value(map.computeIfPresent(key, converting(compute)));
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> compute) {
        return value(map.compute(key, converting(compute)));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> compute) {
        Objects.requireNonNull(compute);
        return value(map.merge(key, value, (old, added) -> compute.apply(value(old), value(added))));
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        map.replaceAll(converting(function));
    }

    private BiFunction<Object, Object, Object> converting(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return (key, value) -> function.apply(key(key), value(value));
    }

    @Override
    public boolean compareAndSet(K key, V expected, V value) {
        return map.compareAndSet(key, expected, value);
    }

    @Override
    public V getAndSet(K key, V value) {
        look(key);
        return value(map.getAndSet(key, value));
    }

    @Override
    public Number getAndAdd(K key, Number delta) {
        return map.getAndAdd(key, delta);
    }

    @Override
    public <L, W> SharedMap<L, W> as(ValueType<L> otherKeys, ValueType<W> otherValues) {
        return map.as(otherKeys, otherValues);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Set<K> keySet() {
        return new SetView<>(map.keySet(), keys);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    /** Whether it is the same map in shared memory, or another map with entries equal to what this one shows. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address() || super.equals(other);
    }

    private final class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object entry) {
            return map.entrySet().contains(entry);
        }

        @Override
        public boolean remove(Object entry) {
            return map.entrySet().remove(entry);
        }

        @Override
        public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
            Objects.requireNonNull(filter);
            return map.entrySet().removeIf(entry -> filter.test(entry(entry)));
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            Iterator<Map.Entry<Object, Object>> entries = map.entrySet().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public Map.Entry<K, V> next() {
                    return entry(entries.next());
                }

                @Override
                public void remove() {
                    entries.remove();
                }
            };
        }

        private Map.Entry<K, V> entry(Map.Entry<Object, Object> entry) {
            return new SimpleEntry<>(key(entry.getKey()), value(entry.getValue())) {
                private static final long serialVersionUID = 1L;

                @Override
                public V setValue(V newValue) {
                    entry.setValue(newValue);
                    return super.setValue(newValue);
                }
            };
        }
    }
}
