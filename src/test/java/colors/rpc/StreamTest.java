// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedName;
import colors.support.Child;
import colors.support.WithDaemon;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams of services: a server in another process, readers here. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
class StreamTest {
    @SharedName("streams.Trade")
    public interface Trade {
        long number();

        void number(long number);
    }

    public record Point(int x, String text) {}

    public interface Exchange {
        Stream<Long> numbers(long count);

        Stream<Trade> trades(int count);

        Iterator<Point> points(Point first);

        Stream<Long> failing(long count);

        CompletableFuture<Stream<Long>> later(long count);

        Stream<Long> endless(String channel);

        Stream<Object> silent();

        Stream<Long> none();

        LongStream primitive(long count);

        Stream<Object> unfit(long count);
    }

    /** The server's side, in another process. */
    static final class Market implements Exchange {
        @Override
        public Stream<Long> numbers(long count) {
            return LongStream.range(0, count).boxed();
        }

        @Override
        public Stream<Trade> trades(int count) {
            return IntStream.range(0, count).mapToObj(number -> {
                Trade trade = SharedMemory.allocate(Trade.class);
                trade.number(number);
                return trade;
            });
        }

        @Override
        public Iterator<Point> points(Point first) {
            return Stream.iterate(first, point -> new Point(point.x() + 1, point.text() + "."))
                    .limit(3)
                    .iterator();
        }

        @Override
        public Stream<Long> failing(long count) {
            return Stream.concat(numbers(count), Stream.generate(() -> {
                throw new IllegalStateException("after " + count);
            }));
        }

        @Override
        public CompletableFuture<Stream<Long>> later(long count) {
            return CompletableFuture.supplyAsync(() -> numbers(count));
        }

        /** Tells how far it is, and of its end. */
        @Override
        public Stream<Long> endless(String channel) {
            long[] made = {0};
            return Stream.generate(() -> made[0]++)
                    .onClose(() -> SharedMemory.channel(channel).trySend(made[0]));
        }

        @Override
        public Stream<Object> silent() {
            return Stream.generate(() -> awaited(new CountDownLatch(1)));
        }

        @Override
        public Stream<Long> none() {
            return null;
        }

        @Override
        public LongStream primitive(long count) {
            return LongStream.range(0, count);
        }

        @Override
        public Stream<Object> unfit(long count) {
            return Stream.concat(numbers(count), Stream.of(Thread.currentThread()));
        }
    }

    /** What a client that has another interface sees. */
    interface Boxed {
        Stream<Long> primitive(long count);

        Stream<String> numbers(long count);
    }

    public static final class Serves {
        public static void main(String[] arguments) throws Exception {
            try (Server _ = Service.named(arguments[0]).serve(Exchange.class, new Market())) {
                System.out.println("serving");
                while (System.in.read() >= 0) {}
            }
        }
    }

    /** Reads a little of a stream, and waits to be killed. */
    public static final class Reads {
        public static void main(String[] arguments) throws Exception {
            Exchange exchange = Service.named(arguments[0]).client(Exchange.class);
            System.out.println(exchange.endless(arguments[0]).iterator().next());
            Thread.sleep(Duration.ofDays(1));
        }
    }

