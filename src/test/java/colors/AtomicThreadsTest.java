// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Atomic operations of several threads at once, while what has the place changes too. */
@ExtendWith(WithDaemon.class)
class AtomicThreadsTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 20_000;

    /** Four narrow fields side by side in one word. */
    @SharedName("atomics.Narrow")
    static class Narrow {
        short a;
        short b;
        byte c;
        byte d;
        char e;
    }

    @SharedName(value = "atomics.Moving", open = true)
    static class Moving {
        int count;
    }

    private static void together(List<Callable<Void>> tasks) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<Void> done : threads.invokeAll(tasks)) {
                done.get();
            }
        }
    }

    private static Callable<Void> repeat(int times, Runnable task) {
        return () -> {
            for (int i = 0; i < times; i++) {
                task.run();
            }
            return null;
        };
    }

    @Test
    void neighboursInOneWord() throws Exception {
        SharedClass<Narrow> type = SharedClass.of(Narrow.class);
        Ref<Narrow> object = type.allocate();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (String name : List.of("a", "b", "e")) {
            Field.OfInt<Narrow> field = type.intField(name);
            tasks.add(repeat(ROUNDS, () -> field.getAndAdd(object, 1)));
        }
        Field.OfInt<Narrow> plain = type.intField("c");
        tasks.add(repeat(ROUNDS, () -> plain.set(object, plain.get(object) ^ 1)));
        together(tasks);
        assertEquals(
                List.of((long) ROUNDS, (long) ROUNDS, 0L, 0L, (long) ROUNDS),
                List.of(object.get("a"), object.get("b"), object.get("c"), object.get("d"), object.get("e")));
    }

    /** The object goes from version to version, its count stays where it is. */
    @Test
    void countsWhileFieldsComeAndGo() throws Exception {
        SharedClass<Moving> type = SharedClass.of(Moving.class);
        Ref<Moving> object = type.allocate();
        Field.OfLong<Moving> count = type.longField("count");
        AtomicBoolean stop = new AtomicBoolean();
        List<Callable<Void>> tasks = new ArrayList<>();
        AtomicInteger left = new AtomicInteger(THREADS);
        for (int i = 0; i < THREADS; i++) {
            boolean byName = i % 2 == 0;
            tasks.add(() -> {
                repeat(ROUNDS, () -> {
                            if (byName) {
                                object.getAndAdd("count", 1);
                            } else {
                                count.getAndAdd(object, 1);
                            }
                        })
                        .call();
                stop.set(left.decrementAndGet() == 0);
                return null;
            });
        }
        tasks.add(() -> {
            for (int i = 0; !stop.get(); i++) {
                object.set("other", i % 2 == 0 ? (Object) i : "text " + i);
                if (i % 3 == 0) {
                    object.remove("other");
                }
            }
            return null;
        });
        together(tasks);
        assertEquals((long) THREADS * ROUNDS, object.get("count"));
    }

    /**
     * Each stored value is another one, and comes out exactly once: by the operation that replaced it, or by the one
     * that gave the field another type. A field that was left at its old place would give null twice.
     */
    @Test
    void nothingIsLostWhileTheFieldMoves() throws Exception {
        Ref<Moving> object = SharedClass.of(Moving.class).allocate();
        object.set("moving", null);
        AtomicInteger turns = new AtomicInteger();
        AtomicInteger moves = new AtomicInteger();
        Set<Long> won = new HashSet<>();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long own = i + 1;
            tasks.add(() -> {
                while (turns.get() < ROUNDS / 4) {
                    try {
                        if (object.compareAndSet("moving", null, own)) {
                            // nobody else has it until it is given back
                            turns.incrementAndGet();
                            synchronized (won) {
                                assertTrue(won.isEmpty(), () -> won + " and " + own);
                                won.add(own);
                            }
                            Thread.onSpinWait();
                            synchronized (won) {
                                won.remove(own);
                            }
                            giveBack(object, own, moves);
                        }
                    } catch (SharedMemoryException e) {
                        assertTrue(
                                e.getMessage().contains("no field 'moving'")
                                        || e.getMessage().contains("of type integer"),
                                e.getMessage());
                    }
                }
                return null;
            });
        }
        together(tasks);
        assertTrue(moves.get() > 0);
    }

    /** The owner removes the field, has a number there for a while, and then null again. */
    private static void giveBack(Ref<?> object, long own, AtomicInteger moves) {
        if (moves.incrementAndGet() % 2 == 0) {
            assertTrue(object.compareAndSet("moving", own, null));
            return;
        }
        object.remove("moving");
        object.set("moving", 5);
        object.remove("moving");
        object.set("moving", null);
    }

    @Test
    void listsMapsAndArrays() throws Exception {
        SharedList<Object> list = SharedMemory.copyIn(List.of(0, 0));
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("n", 0);
        SharedArray<Object> array = SharedArray.create(byte.class, 4).as(Object.class);
        SharedArray<Object> floats = SharedArray.create(double.class, 1).as(Object.class);
        int rounds = ROUNDS / 10;
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int own = i;
            tasks.add(repeat(rounds, () -> {
                list.getAndAdd(1, 1);
                map.getAndAdd("n", 2);
                array.getAndSet(own, (Long) array.get(own) ^ 1);
                floats.getAndAdd(0, 0.5);
            }));
        }
        tasks.add(repeat(rounds, () -> {
            list.add(7);
            map.put("more" + list.size() % 50, 1);
            map.remove("more" + list.size() % 31);
        }));
        together(tasks);
        assertEquals((long) THREADS * rounds, list.get(1));
        assertEquals(2L * THREADS * rounds, map.get("n"));
        assertEquals(0.5 * THREADS * rounds, floats.get(0));
        assertEquals(List.of(0L, 0L, 0L, 0L), array);
    }
}
