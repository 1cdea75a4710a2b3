// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.WithDaemon;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads of two processes change one container: nothing is lost, nothing doubled, and each race has one winner. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
class ConcurrentContainersTest {
    private static final int THREADS = 3; // in each of two processes
    private static final int ROUNDS = 1500;

    /** What a thread does; `writer` is its number over both processes. Returns what is added up over the threads. */
    private interface Task {
        long run(int writer);
    }

    private static Task task(String name) {
        Object container = SharedMemory.repository("concurrent").get();
        return switch (name) {
            case "append" -> writer -> append(((SharedList<?>) container).as(Object.class), writer);
            case "insert" -> writer -> insert(((SharedList<?>) container).as(Object.class), writer);
            case "put" -> writer -> put(((SharedMap<?, ?>) container).as(Object.class, Object.class), writer);
            case "replace" -> writer -> replace(((SharedMap<?, ?>) container).as(Object.class, Object.class), writer);
            case "add" -> writer -> add(((SharedSet<?>) container).as(Object.class), writer);
            case "compute" -> writer -> compute(((SharedMap<?, ?>) container).as(Object.class, Object.class), writer);
            case "count" -> writer -> count(((SharedMap<?, ?>) container).as(Object.class, Object.class), writer);
            case "condition" ->
                writer -> compareAndSet(((SharedMap<?, ?>) container).as(Object.class, Object.class), writer);
            case "edit" -> writer -> edit(((SharedList<?>) container).as(Object.class), writer);
            case "seek" -> writer -> seek(((SharedList<?>) container).as(Object.class), writer);
            case "take" -> writer -> takeAll(((SharedList<?>) container).as(Object.class));
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Numbers and strings in turn, so that the list's storage changes under the readers. */
    private static Object element(int writer, int round) {
        long number = writer * 1_000_000L + round;
        return round % 100 == 99 ? Long.toString(number) : (Object) number;
    }

    private static long number(Object element) {
        return element instanceof String text ? Long.parseLong(text) : (long) element;
    }

    /** The other process has no JUnit. */
    private static void expect(Object expected, Object found) {
        if (!java.util.Objects.equals(expected, found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    private static long append(SharedList<Object> list, int writer) {
        for (int i = 0; i < ROUNDS; i += 2) {
            list.add(element(writer, i));
            list.addAll(List.of(element(writer, i + 1)));
        }
        return 0;
    }

    private static long insert(SharedList<Object> list, int writer) {
        for (int i = 0; i < ROUNDS / 4; i++) {
            list.add(0, element(writer, i));
        }
        return 0;
    }

    private static long put(SharedMap<Object, Object> map, int writer) {
        long won = 0;
        for (int i = 0; i < ROUNDS; i++) {
            expect(null, map.put("own " + writer + " " + i, i));
            won += map.putIfAbsent(i, writer) == null ? 1 : 0;
            if (i % 3 == 0) {
                expect((long) i, map.remove("own " + writer + " " + i));
            }
        }
        return won;
    }

    /** Integers by integers, in tables that are soon replaced: the reads that enter no heap operation. */
    private static long replace(SharedMap<Object, Object> map, int writer) {
        for (int i = 0; i < 20 * ROUNDS; i++) {
            long key = writer * 10L + i % 10;
            map.put(key, value(key, i));
            if (i % 3 != 0) {
                expect(value(key, i), map.get(key));
                expect(value(key, i), map.remove(key));
                expect(null, map.get(key));
            }
        }
        return 0;
    }

    private static long value(long key, int round) {
        return key + 1_000L * round;
    }

    private static long add(SharedSet<Object> set, int writer) {
        long won = 0;
        for (int i = 0; i < ROUNDS; i++) {
            won += set.add("element " + i) ? 1 : 0;
            won += set.add(writer + 10 * i) ? 1 : 0;
            won += i % 5 == 0 && set.remove("element " + i / 5) ? ROUNDS * 1000L : 0;
        }
        return won;
    }

    private static long compute(SharedMap<Object, Object> map, int writer) {
        for (int i = 0; i < ROUNDS; i++) {
            Object got = map.computeIfAbsent("computed " + i, key -> "by " + writer);
            expect(got, map.get("computed " + i));
        }
        return 0;
    }

    /** Changes all elements while others append: nothing is lost. */
    private static long edit(SharedList<Object> list, int writer) {
        long removed = 0;
        for (int i = 0; i < ROUNDS / 10; i++) {
            long mine = writer * 1_000_000L + i;
            list.add(mine);
            try {
                list.sort(null);
                list.replaceAll(element -> (long) element == mine ? (Object) (-mine - 1) : element);
                removed += i % 3 == 0 && list.removeIf(element -> (long) element == -mine - 1) ? 1 : 0;
            } catch (ConcurrentModificationException e) {
                expect(true, list.remove((Object) mine) || list.remove((Object) (-mine - 1)));
                removed++;
            }
        }
        return removed;
    }

    /**
     * In entries that are common, while the table is made anew. Each method counts by one; some entries come and go.
     */
    private static long count(SharedMap<Object, Object> map, int writer) {
        for (int i = 0; i < ROUNDS; i++) {
            map.merge("merged", 1, (old, one) -> (long) old + (long) one);
            map.compute("computed", (key, old) -> old == null ? 1 : (long) old + 1);
            map.computeIfPresent("present", (key, old) -> (long) old + 1);
            map.replaceAll((key, old) -> key.equals("replaced") ? (long) old + 1 : old);
            map.merge("coming and going", 1, (old, one) -> (long) old == 4 ? null : (Object) ((long) old + (long) one));
            map.put("own " + writer, i);
            expect((long) i, map.remove("own " + writer));
        }
        return ROUNDS;
    }

    /** By comparing: of several that saw one value, one wins. */
    private static long compareAndSet(SharedMap<Object, Object> map, int writer) {
        long won = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Object seen = map.get("value");
            String mine = "text of " + writer + " " + i; // not a word
            won += seen != null && map.replace("value", seen, mine) ? 1 : 0;
            won += map.remove("value", mine) ? 1_000_000 : 0;
            won += map.putIfAbsent("value", mine) == null ? 1_000_000_000_000L : 0;
        }
        return won;
    }

    /** Moves the elements about, or looks for one that is there until it is removed. */
    private static long seek(SharedList<Object> list, int writer) {
        for (int i = 0; i < ROUNDS; i++) {
            Object mine = writer * 1_000_000L + i;
            long sign = i % 2 == 0 ? 1 : -1;
            if (writer % THREADS == 0) {
                finished(() -> {
                    list.sort(Comparator.comparingLong(element -> sign * (long) element));
                    return true;
                });
            } else {
                list.add(mine);
                expect(true, i % 4 < 2 ? list.remove(mine) : finished(() -> list.removeIf(mine::equals)));
                expect(false, list.remove(mine));
            }
        }
        return 0;
    }

    private static boolean finished(Callable<Boolean> change) {
        while (true) {
            try {
                return change.call();
            } catch (ConcurrentModificationException e) {
                Thread.onSpinWait();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private static long takeAll(SharedList<Object> list) {
        long sum = 0;
        try {
            while (true) {
                sum += (long) list.removeFirst();
                sum += (long) list.removeLast();
            }
        } catch (java.util.NoSuchElementException e) {
            return sum;
        }
    }

    private static long run(String name, int firstWriter) throws Exception {
        Task task = task(name);
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<Long>> calls = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int writer = firstWriter + t;
                calls.add(() -> task.run(writer));
            }
            long sum = 0;
            for (Future<Long> result : executor.invokeAll(calls)) {
                sum += result.get();
            }
            return sum;
        }
    }

    /** The other process. Waits for a line before it begins. */
    public static final class Other {
        public static void main(String[] arguments) throws Exception {
            task(arguments[0]);
            System.out.println("ready");
            System.in.read();
            System.out.println(run(arguments[0], THREADS));
        }
    }

    /** Runs a task in both processes at once, with a reader meanwhile. Returns the sum of all threads. */
    private static long together(String name, Object container, Runnable reader) throws Exception {
        SharedMemory.repository("concurrent").set(container);
        Process other = Child.start(System.getProperty("colors.segment"), Other.class, List.of(), name);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService readers = Executors.newFixedThreadPool(1)) {
            BufferedReader output = other.inputReader();
            assertEquals("ready", output.readLine());
            other.getOutputStream().write('\n');
            other.getOutputStream().flush();
            Future<?> reading = readers.submit(() -> {
                do {
                    reader.run();
                } while (!done.get());
            });
            long sum;
            String line;
            try {
                sum = run(name, 0);
                line = output.readLine();
            } finally {
                done.set(true);
            }
            reading.get();
            assertTrue(
                    line != null && line.matches("-?\\d+"),
                    () -> line + output.lines().toList());
            assertTrue(other.waitFor(60, TimeUnit.SECONDS));
            return sum + Long.parseLong(line);
        } finally {
            other.destroyForcibly();
        }
    }

    /** Of each writer its elements in its order, from the first on without a gap. Returns how many in all. */
    private static int checkOrder(Iterable<Object> elements) {
        Map<Long, Long> next = new HashMap<>();
        int count = 0;
        for (Object element : elements) {
            long writer = number(element) / 1_000_000;
            long round = number(element) % 1_000_000;
            assertEquals(next.getOrDefault(writer, 0L), round, () -> "of writer " + writer);
            next.put(writer, round + 1);
            count++;
        }
        return count;
    }

    @Test
    void appends() throws Exception {
        SharedList<Object> list = SharedList.create();
        int[] before = {0};
        together("append", list, () -> {
            int count = checkOrder(list);
            assertTrue(count >= before[0], () -> count + " elements after " + before[0]);
            before[0] = count;
        });
        assertEquals(2 * THREADS * ROUNDS, checkOrder(list));
        assertEquals(2 * THREADS * ROUNDS, list.size());
    }

    @Test
    void insertions() throws Exception {
        SharedList<Object> list = SharedList.create();
        together("insert", list, () -> {
            for (Object element : list) {
                assertTrue(number(element) % 1_000_000 < ROUNDS);
            }
        });
        assertEquals(2 * THREADS * (ROUNDS / 4), list.size());
        assertEquals(2 * THREADS * (ROUNDS / 4), checkOrder(list.reversed()));
    }

    @Test
    void puts() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        long won = together("put", map, () -> checkKeys(map));
        assertEquals(ROUNDS, won);
        int removed = 2 * THREADS * ((ROUNDS + 2) / 3);
        assertEquals(ROUNDS + 2 * THREADS * ROUNDS - removed, map.size());
        assertEquals(map.size(), checkKeys(map));
        for (int writer = 0; writer < 2 * THREADS; writer++) {
            for (int i = 0; i < ROUNDS; i++) {
                assertEquals(i % 3 == 0 ? null : (Object) (long) i, map.get("own " + writer + " " + i));
            }
        }
    }

    @Test
    void counters() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("present", 0);
        map.put("replaced", 0);
        long counted = together("count", map, () -> assertTrue(map.getOrDefault("merged", 0L) instanceof Long));
        assertEquals(2 * THREADS * ROUNDS, counted);
        for (String key : List.of("merged", "computed", "present", "replaced")) {
            assertEquals(counted, map.get(key), key);
        }
        assertEquals(counted % 5 == 0 ? null : (Object) (counted % 5), map.get("coming and going")); // 1, 2, 3, 4, none
    }

    @Test
    void edits() throws Exception {
        SharedList<Object> list = SharedList.create();
        long removed = together("edit", list, () -> assertTrue(list.size() <= 2 * THREADS * (ROUNDS / 10)));
        assertEquals(2L * THREADS * (ROUNDS / 10) - removed, list.size());
        assertEquals(list.size(), new HashSet<>(list).size());
    }

    @Test
    void whatIsThereIsFoundWhileItMoves() throws Exception {
        SharedList<Object> list =
                SharedMemory.copyIn(IntStream.range(0, 50).boxed().toList());
        together("seek", list, () -> assertTrue(list.size() <= 50 + 2 * THREADS));
        assertEquals(
                IntStream.range(0, 50).mapToObj(i -> (Object) (long) i).collect(Collectors.toSet()),
                new HashSet<>(list));
        assertEquals(50, list.size());
    }

    @Test
    void conditions() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("value", "first");
        long won = together("condition", map, () -> {});
        long replaced = won % 1_000_000;
        long removed = won / 1_000_000 % 1_000_000;
        long put = won / 1_000_000_000_000L;
        assertTrue(replaced > 0 && removed > 0, () -> replaced + " " + removed);
        assertEquals(map.containsKey("value") ? removed : removed - 1, put);
    }

    @Test
    void integersByIntegers() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        for (long key = 500; key < 600; key++) {
            map.put(key, value(key, 0));
        }
        together("replace", map, () -> {
            for (long key = 0; key < 600; key++) {
                Object found = map.get(key);
                assertTrue(found == null ? key < 500 : (long) found % 1000 == key, () -> "found " + found);
            }
            SharedMemory.collect();
        });
        assertEquals(100 + 2 * THREADS * 3, map.size()); // in the last ten rounds three are multiples of 3
    }

