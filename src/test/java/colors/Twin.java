// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.values.Equality;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A LinkedHashMap whose keys are equal as those of shared maps are. */
final class Twin<V> extends AbstractMap<Object, V> {

    private record Key(Object value) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key(Object theirs) && Equality.equal(value, theirs);
        }

        @Override
        public int hashCode() {
            return Equality.hash(value);
        }
    }

    private final Map<Key, V> entries = new LinkedHashMap<>();

    @Override
    public V put(Object key, V value) {
        return entries.put(new Key(key), value);
    }

    @Override
    public V get(Object key) {
        return entries.get(new Key(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return entries.containsKey(new Key(key));
    }

    @Override
    public V remove(Object key) {
        return entries.remove(new Key(key));
    }

    @Override
    public Set<Object> keySet() {
        Set<Object> keys = super.keySet();
        return new AbstractSet<>() {
            @Override
            public int size() {
                return keys.size();
            }

            @Override
            public boolean contains(Object key) {
                return containsKey(key);
            }

            @Override
            public boolean remove(Object key) {
                boolean there = containsKey(key);
                Twin.this.remove(key);
                return there;
            }

            @Override
            public Iterator<Object> iterator() {
                return keys.iterator();
            }
        };
    }

    @Override
    public Set<Entry<Object, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return entries.size();
            }

            @Override
            public Iterator<Entry<Object, V>> iterator() {
                Iterator<Entry<Key, V>> each = entries.entrySet().iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public Entry<Object, V> next() {
                        Entry<Key, V> entry = each.next();
                        return new SimpleEntry<>(entry.getKey().value(), entry.getValue()) {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public V setValue(V value) {
                                return entry.setValue(value);
                            }
                        };
                    }

                    @Override
                    public void remove() {
                        each.remove();
                    }
                };
            }
        };
    }
}
