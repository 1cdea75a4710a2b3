// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.memory.SegmentStatus;
import colors.support.Child;
import colors.support.Daemon;
import colors.support.WithDaemon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * More threads than there are mutator slots, or nearly. Each in a process of its own in which nobody can ask the
 * private collector to run.
 */
@ExtendWith(WithDaemon.class)
class ThreadCrowdTest {
    private static final int SHORT = Integer.getInteger("colors.test.shortThreads", 100_000);
    private static final int BLOCKED = 20_000;
    private static final int PLATFORM = 5000;
    private static final int QUOTA = 40;

    private static void run(String segment, Class<?> main, String... arguments) throws Exception {
        Child.Result result = Child.run(segment, main, List.of("-XX:+DisableExplicitGC", "-Xss256k"), arguments);
        assertEquals("good", result.output().lines().reduce("", (_, line) -> line), result.output());
        assertEquals(0, result.exitCode(), result.output());
    }

    private static void run(Class<?> main, String... arguments) throws Exception {
        run(WithDaemon.start(), main, arguments);
    }

    /** What went wrong in threads. */
    private static final class Errors {
        private final Map<String, Integer> counts = new ConcurrentHashMap<>();

        Runnable caught(Body body) {
            return () -> {
                try {
                    body.run();
                } catch (Throwable e) {
                    counts.merge(e.toString(), 1, Integer::sum);
                }
            };
        }

        void print() {
            System.out.println(counts.isEmpty() ? "good" : counts.toString());
        }
    }

    private static void check(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    private interface Body {
        void run() throws Exception;
    }

    /** Threads in turn, each of which loads a reference. */
    public static final class Brief {
        public static void main(String[] arguments) throws Exception {
            int threads = Integer.parseInt(arguments[0]);
            Thread.Builder builder = arguments[1].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
            Repository<Object> repository = SharedMemory.repository("crowd.short");
            SharedList<Object> list = SharedList.create();
            repository.set(list);
            Errors errors = new Errors();
            try (ExecutorService executor = Executors.newThreadPerTaskExecutor(builder.factory())) {
                for (int i = 0; i < threads; i++) {
                    Future<?> thread = executor.submit(errors.caught(() -> check(list, repository.get())));
                    if (i % 100 == 0) {
                        thread.get();
                    }
                }
            }
            errors.print();
        }
    }

    @Test
    @Timeout(300)
    void shortVirtualThreadsShareSlots() throws Exception {
        run(Brief.class, Integer.toString(SHORT), "virtual");
    }

    @Test
    @Timeout(300)
    void shortPlatformThreadsHandTheirSlotsOn() throws Exception {
        run(Brief.class, "10000", "platform");
    }

    /** Threads that are blocked at the same time after each has touched the heap, by something private. */
    public static final class Blocked {
        public static void main(String[] arguments) throws Exception {
            int threads = Integer.parseInt(arguments[0]);
            Thread.Builder builder = arguments[1].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
            Repository<Object> repository = SharedMemory.repository("crowd.blocked");
            repository.set("text");
            CountDownLatch touched = new CountDownLatch(threads);
            CountDownLatch go = new CountDownLatch(1);
            Errors errors = new Errors();
            try (ExecutorService executor = Executors.newThreadPerTaskExecutor(builder.factory())) {
                for (int i = 0; i < threads; i++) {
                    executor.submit(errors.caught(() -> {
                        try {
                            check("text", repository.get());
                        } finally {
                            touched.countDown();
                        }
                        go.await();
                        check("text", repository.get());
                    }));
                }
                touched.await();
                go.countDown();
            }
            errors.print();
        }
    }

    @Test
    @Timeout(300)
    void blockedVirtualThreadsNeedNoSlot() throws Exception {
        run(Blocked.class, Integer.toString(BLOCKED), "virtual");
    }

    @Test
    @Timeout(300)
    void thousandsOfPlatformThreadsHaveSlots() throws Exception {
        run(Blocked.class, Integer.toString(PLATFORM), "platform");
    }

    /**
     * Virtual threads that are blocked at the same time by shared objects: a fifth of them each by a latch, a monitor,
     * a wait, a channel and a repository.
     */
    public static final class BlockedInside {
        private static final int WAYS = 5;
        private final Errors errors = new Errors();
        private final SharedList<Object> taken = SharedList.create();
        private final SharedList<Object> waited = SharedList.create();
        private final Repository<Object> repository = SharedMemory.repository("crowd.inside");
        private final Channel<Object> channel = SharedMemory.channel("crowd.inside");
        private final CountDownLatch go = new CountDownLatch(1);
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicInteger entered = new AtomicInteger();
        private boolean notified;

        public static void main(String[] arguments) throws Exception {
            new BlockedInside().run(Integer.parseInt(arguments[0]));
        }

        private void block(int way) throws Exception {
            repository.get();
            if (way == 2) {
                waitForNotification();
                return;
            }
            waiting.incrementAndGet();
            switch (way) {
                case 0 -> go.await();
                case 1 -> Monitors.enter(taken).close();
                case 3 -> check("message", channel.receive());
                default -> check("second", repository.waitForChange("first"));
            }
        }

        private void waitForNotification() throws Exception {
            try (var _ = Monitors.enter(waited)) {
                waiting.incrementAndGet();
                while (!notified) {
                    Monitors.wait(waited);
                }
                entered.incrementAndGet();
            }
        }

        private void run(int threads) throws Exception {
            repository.set("first");
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                try (var _ = Monitors.enter(taken)) {
                    for (int i = 0; i < threads; i++) {
                        int way = i % WAYS;
                        executor.submit(errors.caught(() -> block(way)));
                    }
                    while (waiting.get() < threads && errors.counts.isEmpty()) {
                        LockSupport.parkNanos(1_000_000);
                    }
                }
                go.countDown();
                try (var _ = Monitors.enter(waited)) {
                    notified = true;
                    Monitors.notifyAll(waited);
                }
                for (int i = 0; i < threads / WAYS; i++) {
                    channel.send("message");
                }
                repository.set("second");
            }
            check(threads / WAYS, entered.get());
            errors.print();
        }
    }

