// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.memory.SegmentStatus;
import colors.support.Child;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
@Timeout(120)
class MonitorsTest {
    private static final int ADDITIONS = 50_000;
    private static final int TURNS = 2_000;

    /** What threads of several processes change. */
    @SharedName("test.Counter")
    static class Counter {
        long count;
        long turn;
    }

    private static final class Fields {
        static final SharedClass<Counter> COUNTER = SharedClass.of(Counter.class);
        static final Field.OfLong<Counter> COUNT = COUNTER.longField("count");
        static final Field.OfLong<Counter> TURN = COUNTER.longField("turn");
    }

    private static Ref<Counter> published(String key) {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        SharedMemory.repository(key).set(counter);
        return counter;
    }

    private static Ref<Counter> found(String key) {
        return SharedMemory.repository(key, ValueType.ref(Counter.class)).get();
    }

    private static String segment() {
        return System.getProperty("colors.segment");
    }

    // ---- one thread ----

    @Test
    void everyKindOfSharedObjectHasOne() {
        for (Object object : List.of(
                Fields.COUNTER.allocate(),
                SharedList.create(),
                SharedSet.create(),
                SharedMap.create(),
                SharedBinary.create(3),
                SharedMemory.repository("a monitor"))) {
            assertFalse(Monitors.isHeldByCurrentThread(object));
            try (var _ = Monitors.enter(object);
                    var _ = Monitors.enter(object)) {
                assertTrue(Monitors.isHeldByCurrentThread(object));
                Monitors.notify(object);
                Monitors.notifyAll(object);
            }
            assertFalse(Monitors.isHeldByCurrentThread(object));
        }
    }

    @Test
    void aPrivateObjectHasNone() {
        for (Object object : new Object[] {null, "text", 1L, new Object()}) {
            SharedMemoryException e = assertThrows(SharedMemoryException.class, () -> Monitors.enter(object));
            assertEquals(Reason.ARGUMENT, e.reason());
        }
    }

