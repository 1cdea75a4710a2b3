// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.heap.WholeHeap;
import colors.support.WithDaemon;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a collection says of itself, or another thread makes of it meanwhile, never leads a copy out of its memory: the
 * whole heap is valid afterwards.
 */
@ExtendWith(WithDaemon.class)
class ChangingCollectionsTest {
    private static final int ENTRIES = 400;
    private static final int[] SIZES = {-1, 0, 1, 8, ENTRIES - 1, ENTRIES + 1, 1 << 16, Integer.MAX_VALUE};

    static class Key {
        long a = 1;
        long b = 2;
    }

    static class Holder {
        Object contents;

        Holder(Object contents) {
            this.contents = contents;
        }
    }

    private static List<Object> keys() {
        return new ArrayList<>(
                IntStream.range(0, ENTRIES).mapToObj(i -> (Object) new Key()).toList());
    }

    /** A map whose size is no number of its entries. */
    private static Map<Object, Object> map(int size) {
        Map<Object, Object> entries = new IdentityHashMap<>();
        keys().forEach(key -> entries.put(key, 7L));
        return new AbstractMap<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean isEmpty() {
                return entries.isEmpty();
            }

            @Override
            public Set<Entry<Object, Object>> entrySet() {
                return entries.entrySet();
            }
        };
    }

    private static Set<Object> set(int size, List<Object> elements) {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean isEmpty() {
                return elements.isEmpty();
            }

            @Override
            public Iterator<Object> iterator() {
                return elements.iterator();
            }
        };
    }

    private static Object contents(Object collection) {
        return Ref.copyOf(new Holder(collection)).get("contents");
    }

    @Test
    void theSizeOfAMapMayBeAnyNumber() {
        SharedList<Object> neighbour = SharedMemory.copyIn(new long[] {1, 2, 3});
        for (int size : SIZES) {
            SharedMap<Object, Object> copy = ((SharedMap<?, ?>) contents(map(size))).as(Object.class, Object.class);
            assertEquals(ENTRIES, copy.size());
            assertEquals(ENTRIES, copy.keySet().stream().distinct().count());
            assertTrue(copy.values().stream().allMatch(value -> value.equals(7L)));
        }
        WholeHeap.validate();
        assertEquals(List.of(1L, 2L, 3L), neighbour);
    }

    @Test
    void theSizeOfASetMayBeAnyNumber() {
        for (int size : SIZES) {
            assertEquals(ENTRIES, (((SharedSet<?>) contents(set(size, keys()))).as(Object.class)).size());
        }
        WholeHeap.validate();
    }

    @Test
    void theSizeOfAListAndItsArrayMayDiffer() {
        for (int size : SIZES) {
            List<Object> list = new AbstractList<>() {
                @Override
                public Object get(int index) {
                    return (long) index;
                }

                @Override
                public int size() {
                    return size;
                }

                @Override
                public Object[] toArray() {
                    return keys().toArray();
                }
            };
            assertEquals(ENTRIES, (((SharedList<?>) contents(list)).as(Object.class)).size());
        }
        WholeHeap.validate();
    }

    @Test
    void whatIsAddedToASharedListIsReadOnce() {
        for (int size : SIZES) {
            Collection<Object> numbers = new AbstractCollection<>() {
                private final int[] asked = {0};

                @Override
                public Iterator<Object> iterator() {
                    return IntStream.range(0, ENTRIES * ++asked[0])
                            .mapToObj(i -> (asked[0] % 2 == 0 ? (Object) "text" : (Object) (long) i))
                            .iterator();
                }

                @Override
                public int size() {
                    return size;
                }

                @Override
                public Object[] toArray() {
                    List<Object> all = new ArrayList<>();
                    iterator().forEachRemaining(all::add);
                    return all.toArray();
                }
            };
            SharedList<Object> list = SharedList.create();
            list.addAll(numbers);
            assertEquals(ENTRIES, list.size());
            list.addAll(1, numbers);
            assertEquals(3 * ENTRIES, list.size());
            assertEquals("text", list.get(1));
        }
        WholeHeap.validate();
    }

    @Test
    void aMapThatGoesOnAfterItsForEachIsNotHeard() {
        List<java.util.function.BiConsumer<? super Object, ? super Object>> kept = new ArrayList<>();
        Map<Object, Object> map = new AbstractMap<>() {
            @Override
            public void forEach(java.util.function.BiConsumer<? super Object, ? super Object> action) {
                action.accept("a", 1L);
                kept.add(action);
            }

            @Override
            public Set<Entry<Object, Object>> entrySet() {
                return Set.of(Map.entry("a", 1L));
            }
        };
        SharedMap<Object, Object> copy = ((SharedMap<?, ?>) contents(map)).as(Object.class, Object.class);
        kept.getFirst().accept("b", 2L);
        assertEquals(Map.of("a", 1L), copy);
        WholeHeap.validate();
    }

    @Test
    void aMapThatFailsInTheMiddlePublishesNothing() {
        Set<Object> failing = new AbstractSet<>() {
            @Override
            public Iterator<Object> iterator() {
                Iterator<Object> keys = keys().iterator();
                return new Iterator<>() {
                    private int left = 3;

                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public Object next() {
                        if (left-- == 0) {
                            throw new IllegalStateException("no more");
                        }
                        return keys.next();
                    }
                };
            }

            @Override
            public int size() {
                return 5;
            }
        };
        assertThrows(IllegalStateException.class, () -> contents(failing));
        WholeHeap.validate();
    }

    @Test
    void copiesOfCollectionsThatAnotherThreadChanges() throws InterruptedException {
        ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
        Set<Long> set = ConcurrentHashMap.newKeySet();
        CopyOnWriteArrayList<Object> list = new CopyOnWriteArrayList<>();
        Object[] array = new Object[64];
        AtomicBoolean ended = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; !ended.get(); i++) {
                int number = i % 2000;
                if (number == 0) {
                    map.clear();
                    set.clear();
                    list.clear();
                }
                map.put(new Key(), (long) i);
                set.add((long) number);
                list.add(number % 3 == 0 ? "text" : (Object) (long) number);
                array[i % array.length] = i % 5 == 0 ? null : i % 3 == 0 ? "text" : (Object) (long) i;
            }
        });
        for (int round = 0; round < 100; round++) {
            SharedMap<Object, Object> copy = ((SharedMap<?, ?>) contents(map)).as(Object.class, Object.class);
            assertEquals(copy.size(), copy.keySet().stream().distinct().count());
            assertTrue(copy.keySet().stream()
                    .allMatch(key -> ((Ref<?>) key).get("b").equals(2L)));
            SharedSet<Object> elements = ((SharedSet<?>) contents(set)).as(Object.class);
            assertTrue(elements.stream().allMatch(element -> elements.contains(element)));
            contents(list);
            assertEquals(array.length, (((SharedList<?>) contents(array)).as(Object.class)).size());
        }
        ended.set(true);
        writer.join();
        WholeHeap.validate();
    }
}