    /** Iterates over a map. Returns the number of its keys, of which none comes twice. */
    private static int checkKeys(SharedMap<Object, Object> map) {
        Set<Object> met = new HashSet<>();
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            assertTrue(met.add(entry.getKey()), () -> entry + " is there twice");
            if (entry.getKey() instanceof String key) {
                assertEquals(
                        key.substring(key.lastIndexOf(' ') + 1),
                        entry.getValue().toString());
            }
        }
        return met.size();
    }

    @Test
    void racesOfSets() throws Exception {
        SharedSet<Object> set = SharedSet.create();
        long sum = together("add", set, set::hashCode);
        long removals = sum / (ROUNDS * 1000L);
        long additions = sum % (ROUNDS * 1000L);
        assertEquals(set.size(), additions - removals);
        assertEquals(set.size(), new HashSet<>(set).size());
        assertTrue(set.containsAll(IntStream.range(ROUNDS / 5, ROUNDS)
                .mapToObj(i -> "element " + i)
                .toList()));
    }

    @Test
    void valuesAreComputedOnce() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        together("compute", map, map::size);
        assertEquals(ROUNDS, map.size());
    }

    @Test
    void queues() throws Exception {
        int count = 20_000;
        SharedList<Object> list =
                SharedMemory.copyIn(IntStream.range(0, count).boxed().toList());
        long sum = together("take", list, () -> assertTrue(list.size() <= count));
        assertEquals(count * (count - 1L) / 2, sum);
        assertTrue(list.isEmpty());
    }
}