    @Test
    void onlyTheOwnerMayLeaveWaitAndNotify() throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        assertRefused(counter);
        try (var _ = Monitors.enter(counter)) {
            inThread(() -> assertRefused(counter));
        }
        var closed = Monitors.enter(counter);
        closed.close();
        assertThrows(IllegalMonitorStateException.class, closed::close);
    }

    private static void assertRefused(Ref<Counter> counter) {
        assertThrows(IllegalMonitorStateException.class, () -> Monitors.exit(counter));
        assertThrows(IllegalMonitorStateException.class, () -> Monitors.wait(counter));
        assertThrows(IllegalMonitorStateException.class, () -> Monitors.wait(counter, 1, TimeUnit.SECONDS));
        assertThrows(IllegalMonitorStateException.class, () -> Monitors.notify(counter));
        assertThrows(IllegalMonitorStateException.class, () -> Monitors.notifyAll(counter));
    }

    @Test
    void itIsEnteredAsOftenAsTheLimit() {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        for (int i = 0; i < 16_384; i++) {
            Monitors.enter(counter);
        }
        assertEquals(
                Reason.STATE,
                assertThrows(SharedMemoryException.class, () -> Monitors.enter(counter))
                        .reason());
        assertEquals(
                Reason.STATE,
                assertThrows(SharedMemoryException.class, () -> Monitors.tryEnter(counter))
                        .reason());
        for (int i = 0; i < 16_384; i++) {
            Monitors.exit(counter);
        }
        assertFalse(Monitors.isHeldByCurrentThread(counter));
    }

    @Test
    void aWaitEndsWithItsTime() throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        try (var _ = Monitors.enter(counter);
                var _ = Monitors.enter(counter)) {
            long start = System.nanoTime();
            assertFalse(Monitors.wait(counter, 60, TimeUnit.MILLISECONDS));
            assertTrue(System.nanoTime() - start >= 60_000_000);
            assertFalse(Monitors.wait(counter, 0, TimeUnit.SECONDS));
            assertFalse(Monitors.wait(counter, -1, TimeUnit.SECONDS));
            assertTrue(Monitors.isHeldByCurrentThread(counter));
        }
        assertFalse(Monitors.isHeldByCurrentThread(counter));
    }

    // ---- threads of this process ----

    /** What a test does in another thread. */
    private interface Body {
        void run() throws Exception;
    }

    private static Thread start(Thread.Builder builder, Body body, AtomicReference<Throwable> thrown) {
        return builder.start(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
    }

    private static void inThread(Body body) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        start(Thread.ofPlatform(), body, thrown).join();
        if (thrown.get() != null) {
            throw new AssertionError(thrown.get());
        }
    }

    @Test
    void whoHasToWaitMayGiveUp() throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        try (var _ = Monitors.enter(counter)) {
            inThread(() -> {
                assertFalse(Monitors.tryEnter(counter));
                assertFalse(Monitors.tryEnter(counter, 50, TimeUnit.MILLISECONDS));
            });
        }
        inThread(() -> {
            assertTrue(Monitors.tryEnter(counter));
            assertTrue(Monitors.tryEnter(counter, 50, TimeUnit.MILLISECONDS));
            Monitors.exit(counter);
            Monitors.exit(counter);
        });
    }

    @Test
    void interrupts() throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
            aWaitIsInterrupted(builder);
            enteringIsInterrupted(builder);
            plainEnteringIsNot(builder);
        }
    }

    private static void aWaitIsInterrupted(Thread.Builder builder) throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        CountDownLatch entered = new CountDownLatch(1);
        Thread waiter = start(
                builder,
                () -> {
                    try (var _ = Monitors.enter(counter)) {
                        entered.countDown();
                        assertThrows(InterruptedException.class, () -> Monitors.wait(counter));
                        assertTrue(Monitors.isHeldByCurrentThread(counter));
                        assertFalse(Thread.currentThread().isInterrupted());
                        Thread.currentThread().interrupt();
                        assertThrows(InterruptedException.class, () -> Monitors.wait(counter, 1, TimeUnit.HOURS));
                    }
                },
                thrown);
        entered.await();
        try (var _ = Monitors.enter(counter)) { // it waits now
            waiter.interrupt();
        }
        waiter.join();
        assertSame(null, thrown.get());
        assertTrue(Monitors.tryEnter(counter));
        Monitors.exit(counter);
    }

    private static void enteringIsInterrupted(Thread.Builder builder) throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var _ = Monitors.enter(counter)) {
            Thread other = start(
                    builder,
                    () -> {
                        assertThrows(InterruptedException.class, () -> Monitors.enterInterruptibly(counter));
                        Thread.currentThread().interrupt();
                        assertThrows(InterruptedException.class, () -> Monitors.tryEnter(counter, 1, TimeUnit.HOURS));
                    },
                    thrown);
            Thread.sleep(30);
            other.interrupt();
            other.join();
        }
        assertSame(null, thrown.get());
    }

    private static void plainEnteringIsNot(Thread.Builder builder) throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other;
        try (var _ = Monitors.enter(counter)) {
            other = start(
                    builder,
                    () -> {
                        try (var _ = Monitors.enter(counter)) {
                            assertTrue(Thread.currentThread().isInterrupted());
                            assertEquals(1, Fields.COUNT.get(counter));
                        }
                    },
                    thrown);
            other.interrupt();
            Thread.sleep(30);
            Fields.COUNT.set(counter, 1);
        }
        other.join();
        assertSame(null, thrown.get());
    }

    /** It ended without leaving: what a killed process leaves, too. */
    @Test
    void aThreadThatEndsInItsCriticalSection() throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        inThread(() -> Monitors.enter(counter));
        boolean abandoned = false;
        for (int i = 0; i < 1000 && !abandoned; i++) {
            System.gc(); // finds the thread
            try {
                assertFalse(Monitors.tryEnter(counter, 20, TimeUnit.MILLISECONDS));
            } catch (MonitorAbandonedException e) {
                assertEquals(Reason.ABANDONED, e.reason());
                abandoned = true;
            }
        }
        assertTrue(abandoned);
        assertFalse(Monitors.isHeldByCurrentThread(counter));
        assertTrue(Monitors.tryEnter(counter));
        Monitors.exit(counter);
    }

    // ---- two processes ----

    private static void add(Ref<Counter> counter, int times) {
        for (int i = 0; i < times; i++) {
            try (var _ = Monitors.enter(counter)) {
                Fields.COUNT.set(counter, Fields.COUNT.get(counter) + 1);
            }
        }
    }

    /** Another process: adds as this one does, then takes turns, then does as it is told. */
    public static final class Other {
        public static void main(String[] arguments) throws Exception {
            switch (arguments[0]) {
                case "add" -> add(found("sum"), ADDITIONS);
                case "turns" -> takeTurns(found("turns"), 1);
                default -> {
                    Ref<Counter> counter = found("held");
                    System.in.read();
                    Monitors.enter(counter);
                    Monitors.enter(counter);
                    System.out.println("entered");
                    Thread.sleep(Long.MAX_VALUE);
                }
            }
        }
    }

    @Test
    void oneAtATime() throws Exception {
        Ref<Counter> counter = published("sum");
        Process other = Child.start(segment(), Other.class, List.of(), "add");
        inThread(() -> add(counter, ADDITIONS));
        add(counter, ADDITIONS);
        assertEquals("", new String(other.getInputStream().readAllBytes()));
        assertEquals(0, other.waitFor());
        assertEquals(3 * ADDITIONS, Fields.COUNT.get(counter));
    }

    private static void takeTurns(Ref<Counter> counter, long self) throws InterruptedException {
        try (var _ = Monitors.enter(counter)) {
            for (int i = 0; i < TURNS; i++) {
                while (Fields.TURN.get(counter) != self) {
                    Monitors.wait(counter);
                }
                Fields.TURN.set(counter, 1 - self);
                Fields.COUNT.set(counter, Fields.COUNT.get(counter) + 1);
                Monitors.notify(counter);
            }
        }
    }

    @Test
    void byTurns() throws Exception {
        Ref<Counter> counter = published("turns");
        Process other = Child.start(segment(), Other.class, List.of(), "turns");
        takeTurns(counter, 0);
        assertEquals("", new String(other.getInputStream().readAllBytes()));
        assertEquals(0, other.waitFor());
        assertEquals(2 * TURNS, Fields.COUNT.get(counter));
    }

    /** The paper's idiom: a repository, and whoever waits until something is in it. */
    @Test
    void aRepositoryIsWaitedFor() throws Exception {
        Repository<Object> repository = SharedMemory.repository("awaited in its monitor");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread client = start(
                Thread.ofPlatform(),
                () -> {
                    try (var _ = Monitors.enter(repository)) {
                        while (repository.get() == null) {
                            Monitors.wait(repository);
                        }
                    }
                },
                thrown);
        try (var _ = Monitors.enter(repository)) {
            repository.set("root");
            Monitors.notifyAll(repository);
        }
        client.join();
        assertSame(null, thrown.get());
    }

    @Test
    void aProcessThatIsKilledInItsCriticalSection() throws Exception {
        Ref<Counter> counter = published("held");
        Process other = Child.start(segment(), Other.class, List.of(), "hold");
        other.getOutputStream().write('\n');
        other.getOutputStream().flush();
        assertEquals("entered", other.inputReader().readLine());
        List<Thread> threads = new ArrayList<>();
        Semaphore abandoned = new Semaphore(0);
        for (int i = 0; i < 4; i++) {
            Thread.Builder builder = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
            threads.add(builder.start(() -> {
                try {
                    Monitors.enter(counter);
                } catch (MonitorAbandonedException e) {
                    abandoned.release();
                    Monitors.enter(counter);
                }
                Fields.COUNT.set(counter, Fields.COUNT.get(counter) + 1);
                Monitors.exit(counter);
            }));
        }
        Thread.sleep(50);
        other.destroyForcibly().waitFor();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(1, abandoned.availablePermits());
        assertEquals(4, Fields.COUNT.get(counter));
        assertDoesNotThrow(() -> Monitors.enter(counter).close());
    }

    @Test
    void statCountsThem() throws Exception {
        Ref<Counter> counter = Fields.COUNTER.allocate();
        int heldBefore = SegmentStatus.read().monitors().held();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        CountDownLatch entered = new CountDownLatch(1);
        Thread waiter = start(
                Thread.ofPlatform(),
                () -> {
                    try (var _ = Monitors.enter(counter)) {
                        entered.countDown();
                        Monitors.wait(counter);
                    }
                },
                thrown);
        entered.await();
        try (var _ = Monitors.enter(counter)) { // it waits now
            assertTrue(SegmentStatus.read().monitors().waiting() > 0);
            assertEquals(heldBefore + 1, SegmentStatus.read().monitors().held());
            Monitors.notify(counter);
            while (SegmentStatus.read().monitors().sleeping() == 0) { // the waiter, for the monitor
                Thread.sleep(1);
            }
        }
        waiter.join();
        assertSame(null, thrown.get());
    }

    // ---- virtual threads ----

    /** A process with one carrier: fifty virtual threads block, and the one that has to run runs. */
    public static final class OneCarrier {
        private static final int THREADS = 50;

        public static void main(String[] arguments) throws Exception {
            Ref<Counter> counter = Fields.COUNTER.allocate();
            List<Thread> threads = new ArrayList<>();
            CountDownLatch ran = new CountDownLatch(1);
            try (var _ = Monitors.enter(counter)) {
                for (int i = 0; i < THREADS; i++) {
                    threads.add(Thread.ofVirtual().start(() -> waitForTurn(counter)));
                }
                Thread.ofVirtual().start(ran::countDown);
                ran.await();
            }
            Thread last = Thread.ofVirtual().start(() -> startTurns(counter));
            last.join();
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(Fields.COUNT.get(counter));
        }

        private static void waitForTurn(Ref<Counter> counter) {
            try (var _ = Monitors.enter(counter)) {
                Fields.COUNT.set(counter, Fields.COUNT.get(counter) + 1);
                while (Fields.TURN.get(counter) == 0) {
                    Monitors.wait(counter);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private static void startTurns(Ref<Counter> counter) {
            boolean all = false;
            while (!all) {
                try (var _ = Monitors.enter(counter)) {
                    all = Fields.COUNT.get(counter) == THREADS;
                    Fields.TURN.set(counter, all ? 1 : 0);
                    Monitors.notifyAll(counter);
                }
                Thread.yield();
            }
        }
    }

    @Test
    void virtualThreadsLeaveTheirCarrierToOthers() throws Exception {
        Child.Result result = Child.run(
                segment(),
                OneCarrier.class,
                List.of("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"));
        assertEquals(new Child.Result(0, "50"), result);
    }
}