    private String name;
    private Process child;
    private Exchange exchange;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        name = test.getDisplayName();
        child = run(Serves.class, "serving");
        exchange = Service.named(name).client(Exchange.class);
    }

    private Process run(Class<?> program, String first) throws Exception {
        Process process = Child.start(System.getProperty("colors.segment"), program, List.of(), name);
        assertEquals(first, process.inputReader().readLine());
        return process;
    }

    @AfterEach
    void end() throws Exception {
        child.destroyForcibly().waitFor();
    }

    @Test
    void itemsComeInOrder() throws Exception {
        for (long count : new long[] {0, 1, 64, 65, 10_000}) {
            assertEquals(
                    LongStream.range(0, count).boxed().toList(),
                    exchange.numbers(count).toList());
        }
        assertEquals(List.of(0L, 1L, 2L), exchange.later(3).get().toList());
        assertEquals(null, exchange.none());
        Iterator<Point> points = exchange.points(new Point(1, "p"));
        assertEquals(new Point(1, "p"), points.next());
        assertEquals(new Point(2, "p."), points.next());
        assertEquals(new Point(3, "p.."), points.next());
        assertFalse(points.hasNext());
        assertThrows(NoSuchElementException.class, points::next);
        Boxed boxed = Service.named(name).client(Boxed.class);
        assertEquals(List.of(0L, 1L), boxed.primitive(2).toList());
        assertTrue(
                assertThrows(SharedMemoryException.class, () -> boxed.numbers(2).toList())
                        .getMessage()
                        .contains("an item of the stream of numbers"));
    }

    @Test
    void itemsAreSharedObjects() {
        List<Trade> trades = exchange.trades(1000).toList();
        SharedMemory.collect();
        for (int i = 0; i < 1000; i++) {
            assertEquals(i, trades.get(i).number());
        }
    }

    @Test
    void anExceptionComesAfterTheItems() {
        Iterator<Long> failing = exchange.failing(100).iterator();
        for (long i = 0; i < 100; i++) {
            assertEquals(i, failing.next());
        }
        var thrown = assertThrows(IllegalStateException.class, failing::hasNext);
        assertEquals("after 100", thrown.getMessage());
        assertInstanceOf(RemoteFailureException.class, thrown.getCause());
        assertFalse(failing.hasNext());
    }

    @Test
    void anItemThatCannotBePassedComesAfterTheOthers() {
        Iterator<Object> unfit = exchange.unfit(100).iterator();
        for (long i = 0; i < 100; i++) {
            assertEquals(i, unfit.next());
        }
        assertTrue(assertThrows(SharedMemoryException.class, unfit::hasNext)
                .getMessage()
                .contains("Thread"));
    }

    /** The reader is interrupted, and the request that it executes is late. */
    @Test
    void itIsClosedInAnyCase() throws Exception {
        Stream<Long> endless = exchange.endless(name);
        assertEquals(0, endless.iterator().next());
        Thread.currentThread().interrupt();
        endless.close();
        assertTrue(Thread.interrupted());
        assertTrue((long) SharedMemory.channel(name).receive() > 0);
        Stream<Long> other = exchange.endless(name);
        var isClosed = new AtomicBoolean();
        Late closes = () -> {
            while (Request.current().orElseThrow().timeLeft().orElseThrow().isPositive()) {
                Thread.onSpinWait();
            }
            other.close();
            isClosed.set(true);
        };
        try (Server late = Service.named(name + " late").serve(Late.class, closes)) {
            Late client =
                    Service.named(late.name()).timeout(Duration.ofMillis(50)).client(Late.class);
            while (!isClosed.get()) {
                callLate(client);
            }
        }
        assertTrue((long) SharedMemory.channel(name).receive() >= 0);
    }

    interface Late {
        void close();
    }

    private static void callLate(Late client) {
        try {
            client.close();
        } catch (CallTimeoutException e) {
            // as a rule
        }
    }

    @Test
    void anotherThreadClosesIt() throws Exception {
        Stream<Object> silent = exchange.silent();
        var waiting = CompletableFuture.supplyAsync(silent.iterator()::hasNext);
        Thread.sleep(50); // so that it waits, as a rule
        silent.close();
        assertFalse(waiting.get());
    }

    /** Readers that are fast, and servers that close: no stream ends as if it were whole. */
    @Test
    void noClosedServerEndsItWithoutAnError() throws Exception {
        for (int round = 0; round < 20; round++) {
            Server server = Service.named(name + round).serve(Exchange.class, new Market());
            Exchange here = Service.named(server.name()).client(Exchange.class);
            List<CompletableFuture<Long>> counts = IntStream.range(0, 4)
                    .mapToObj(_ -> here.endless(name))
                    .map(endless -> CompletableFuture.supplyAsync(endless::count))
                    .toList();
            server.close();
            for (CompletableFuture<Long> count : counts) {
                assertInstanceOf(
                        ServerLostException.class,
                        assertThrows(ExecutionException.class, count::get).getCause());
            }
        }
    }

    @Test
    void aServiceThatIsRemovedEndsIt() {
        Iterator<Long> endless = exchange.endless(name).iterator();
        assertEquals(0, endless.next());
        SharedMemory.removeChannel("colors.rpc/" + name);
        assertThrows(ServerLostException.class, () -> {
            while (true) {
                endless.next();
            }
        });
    }

    @Test
    void noneBeginsAfterTheEnd() {
        var ready = new CompletableFuture<Stream<Long>>();
        Server server = Service.named(name + " later").serve(Later.class, () -> ready);
        var asked = Service.named(server.name()).client(Later.class).items();
        server.close();
        ready.complete(Stream.of(1L));
        assertThrows(ExecutionException.class, asked::get);
    }

    interface Later {
        CompletableFuture<Stream<Long>> items();
    }

    @Test
    void whoClosesEndsIt() throws Exception {
        try (Stream<Long> endless = exchange.endless(name)) {
            assertEquals(
                    LongStream.range(0, 500).boxed().toList(),
                    endless.limit(500).toList());
        }
        long made = (long) SharedMemory.channel(name).receive();
        assertTrue(made < 2000, () -> "it made no more than there was room for, not " + made);
    }

    @Test
    void aDeadReaderEndsIt() throws Exception {
        run(Reads.class, "0").destroyForcibly().waitFor();
        long made = (long) SharedMemory.channel(name).receive();
        assertTrue(made < 2000, () -> "it made no more than there was room for, not " + made);
    }

    @Test
    void aDeadServerFailsIt() {
        Iterator<Long> endless = exchange.endless(name).iterator();
        assertEquals(0, endless.next());
        child.destroyForcibly();
        assertThrows(ServerLostException.class, () -> {
            while (true) {
                endless.next();
            }
        });
        assertFalse(endless.hasNext());
    }

    @Test
    void aWaitForItemsIsLimited() {
        Exchange hasty = Service.named(name).timeout(Duration.ofMillis(100)).client(Exchange.class);
        Iterator<Object> silent = null;
        while (silent == null) {
            try {
                silent = hasty.silent().iterator();
            } catch (CallTimeoutException e) {
                // the server was not as fast
            }
        }
        assertThrows(CallTimeoutException.class, silent::hasNext);
        assertFalse(silent.hasNext());
    }

    @Test
    void aServerThatClosesEndsIt() {
        Iterator<Long> endless;
        try (Server server = Service.named(name + " here").serve(Exchange.class, new Market())) {
            endless = Service.named(server.name())
                    .client(Exchange.class)
                    .endless(name)
                    .iterator();
            assertEquals(0, endless.next());
        }
        assertThrows(ServerLostException.class, () -> {
            while (true) {
                endless.next();
            }
        });
    }

    /** The server closes while a reader waits for items. */
    @Test
    void aServerThatClosesWakesItsReaders() throws Exception {
        var asked = new CountDownLatch(1);
        var gone = new CountDownLatch(1);
        Slow slow = () -> Stream.generate(() -> {
            asked.countDown();
            return awaited(gone);
        });
        Server server = Service.named(name + " slow").serve(Slow.class, slow);
        Iterator<Long> items =
                Service.named(server.name()).client(Slow.class).items().iterator();
        var waiting = CompletableFuture.supplyAsync(items::hasNext);
        asked.await();
        server.close();
        assertInstanceOf(
                ServerLostException.class,
                assertThrows(ExecutionException.class, waiting::get).getCause());
        gone.countDown();
    }

    interface Slow {
        Stream<Long> items();
    }

    private static long awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return 1;
    }
}
