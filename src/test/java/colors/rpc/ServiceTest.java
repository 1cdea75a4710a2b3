// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Scope;
import colors.SharedList;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedName;
import colors.support.Child;
import colors.support.WithDaemon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Services: a server in another process, clients here. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
class ServiceTest {
    @SharedName("company.Employee")
    public interface Employee {
        String name();

        void name(String name);

        double salary();

        void salary(double salary);
    }

    public static class Plain {
        String text;
        int[] numbers;
    }

    public record Point(int x, int y) {}

    public static final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1L;

        public Overdrawn(String message) {
            super(message);
        }
    }

    public interface Payroll {
        double raise(Employee employee, double percent);

        Employee hire(String name);

        int add(int a, int b);

        long sum(long a, long b, long c, long d, long e, long f);

        List<Integer> doubled(List<Integer> numbers);

        int[] reversed(int[] numbers);

        Plain changed(Plain plain);

        Point moved(Point point, int by);

        Map<String, Double> salaries(List<Object> employees);

        void pay(double amount) throws Overdrawn;

        void fail(String how);

        long sleep(long ms);

        CompletableFuture<String> later(String text);

        Object echo(Object value);

        Employee newest(Employee hired);

        long pid();
    }

    /** The server's side, in another process. */
    public static final class Company implements Payroll {
        private final List<Employee> kept = new ArrayList<>();
        private Employee newest; // guarded by this

        @Override
        public double raise(Employee employee, double percent) {
            employee.salary(employee.salary() * (1 + percent / 100));
            return employee.salary();
        }

        @Override
        public Employee hire(String name) {
            Employee employee = SharedMemory.allocate(Employee.class);
            employee.name(name);
            employee.salary(1000);
            kept.add(employee); // nobody may use it after the request
            return employee;
        }

        @Override
        public int add(int a, int b) {
            return Math.addExact(a, b);
        }

        @Override
        public long sum(long a, long b, long c, long d, long e, long f) {
            return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
        }

        @Override
        public List<Integer> doubled(List<Integer> numbers) {
            return numbers.stream().map(number -> 2 * number).toList();
        }

        @Override
        public int[] reversed(int[] numbers) {
            return IntStream.range(0, numbers.length)
                    .map(i -> numbers[numbers.length - 1 - i])
                    .toArray();
        }

        @Override
        public Plain changed(Plain plain) {
            plain.text += "!";
            plain.numbers = reversed(plain.numbers);
            return plain;
        }

        @Override
        public Point moved(Point point, int by) {
            return new Point(point.x() + by, point.y() + by);
        }

        @Override
        public Map<String, Double> salaries(List<Object> employees) {
            return Map.of("count", (double) employees.size());
        }

        @Override
        public void pay(double amount) throws Overdrawn {
            throw new Overdrawn("there are not " + amount);
        }

        @Override
        public void fail(String how) {
            switch (how) {
                case "private" -> throw new Secret();
                case "error" -> throw new StackOverflowError("deep");
                case "kept" -> kept.getFirst().name();
                case "silent" -> throw new Silent();
                case "nested" -> throw new NoServerException("of another service");
                case "interrupts" -> Thread.currentThread().interrupt();
                default -> throw new IllegalStateException(how);
            }
        }

        private static final class Secret extends RuntimeException {
            private static final long serialVersionUID = 1L;

            Secret() {
                super("of the server");
            }
        }

        private static final class Silent extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("it does not say");
            }
        }

        @Override
        public long sleep(long ms) {
            SharedMemory.channel(Request.current().orElseThrow().service()).trySend(ms);
            long end = System.nanoTime() + ms * 1_000_000;
            while (System.nanoTime() < end && !Request.current().orElseThrow().isCancelled()) {
                Thread.onSpinWait();
            }
            return Request.current()
                    .orElseThrow()
                    .timeLeft()
                    .map(Duration::toMillis)
                    .orElse(-1L);
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return CompletableFuture.supplyAsync(
                    () -> text + " later", CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
        }

        @Override
        public Object echo(Object value) {
            return value;
        }

        @Override
        public synchronized Employee newest(Employee hired) {
            newest = hired == null ? newest : Request.current().orElseThrow().keep(hired);
            return newest;
        }

        @Override
        public long pid() {
            return ProcessHandle.current().pid();
        }
    }

    /** Serves until its input ends. */
    public static final class Serves {
        public static void main(String[] arguments) throws Exception {
            try (Server server = Service.named(arguments[0]).serve(Payroll.class, new Company())) {
                System.out.println("serving");
                while (System.in.read() >= 0) {}
                System.out.println(server.metrics().get("add").calls());
            }
        }
    }

    private String name;
    private Process child;
    private Payroll payroll;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        name = test.getDisplayName();
        child = serve();
        payroll = Service.named(name).client(Payroll.class);
    }

    private Process serve() throws Exception {
        Process process = Child.start(System.getProperty("colors.segment"), Serves.class, List.of(), name);
        assertEquals("serving", process.inputReader().readLine());
        return process;
    }

    @AfterEach
    void end() throws Exception {
        child.destroyForcibly().waitFor();
    }

    @Test
    void objectsAreTheSameOnes() {
        Employee ada = SharedMemory.allocate(Employee.class);
        ada.salary(4000);
        assertEquals(4200, payroll.raise(ada, 5), 1e-9);
        assertEquals(4200, ada.salary(), 1e-9);
        Employee bob = payroll.hire("Bob");
        assertEquals("Bob", bob.name());
        bob.salary(7);
        assertEquals(14, payroll.raise(bob, 100));
        assertEquals(bob, payroll.echo(bob));
        assertEquals(Map.of("count", 2.0), payroll.salaries(List.of(ada, bob)));
    }

    @Test
    void privateValuesAreCopied() {
        assertEquals(654321, payroll.sum(1, 2, 3, 4, 5, 6));
        assertEquals(List.of(2, 4, 6), payroll.doubled(List.of(1, 2, 3)));
        assertArrayEquals(new int[] {3, 2, 1}, payroll.reversed(new int[] {1, 2, 3}));
        assertEquals(new Point(4, 5), payroll.moved(new Point(1, 2), 3));
        Plain plain = new Plain();
        plain.text = "a longer text than seven";
        plain.numbers = new int[] {7, 8};
        Plain changed = payroll.changed(plain);
        assertEquals("a longer text than seven!", changed.text);
        assertArrayEquals(new int[] {8, 7}, changed.numbers);
        assertArrayEquals(new int[] {7, 8}, plain.numbers);
        for (Object value : new Object[] {1L, 2.5, true, "text", null, Long.MAX_VALUE, Double.MIN_VALUE}) {
            assertEquals(value, payroll.echo(value));
        }
        assertInstanceOf(SharedList.class, payroll.echo(new ArrayList<>(List.of(1, "two"))));
        assertTrue(assertThrows(SharedMemoryException.class, () -> payroll.echo(new Thread()))
                .getMessage()
                .contains("Thread"));
    }

    /** A thousand times a megabyte, in a segment of half a gigabyte. */
    @Test
    void aServerKeepsNothingOfACallThatEnded() {
        String text = "x".repeat(1000);
        for (int call = 0; call < 1000; call++) {
            SharedList<Object> list = SharedList.create();
            for (int i = 0; i < 1000; i++) {
                list.add(text + i);
            }
            assertEquals(Map.of("count", 1000.0), payroll.salaries(list));
        }
    }

    @Test
    void exceptionsCome() {
        assertEquals(
                "there are not 3.0",
                assertThrows(Overdrawn.class, () -> payroll.pay(3)).getMessage());
        var overflow = assertThrows(ArithmeticException.class, () -> payroll.add(Integer.MAX_VALUE, 1));
        var remote = assertInstanceOf(RemoteFailureException.class, overflow.getCause());
        assertTrue(remote.trace().contains("ServiceTest$Company.add"), remote.trace());
        assertEquals(
                "bad",
                assertThrows(IllegalStateException.class, () -> payroll.fail("bad"))
                        .getMessage());
        var secret = assertThrows(RemoteFailureException.class, () -> payroll.fail("private"));
        assertTrue(secret.type().endsWith("Secret") && secret.remoteMessage().equals("of the server"));
        assertEquals(
                "java.lang.StackOverflowError",
                assertThrows(RemoteFailureException.class, () -> payroll.fail("error"))
                        .type());
        payroll.hire("Eve");
        assertTrue(assertThrows(SharedMemoryException.class, () -> payroll.fail("kept"))
                .getMessage()
                .contains("scope"));
        assertEquals(3, payroll.add(1, 2));
    }

    @Test
    void whatARequestKeepsOutlivesIt() {
        Employee ada = SharedMemory.allocate(Employee.class);
        payroll.newest(ada);
        for (int i = 0; i < 100; i++) { // of any thread of the server
            assertEquals(ada, payroll.newest(null));
        }
    }

    @Test
    void exceptionsThatThrow() {
        try (Server server = Service.named(name + " here").threads(1).serve(Payroll.class, new Company())) {
            Payroll here = Service.named(server.name()).client(Payroll.class);
            for (int i = 0; i < 3; i++) {
                assertTrue(assertThrows(RemoteFailureException.class, () -> here.fail("silent"))
                        .type()
                        .endsWith("Silent"));
            }
            here.fail("interrupts");
            assertEquals(3, here.add(1, 2));
            assertEquals(
                    NoServerException.class.getName(),
                    assertThrows(RemoteFailureException.class, () -> here.fail("nested"))
                            .type());
        }
    }

    @Test
    void aRemovedServiceIsServedAgain() {
        Service removed = Service.named(name + " removed");
        for (int i = 0; i < 3; i++) {
            try (Server server = removed.threads(3).serve(Payroll.class, new Company())) {
                assertEquals(1, removed.servers());
                assertEquals(3, removed.client(Payroll.class).add(1, 2));
                Payroll before = removed.client(Payroll.class);
                assertTrue(SharedMemory.removeChannel("colors.rpc/" + server.name()));
                assertThrows(NoServerException.class, () -> before.add(1, 2));
            }
            assertEquals(0, removed.servers());
        }
    }

    interface Other {
        int add(int a, int b, int c);

        int add(String a, int b);
    }

    interface Wrong {
        String add(int a, int b);
    }

    interface TwoNames {
        int add(int a);

        int add(String a);
    }

    @Test
    void interfacesThatDoNotFit() {
        Other other = Service.named(name).client(Other.class);
        String unknown = assertThrows(CallRefusedException.class, () -> other.add(1, 2, 3))
                .getMessage();
        assertTrue(unknown.contains("add/3") && unknown.contains("add/2"), unknown);
        String misfit = assertThrows(CallRefusedException.class, () -> other.add("one", 2))
                .getMessage();
        assertTrue(misfit.contains("argument 1 of add"), misfit);
        Wrong wrong = Service.named(name).client(Wrong.class);
        assertTrue(assertThrows(SharedMemoryException.class, () -> wrong.add(1, 2))
                .getMessage()
                .contains("the result of add"));
        assertThrows(SharedMemoryException.class, () -> Service.named(name).client(TwoNames.class));
        assertThrows(SharedMemoryException.class, () -> Service.named(name).client(Company.class));
        assertThrows(
                SharedMemoryException.class,
                () -> Service.named(name).capacity(7).client(Payroll.class));
    }

    interface Asynchronous {
        CompletableFuture<Integer> add(int a, int b);

        CompletableFuture<Long> sleep(long ms);

        CompletableFuture<String> later(String text);

        @OneWay
        void hire(String name);
    }

    @Test
    void withoutWaiting() throws Exception {
        Asynchronous asynchronous = Service.named(name).client(Asynchronous.class);
        List<CompletableFuture<Integer>> sums =
                IntStream.range(0, 1000).mapToObj(i -> asynchronous.add(i, i)).toList();
        for (int i = 0; i < 1000; i++) {
            assertEquals(2 * i, sums.get(i).get());
        }
        assertEquals("it comes later", asynchronous.later("it comes").get());
        assertEquals("it comes later", payroll.later("it comes").get());
        asynchronous.hire("Una");
        var failed = asynchronous.add(Integer.MAX_VALUE, 1);
        assertInstanceOf(
                ArithmeticException.class,
                assertThrows(ExecutionException.class, failed::get).getCause());
        var cancelled = asynchronous.sleep(60_000);
        assertTrue(cancelled.cancel(true));
        assertThrows(CancellationException.class, cancelled::get);
        assertEquals(3, asynchronous.add(1, 2).get());
    }

    interface Held {
        CompletableFuture<Integer> hold(int number);

        void release();
    }

    /** Ends the calls that it holds at once, in their order. */
    private record Holder(List<CompletableFuture<Integer>> held) implements Held {
        @Override
        public CompletableFuture<Integer> hold(int number) {
            held.add(new CompletableFuture<>());
            return held.getLast().thenApply(_ -> number);
        }

        @Override
        public void release() {
            held.forEach(each -> each.complete(0));
        }
    }

    @Test
    void callsEndInTheirOrder() {
        Service holding = Service.named(name + "-held").threads(1);
        try (Server _ = holding.serve(Held.class, new Holder(new ArrayList<>()))) {
            Held client = holding.client(Held.class);
            List<Integer> ended = new ArrayList<>();
            var ends = new ArrayList<CompletableFuture<?>>();
            for (int i = 0; i < 200; i++) {
                ends.add(client.hold(i).thenAccept(ended::add));
            }
            client.release();
            ends.forEach(CompletableFuture::join);
            assertEquals(IntStream.range(0, 200).boxed().toList(), ended);
        }
    }

    @Test
    void moreCallsThanThereIsRoomFor() throws Exception {
        Service small = Service.named(name + " small").capacity(1);
        try (Server _ = small.threads(1).serve(Payroll.class, new Company())) {
            Asynchronous asynchronous = small.client(Asynchronous.class);
            List<CompletableFuture<Integer>> sums = new ArrayList<>();
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(number -> Thread.startVirtualThread(() -> {
                        for (int i = 0; i < 100; i++) {
                            var _ = asynchronous.sleep(1);
                            var sum = asynchronous.add(i, number);
                            synchronized (sums) {
                                sums.add(sum);
                            }
                        }
                    }))
                    .toList();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(
                    4 * 4950 + 600,
                    sums.stream().mapToInt(CompletableFuture::join).sum());
        }
        OneWays nobody = small.client(OneWays.class);
        assertThrows(NoServerException.class, () -> nobody.hire("Nobody"));
    }

    interface OneWays {
        @OneWay
        void hire(String name);
    }

    @Test
    void aCallbackMayWaitForAnotherCall() throws Exception {
        Asynchronous asynchronous = Service.named(name).client(Asynchronous.class);
        var second =
                asynchronous.add(1, 2).thenApply(sum -> asynchronous.add(sum, 3).join());
        assertEquals(6, second.get());
        assertEquals(
                6, asynchronous.add(1, 2).thenApply(sum -> payroll.add(sum, 3)).get());
    }

    /** What a call is made of outlives the scope in which it was begun. */
    @Test
    void callsBegunInAScope() throws Exception {
        Asynchronous asynchronous = Service.named(name).client(Asynchronous.class);
        List<CompletableFuture<String>> later = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            try (Scope _ = SharedMemory.scope()) {
                later.add(asynchronous.later("text number " + i));
            }
            if (i % 10 == 0) {
                SharedMemory.collect();
            }
        }
        for (int i = 0; i < 100; i++) {
            assertEquals("text number " + i + " later", later.get(i).get());
        }
    }

    @Test
    void timeIsLimited() {
        Payroll hasty = Service.named(name).timeout(Duration.ofMillis(40)).client(Payroll.class);
        assertThrows(CallTimeoutException.class, () -> hasty.sleep(60_000));
        assertThrows(CallTimeoutException.class, () -> hasty.sleep(60_000));
        assertEquals(-1, payroll.sleep(0));
        long left = Service.named(name)
                .timeout(Duration.ofSeconds(50))
                .client(Payroll.class)
                .sleep(0);
        assertTrue(left > 20_000 && left <= 50_000, () -> "left: " + left);
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        var interrupted = new CompletableFuture<Throwable>();
        Thread thread = Thread.ofVirtual().start(() -> {
            Throwable thrown = assertThrows(CallException.class, () -> payroll.sleep(60_000));
            assertTrue(Thread.interrupted());
            interrupted.complete(thrown);
        });
        while (thread.getState() == Thread.State.NEW) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        assertTrue(interrupted.get().getMessage().contains("interrupted"));
        assertEquals(3, payroll.add(1, 2));
    }

    @Test
    void aDeadServerFailsItsCalls() throws Exception {
        Asynchronous asynchronous = Service.named(name).client(Asynchronous.class);
        var lost = asynchronous.sleep(60_000);
        var waiting = new CompletableFuture<Throwable>();
        Thread.startVirtualThread(
                () -> waiting.complete(assertThrows(ServerLostException.class, () -> payroll.sleep(60_000))));
        for (int i = 0; i < 2; i++) {
            assertEquals(60_000L, SharedMemory.channel(name).receive());
        }
        child.destroyForcibly();
        assertInstanceOf(
                ServerLostException.class,
                assertThrows(ExecutionException.class, lost::get).getCause());
        waiting.get();
        assertThrows(NoServerException.class, () -> payroll.add(1, 2));
        assertEquals(0, Service.named(name).servers());
        child = serve();
        assertEquals(
                3, Service.named(name).waitingForServers().client(Payroll.class).add(1, 2));
    }

    @Test
    void serversShareCalls() throws Exception {
        Process second = serve();
        assertEquals(2, Service.named(name).servers());
        Asynchronous asynchronous = Service.named(name).client(Asynchronous.class);
        List<CompletableFuture<Long>> naps = new ArrayList<>();
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < 4 * threads; i++) {
            naps.add(asynchronous.sleep(200));
        }
        long pid = payroll.pid();
        second.destroyForcibly();
        int lost = 0;
        for (CompletableFuture<Long> nap : naps) {
            try {
                nap.get();
            } catch (ExecutionException e) {
                assertInstanceOf(ServerLostException.class, e.getCause());
                lost++;
            }
        }
        assertTrue(lost <= threads, lost + " calls are lost: no more than its threads had taken");
        assertTrue(pid == child.pid() || pid == second.pid());
        while (Service.named(name).servers() != 1) {
            Thread.onSpinWait(); // until the daemon has seen it
        }
    }

    @Test
    void aServerHereAndItsEnd() {
        Service service = Service.named(name + " here");
        assertEquals(0, service.servers());
        try (Server server = service.threads(1).serve(Payroll.class, new Company())) {
            assertEquals(1, service.servers());
            Payroll here = service.client(Payroll.class);
            assertEquals(5, here.add(2, 3));
            assertThrows(ArithmeticException.class, () -> here.add(Integer.MIN_VALUE, -1));
            Server.Metrics metrics = server.metrics().get("add");
            assertEquals(2, metrics.calls());
            assertEquals(1, metrics.failures());
            assertFalse(metrics.time().isNegative());
        }
        assertEquals(0, service.servers());
        Payroll later = service.client(Payroll.class);
        assertThrows(NoServerException.class, () -> later.add(1, 2));
    }
}