    @Test
    @Timeout(300)
    void virtualThreadsBlockInsideOfSharedObjects() throws Exception {
        run(BlockedInside.class, Integer.toString(BLOCKED));
    }

    /** More threads than the process may have slots: those that have one go on, the others are told. */
    public static final class Refused {
        public static void main(String[] arguments) throws Exception {
            Thread.Builder builder = arguments[0].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
            SharedList<Object> list = SharedList.create();
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch asked = new CountDownLatch(2 * QUOTA);
            AtomicInteger refused = new AtomicInteger();
            AtomicInteger others = new AtomicInteger();
            try (ExecutorService executor = Executors.newThreadPerTaskExecutor(builder.factory())) {
                for (int i = 0; i < 2 * QUOTA; i++) {
                    executor.submit(() -> {
                        try (var _ = Monitors.enter(SharedList.create())) { // has a slot until it leaves
                            asked.countDown();
                            go.await();
                            list.add(1);
                        } catch (SharedMemoryException e) {
                            (e.getMessage().contains("this process has " + QUOTA + " mutator slots") ? refused : others)
                                    .incrementAndGet();
                            asked.countDown();
                        } catch (InterruptedException e) {
                            others.incrementAndGet();
                        }
                    });
                }
                asked.await();
                go.countDown();
            }
            boolean good = others.get() == 0
                    && refused.get() >= QUOTA
                    && list.size() == 2 * QUOTA - refused.get()
                    && list.size() > QUOTA / 2;
            System.out.println(
                    good ? "good" : refused + " refused, " + list.size() + " done, " + others + " other errors");
        }
    }

    @Test
    @Timeout(120)
    void aThreadTooManyIsTold() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "16M", "--quota-slots", Integer.toString(QUOTA))) {
            run(daemon.segment(), Refused.class, "virtual");
            run(daemon.segment(), Refused.class, "platform");
        }
    }

    /** The thread that frees chunks finds no slot until this one has ended. */
    public static final class OneSlot {
        static class Item {
            int value;
        }

        private static int chunks() {
            return SegmentStatus.read().vms().getFirst().chunks();
        }

        public static void main(String[] arguments) throws Exception {
            int[] most = {0};
            Thread.ofPlatform()
                    .start(() -> {
                        SharedClass<Item> item = SharedClass.of(Item.class);
                        for (int i = 0; i < 50_000; i++) {
                            item.allocate();
                        }
                        // the other thread has looked for a slot by then, or the test shows less
                        LockSupport.parkNanos(1_000_000_000);
                        most[0] = chunks();
                    })
                    .join();
            while (chunks() >= most[0]) {
                System.gc();
                Thread.sleep(20);
            }
            System.out.println("good");
        }
    }

    @Test
    @Timeout(60)
    void chunksAreFreedThoughThereWasNoSlotAtFirst() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "16M", "--quota-slots", "1")) {
            Child.Result result = Child.run(daemon.segment(), OneSlot.class, List.of());
            assertEquals("good", result.output().lines().reduce("", (_, line) -> line), result.output());
        }
    }

    /** A thread that ended with a monitor has left it, though no private collection found the thread. */
    public static final class EndedWithMonitor {
        public static void main(String[] arguments) throws Exception {
            for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
                SharedList<Object> list = SharedList.create();
                builder.start(() -> Monitors.enter(list)).join();
                try {
                    Monitors.enter(list);
                    throw new AssertionError("entered what a dead thread had");
                } catch (MonitorAbandonedException e) {
                    Monitors.enter(list).close();
                }
            }
            System.out.println("good");
        }
    }

    @Test
    @Timeout(60)
    void aMonitorOfAThreadThatEndedIsAbandoned() throws Exception {
        run(EndedWithMonitor.class);
    }
}
