// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where containers differ from java.util's, and where they must not. */
@ExtendWith(WithDaemon.class)
class ContainerEdgesTest {

    @Test
    void keysThatAreContainersStayApart() {
        Map<List<Integer>, String> original = new LinkedHashMap<>();
        original.put(List.of(1), "one");
        original.put(List.of(2), "two");
        original.put(List.of(), "none");
        SharedMap<Object, Object> copy = SharedMemory.copyIn(original);
        assertEquals(3, copy.size());
        assertEquals(List.of(List.of(1L), List.of(2L), List.of()), List.copyOf(copy.keySet()));
        assertEquals(List.of("one", "two", "none"), List.copyOf(copy.values()));
        SharedSet<Object> set = SharedMemory.copyIn(Set.of(List.of(1), List.of(2)));
        assertEquals(2, set.size());
    }

    @Test
    void keysThatBecomeOneAreRefused() {
        List<Set<Object>> sets = List.of(
                new LinkedHashSet<>(List.of(BigInteger.ONE, 1L)),
                new LinkedHashSet<>(List.of(1L, BigInteger.ONE)),
                Set.of(new BigDecimal("1.0"), new BigDecimal("1.00")),
                Set.of(1, 1.0f),
                Set.of('a', 97));
        for (Set<Object> set : sets) {
            String message = assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(set), set::toString)
                    .getMessage();
            assertTrue(message.contains("equal in shared memory"), message);
        }
    }

    @Test
    void narrowNumbersAreFoundAsTheyAreStored() {
        SharedList<Object> list = SharedMemory.copyIn(List.of(1, 2.5f, 'c', (short) 7));
        assertTrue(list.contains(1)
                && list.contains(2.5f)
                && list.contains('c')
                && list.contains((byte) 7)
                && list.contains(7L));
        assertEquals(2, list.indexOf(99));
        assertEquals(3, list.lastIndexOf((short) 7));
        assertTrue(list.remove((Object) 1));
        assertFalse(list.remove((Object) 1));
        assertFalse(list.contains(new Object()));
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("a", 1);
        assertTrue(map.containsValue(1) && map.entrySet().contains(Map.entry("a", 1)));
        assertFalse(map.containsValue(new Object()));
        assertTrue(map.replace("a", 1, 2));
        assertFalse(map.remove("a", 1));
        Map.Entry<Object, Object> entry = map.entrySet().iterator().next();
        assertEquals(2L, entry.setValue(3));
        assertEquals(3L, entry.getValue());
        assertTrue(map.remove("a", 3));
        assertEquals(5L, map.computeIfAbsent("b", key -> 5));
        assertEquals(5L, map.computeIfAbsent("b", key -> 6));
    }

    @Test
    void anErrorOfTypeChangesNothing() {
        SharedList<Object> list = SharedMemory.copyIn(List.of(1L << 40, "text"));
        List<Integer> view = list.as(Integer.class);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> view.set(0, 1)).reason());
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> view.remove(1)).reason());
        assertEquals(List.of(1L << 40, "text"), list);
        list.add(null);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> list.getLong(2)).reason());
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> list.getDouble(2))
                        .reason());
        assertThrows(IndexOutOfBoundsException.class, () -> list.getLong(3));
        assertThrows(IllegalArgumentException.class, () -> SharedBinary.create(-1));
    }

    @Test
    void endsOfLists() {
        SharedList<Object> list = SharedList.create();
        assertThrows(NoSuchElementException.class, list::removeFirst);
        assertThrows(NoSuchElementException.class, list::removeLast);
        assertThrows(NoSuchElementException.class, list::getFirst);
        assertThrows(NoSuchElementException.class, list::getLast);
        list.addAll(List.of("a", "b", "c"));
        assertEquals("a", list.removeFirst());
        assertEquals("c", list.removeLast());
        list.addFirst("x");
        list.addLast("y");
        assertEquals(List.of("y", "b", "x"), list.reversed());
    }

    @Test
    void iterationNeverFails() {
        SharedList<Object> list = SharedMemory.copyIn(List.of("a", "b", "c"));
        Iterator<Object> iterator = list.iterator();
        ListIterator<Object> both = list.listIterator(3);
        assertTrue(iterator.hasNext() && both.hasPrevious());
        list.clear();
        assertEquals("a", iterator.next());
        assertEquals("c", both.previous());
        assertFalse(iterator.hasNext());
        assertThrows(NoSuchElementException.class, iterator::next);
        assertFalse(both.hasPrevious());
        SharedMap<Object, Object> map = SharedMemory.copyIn(Map.of("a", 1, "b", 2));
        Iterator<Object> keys = map.keySet().iterator();
        Object first = keys.next();
        assertTrue(keys.hasNext());
        map.clear();
        for (int i = 0; i < 1000; i++) {
            map.put(i, i);
        }
        assertTrue(Set.of("a", "b").containsAll(List.of(first, keys.next())));
    }

    @Test
    void comparisonsWhileAListShrinks() throws Exception {
        SharedList<Object> list = SharedList.create();
        List<Object> twin = List.copyOf(
                IntStream.range(0, 50).mapToObj(i -> (Object) (long) i).toList());
        Thread other = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 5000; i++) {
                list.addAll(twin);
                list.clear();
            }
        });
        int met = 0;
        while (other.isAlive()) {
            met += list.equals(twin) ? 1 : 0;
            assertTrue(list.indexOf(49L) % 50 == 49 || !list.contains(new Object()));
            int last = list.lastIndexOf(0L);
            assertTrue(last == 0 || last == -1, () -> "lastIndexOf " + last);
            list.hashCode();
            for (Object element : list.toArray(new Object[0])) {
                assertTrue(element == null || (long) element < 50);
            }
        }
        other.join();
        assertTrue(met >= 0 && list.isEmpty());
    }

    @Test
    void sortTellsWhenTheListShrank() {
        SharedList<Object> list = SharedMemory.copyIn(List.of(3, 2, 1));
        assertThrows(
                ConcurrentModificationException.class,
                () -> list.sort((a, b) -> {
                    list.clear();
                    return 0;
                }));
    }

    @Test
    void aListInItselfIsPrinted() {
        SharedList<Object> list = SharedList.create();
        list.add(list);
        list.add(1);
        assertEquals("[(this Collection), 1]", list.toString());
        assertEquals(list, list.getFirst());
        SharedMap<Object, Object> map = SharedMap.create();
        map.put(map, map);
        assertEquals("{(this Map)=(this Map)}", map.toString());
        assertEquals(map, map.get(map));
    }

    /**
     * No heap operation may stay open when its thread runs out of stack in it, beyond the next thing that the thread
     * does: the collector would wait for its end.
     */
    @Test
    @Timeout(120)
    void stackOverflowsCloseOperations() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        for (int i = 0; i < 100; i++) {
            map.put("key number " + i, "value " + i);
            map.put(new BigDecimal(i + ".5"), List.of(i).toString());
        }
        SharedList<Object> list = SharedMemory.copyIn(List.of("text", 1));
        FutureTask<Void> deep = new FutureTask<>(() -> {
            for (int i = 0; i < 100; i++) {
                assertThrows(StackOverflowError.class, () -> descend(map, list, 0));
                SharedMemory.collect(); // fails after 10 s when an operation is open
            }
            return null;
        });
        Thread.ofPlatform().start(deep);
        deep.get();
        SharedMemory.collect();
        assertEquals(200, map.size());
        assertEquals("text", list.getFirst());
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack is full
    private static int descend(SharedMap<Object, Object> map, SharedList<Object> list, int depth) {
        int found = map.containsKey("key number " + depth % 100) ? 1 : 0;
        found += map.containsKey(depth % 100 + 0.5) ? 1 : 0;
        found += list.get(depth % 2) != null ? 1 : 0;
        return found + descend(map, list, depth + 1);
    }

    /** More threads than the segment has mutator slots, one after another and never more than a few at a time. */
    @Test
    @Timeout(120)
    void manyVirtualThreads() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 100; round++) {
                int start = round * 100;
                List<Future<Object>> tasks = IntStream.range(start, start + 100)
                        .mapToObj(i -> executor.submit(() -> map.put("k" + i, i)))
                        .toList();
                for (Future<Object> task : tasks) {
                    task.get();
                }
            }
        }
        assertEquals(10_000, map.size());
        for (int i = 0; i < 10_000; i++) {
            assertEquals((long) i, map.get("k" + i));
        }
    }
}
