// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.memory.SegmentStatus;
import colors.support.Child;
import colors.support.WithDaemon;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Virtual threads of two processes, of which one is killed again and again, lock, wait, notify, send, receive, change
 * containers and make objects.
 */
@ExtendWith(WithDaemon.class)
class VirtualThreadKillTest {
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final int KILLS = 6;
    private static final int TOKENS = 50;
    private static final int MOST_MS = 400;
    private static final String NAME = "crowd.kill";

    /**
     * One of the processes. The repository holds a list with who is in the critical section, and a map; the channel
     * tokens.
     */
    public static final class Crowd {
        private static final int THREADS = 300;
        private static final int WAYS = 6;
        private final SharedList<Object> owner;
        private final SharedMap<Object, Object> map;
        private final Channel<Object> tokens = SharedMemory.channel(NAME);
        private final Repository<Object> stop = SharedMemory.repository(NAME + ".stop");
        private final AtomicLong steps = new AtomicLong();
        private final Map<String, Integer> errors = new ConcurrentHashMap<>();

        private Crowd() {
            SharedList<Object> all =
                    ((SharedList<?>) SharedMemory.repository(NAME).get()).as(Object.class);
            owner = ((SharedList<?>) all.get(0)).as(Object.class);
            map = ((SharedMap<?, ?>) all.get(1)).as(Object.class, Object.class);
        }

        public static void main(String[] arguments) throws Exception {
            new Crowd().run();
        }

        private void run() throws Exception {
            System.out.println("ready");
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < THREADS; i++) {
                    int number = i;
                    executor.submit(() -> live(number));
                }
            }
            System.out.println(errors.isEmpty() ? "steps " + steps : "errors " + errors);
        }

        private void live(int number) {
            try {
                for (int i = number; !Boolean.TRUE.equals(stop.get()); i++) {
                    step(ThreadLocalRandom.current().nextInt(WAYS), i);
                    steps.incrementAndGet();
                }
            } catch (Throwable e) {
                errors.merge(e + " at " + e.getStackTrace()[0], 1, Integer::sum);
            }
        }

        private void step(int way, int i) throws Exception {
            switch (way) {
                case 0 -> inside(this::count);
                case 1 -> inside(() -> Monitors.wait(owner, 5, TimeUnit.MILLISECONDS));
                case 2 ->
                    inside(() -> {
                        Monitors.notify(owner);
                        Monitors.notifyAll(owner);
                    });
                case 3 -> pass();
                case 4 -> compute(i);
                default -> {
                    SharedList<Object> made = SharedMemory.copyIn(List.of("text " + i, i, List.of(i)));
                    Thread.sleep(1); // parked: the slot may be another thread's
                    same("text " + i, made.get(0));
                    same((long) i, (((SharedList<?>) made.get(2)).as(Object.class)).get(0));
                }
            }
        }

        private interface Body {
            void run() throws Exception;
        }

        /**
         * Runs in the critical section. Who is told that an owner died does not have the monitor yet: so whoever is
         * next repairs.
         */
        private void inside(Body body) throws Exception {
            for (boolean entered = false; !entered; ) {
                try {
                    Monitors.enter(owner);
                    entered = true;
                } catch (MonitorAbandonedException e) {
                    // it is free now
                }
            }
            try {
                body.run();
            } catch (MonitorAbandonedException e) {
                // of the wait: it has the monitor
            } finally {
                Monitors.exit(owner);
            }
        }

        /** Nobody else is in the critical section, also while this thread is parked in it. */
        private void count() throws InterruptedException {
            Object me = SharedMemory.copyIn(List.of("me"));
            owner.set(0, me);
            if (ThreadLocalRandom.current().nextInt(10) == 0) {
                Thread.sleep(1);
            }
            same(me, owner.get(0));
            same(true, Monitors.isHeldByCurrentThread(owner));
        }

        private void pass() throws Exception {
            try {
                Object token = tokens.receive(20, TimeUnit.MILLISECONDS);
                Thread.yield();
                tokens.send(token);
            } catch (TimeoutException e) {
                // the others have them
            }
        }

        private void compute(int i) {
            map.compute("key " + i % 20, (_, _) -> {
                try {
                    Thread.sleep(1); // in the middle of an operation on the map
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return SharedMemory.copyIn(List.of((long) i, (long) i));
            });
            SharedList<Object> found = ((SharedList<?>) map.get("key " + i % 20)).as(Object.class);
            same(found.get(0), found.get(1));
        }

        private static void same(Object expected, Object found) {
            if (!expected.equals(found)) {
                throw new AssertionError("expected " + expected + ", found " + found);
            }
        }
    }

    private static Process start() throws Exception {
        Process crowd =
                Child.start(System.getProperty("colors.segment"), Crowd.class, List.of("-XX:+DisableExplicitGC"));
        String first = crowd.inputReader().readLine();
        assertEquals("ready", first);
        return crowd;
    }

    private static void end(Process crowd) throws Exception {
        String said = crowd.inputReader().lines().reduce("", (_, line) -> line);
        System.out.println(said);
        assertTrue(said.startsWith("steps "), said);
        assertEquals(0, crowd.waitFor());
    }

    @Test
    @Timeout(240)
    void theOthersGoOn() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        SharedMemory.repository(NAME).set(SharedMemory.copyIn(List.of(List.of("nobody"), Map.of("key", "value"))));
        SharedMemory.repository(NAME + ".stop").set(false);
        Channel<Object> tokens = SharedMemory.channel(NAME);
        for (int i = 0; i < TOKENS; i++) {
            tokens.send("token " + i);
        }
        Process survivor = start();
        Process victim = start();
        for (int i = 0; i < KILLS; i++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(MOST_MS));
            victim.destroyForcibly().waitFor();
            victim = start();
        }
        TimeUnit.MILLISECONDS.sleep(MOST_MS);
        SharedMemory.repository(NAME + ".stop").set(true);
        end(survivor);
        end(victim);
        Set<Object> left = new HashSet<>();
        Object none = new Object();
        for (Object token = tokens.tryReceive(none); token != none; token = tokens.tryReceive(none)) {
            assertTrue(left.add(token), "twice: " + token);
        }
        assertTrue(left.size() <= TOKENS);
        long start = System.nanoTime();
        while (SegmentStatus.read().monitors().waiting() != 0 && System.nanoTime() - start < PATIENCE_NS) {
            TimeUnit.MILLISECONDS.sleep(10); // the daemon clears away what the last one that was killed waited for
        }
        assertEquals(0, SegmentStatus.read().monitors().waiting());
    }
}
