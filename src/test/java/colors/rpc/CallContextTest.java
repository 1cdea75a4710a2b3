// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.SharedCall;
import colors.roots.Mutator;
import colors.shapes.Entities;
import colors.support.Child;
import colors.support.WithDaemon;
import colors.values.FrozenValue;
import colors.wrappers.HostLanguage;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What goes along with calls, and who is told of them: a server in another process, which calls back. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
class CallContextTest {
    public interface Seen {
        Map<String, String> seen();
    }

    public interface Work extends Seen {
        Map<String, String> relayed(String service);

        void fail(String how);

        CompletableFuture<String> later(String how);

        Stream<String> keys();

        @OneWay
        void relayOneWay(String service);
    }

    public static class Worker implements Work {
        @Override
        public Map<String, String> seen() {
            return context();
        }

        static Map<String, String> context() {
            return Request.current().orElseThrow().context();
        }

        @Override
        public Map<String, String> relayed(String service) {
            return new LinkedHashMap<>(Service.named(service).client(Seen.class).seen());
        }

        @Override
        public void fail(String how) {
            throw new IllegalArgumentException(how);
        }

        @Override
        public CompletableFuture<String> later(String how) {
            String tenant = context().get("tenant");
            return CompletableFuture.supplyAsync(() -> {
                if (how.equals("fails")) {
                    throw new IllegalArgumentException(how);
                }
                return tenant;
            });
        }

        @Override
        public Stream<String> keys() {
            return context().keySet().stream().sorted();
        }

        @Override
        public void relayOneWay(String service) {
            relayed(service);
        }
    }

    /** Serves until its input ends. */
    public static final class Serves {
        public static void main(String[] arguments) throws Exception {
            try (Server _ = Service.named(arguments[0]).serve(Work.class, new Worker())) {
                System.out.println("serving");
                while (System.in.read() >= 0) {}
            }
        }
    }

    /** Notes what it is told, and passes a number along. */
    private static final class Notes implements CallInterceptor {
        private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

        private Observer observer(String what) {
            notes.add(what);
            return new Observer() {
                @Override
                public void returned() {
                    notes.add("returned");
                }

                @Override
                public void ended(Throwable failure) {
                    notes.add(failure == null ? "ended" : failure.getClass().getSimpleName());
                }
            };
        }

        @Override
        public Observer calling(String service, String method, Map<String, String> context) {
            context.merge("number", "1", (number, one) -> number + one);
            return observer("calling " + method + " " + new TreeMap<>(context));
        }

        @Override
        public Observer executing(Request request) {
            return observer("executing " + request.method() + " " + new TreeMap<>(request.context()));
        }

        private void expect(String... expected) throws InterruptedException {
            for (String each : expected) {
                assertEquals(each, notes.poll(60, TimeUnit.SECONDS));
            }
            assertTrue(notes.isEmpty(), notes.toString());
        }
    }

    private String name;
    private Process child;
    private Service service;
    private final Notes notes = new Notes();

    @BeforeEach
    void start(TestInfo test) throws Exception {
        name = test.getDisplayName();
        child = Child.start(System.getProperty("colors.segment"), Serves.class, List.of(), name);
        assertEquals("serving", child.inputReader().readLine());
        service = Service.named(name);
    }

    @AfterEach
    void end() throws Exception {
        child.destroyForcibly().waitFor();
    }

    @Test
    void theServerSeesWhatTheClientPassesAlong() {
        assertEquals(Map.of(), service.client(Work.class).seen());
        Map<String, String> entries = Map.of("tenant", "blue", "empty", "", "emoji", "\ud83d\ude00 and more letters");
        assertEquals(entries, service.context(entries).client(Work.class).seen());
        assertEquals(
                List.of("a", "b"),
                service.context(Map.of("a", "1", "b", "2"))
                        .client(Work.class)
                        .keys()
                        .toList());
        assertEquals(
                "blue", service.context(entries).client(Work.class).later("").join());
    }

    @Test
    void callsInARequestPassItOn() throws Exception {
        Service here = Service.named(name + " here");
        try (Server _ = here.serve(Seen.class, Worker::context)) {
            var entries = Map.of("tenant", "blue");
            assertEquals(entries, service.context(entries).client(Work.class).relayed(name + " here"));
            assertEquals(Map.of(), service.client(Work.class).relayed(name + " here"));
        }
        var told = new CompletableFuture<Map<String, String>>();
        try (Server _ = here.serve(Seen.class, () -> {
            told.complete(Worker.context());
            return Map.of();
        })) {
            service.context(Map.of("tenant", "red")).client(Work.class).relayOneWay(name + " here");
            assertEquals(Map.of("tenant", "red"), told.get(60, TimeUnit.SECONDS));
        }
        Service own = Service.named(name + " own");
        try (Server _ = here.serve(Seen.class, () -> own.context(Map.of("own", "1", "tenant", "green"))
                        .client(Seen.class)
                        .seen());
                Server _ = own.serve(Seen.class, Worker::context)) {
            Map<String, String> both = Map.of("own", "1", "tenant", "green", "other", "2");
            assertEquals(
                    both,
                    service.context(Map.of("tenant", "blue", "other", "2"))
                            .client(Work.class)
                            .relayed(name + " here"));
        }
    }

    @Test
    void aClientsInterceptorIsToldOfEachCall() throws Exception {
        Work work =
                service.context(Map.of("tenant", "blue")).interceptedBy(notes).client(Work.class);
        assertEquals(Map.of("number", "1", "tenant", "blue"), work.seen());
        notes.expect("calling seen {number=1, tenant=blue}", "ended");
        assertThrows(IllegalArgumentException.class, () -> work.fail("on purpose"));
        notes.expect("calling fail {number=1, tenant=blue}", "IllegalArgumentException");
        assertEquals("blue", work.later("").join());
        notes.expect("calling later {number=1, tenant=blue}", "ended");
        assertThrows(CompletionException.class, () -> work.later("fails").join());
        notes.expect("calling later {number=1, tenant=blue}", "IllegalArgumentException");
        assertEquals(List.of("number", "tenant"), work.keys().toList());
        notes.expect("calling keys {number=1, tenant=blue}", "ended");
        work.relayOneWay(name);
        notes.expect("calling relayOneWay {number=1, tenant=blue}", "ended");
    }

    @Test
    void aClientsInterceptorIsToldOfCallsThatAreNotExecuted() throws Exception {
        Service nobody = Service.named(name + " nobody").interceptedBy(notes);
        assertThrows(NoServerException.class, () -> nobody.client(Work.class).seen());
        notes.expect("calling seen {number=1}", "NoServerException");
        Work waiting = nobody.waitingForServers().client(Work.class);
        assertTrue(waiting.later("").cancel(true));
        notes.expect("calling later {number=1}", CancellationException.class.getSimpleName());
        Work late = nobody.waitingForServers().timeout(Duration.ofMillis(50)).client(Work.class);
        assertThrows(CallTimeoutException.class, late::seen);
        notes.expect("calling seen {number=1}", "CallTimeoutException");
    }

    @Test
    void aServersInterceptorIsToldOfWhatItExecutes() throws Exception {
        Service here = Service.named(name + " here");
        try (Server _ = here.threads(1).interceptedBy(notes).serve(Work.class, new Worker())) {
            Work work = here.context(Map.of("tenant", "blue")).client(Work.class);
            assertEquals(Map.of("tenant", "blue"), work.seen());
            assertThrows(IllegalArgumentException.class, () -> work.fail("on purpose"));
            assertEquals(List.of("tenant"), work.keys().toList());
            assertThrows(IllegalArgumentException.class, () -> work.fail("as the thread has done all before"));
        }
        notes.expect(
                "executing seen {tenant=blue}",
                "ended",
                "returned",
                "executing fail {tenant=blue}",
                "IllegalArgumentException",
                "returned",
                "executing keys {tenant=blue}",
                "ended",
                "returned",
                "executing fail {tenant=blue}",
                "IllegalArgumentException",
                "returned");
    }

    @Test
    void aStageEndsACallAfterItsMethodReturned() throws Exception {
        Service here = Service.named(name + " here");
        var stage = new CompletableFuture<String>();
        Work later = new Worker() {
            @Override
            public CompletableFuture<String> later(String how) {
                return stage;
            }
        };
        try (Server _ = here.interceptedBy(notes).serve(Work.class, later)) {
            CompletableFuture<String> result = here.client(Work.class).later("");
            assertEquals("executing later {}", notes.notes.poll(60, TimeUnit.SECONDS));
            notes.expect("returned");
            stage.completeExceptionally(new IllegalStateException("on purpose"));
            assertThrows(CompletionException.class, result::join);
            notes.expect("IllegalStateException");
        }
    }

    @Test
    void whatAnInterceptorThrows() throws Exception {
        var refusing = new CallInterceptor() {
            @Override
            public Observer calling(String service, String method, Map<String, String> context) {
                throw new IllegalStateException("no call");
            }

            @Override
            public Observer executing(Request request) {
                throw new IllegalStateException("not for " + request.context());
            }
        };
        Work refused = service.interceptedBy(notes).interceptedBy(refusing).client(Work.class);
        assertEquals(
                "no call",
                assertThrows(IllegalStateException.class, refused::seen).getMessage());
        notes.expect("calling seen {number=1}", "IllegalStateException");
        Service here = Service.named(name + " here");
        try (Server _ = here.interceptedBy(notes).interceptedBy(refusing).serve(Work.class, new Worker())) {
            Work work = here.context(Map.of("tenant", "blue")).client(Work.class);
            assertEquals(
                    "not for {tenant=blue}",
                    assertThrows(IllegalStateException.class, work::seen).getMessage());
            notes.expect("executing seen {tenant=blue}", "IllegalStateException", "returned");
        }
    }

    @Test
    void whatAnObserverThrows() throws Exception {
        CallInterceptor.Observer failing = failure -> {
            throw new IllegalStateException("for the thread's handler");
        };
        var atEnd = new CallInterceptor() {
            @Override
            public Observer calling(String service, String method, Map<String, String> context) {
                return failing;
            }
        };
        Work work = service.interceptedBy(notes).interceptedBy(atEnd).client(Work.class);
        Thread.currentThread().setUncaughtExceptionHandler((_, e) -> {
            notes.notes.add(e.getMessage());
            throw new IllegalStateException("ignored");
        });
        try {
            assertEquals(Map.of("number", "1"), work.seen());
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        notes.expect("calling seen {number=1}", "for the thread's handler", "ended");
    }

    /** Its memory may be another object's by now: what is read there would be a root. */
    @Test
    void aRequestThatIsOver() throws Exception {
        BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
        Service here = Service.named(name + " here");
        Work keeping = new Worker() {
            @Override
            public Map<String, String> seen() {
                requests.add(Request.current().orElseThrow());
                return Map.of();
            }

            @Override
            public Map<String, String> relayed(String service) {
                context();
                return seen();
            }

            @Override
            public CompletableFuture<String> later(String how) {
                seen();
                return CompletableFuture.completedFuture(how);
            }
        };
        try (Server _ = here.serve(Work.class, keeping)) {
            Work work = here.context(Map.of("tenant", "blue")).client(Work.class);
            work.seen();
            work.relayed("");
            work.later("").join();
        }
        System.gc();
        SharedMemory.collect();
        Request over = requests.take();
        SharedMemoryException e = assertThrows(SharedMemoryException.class, over::context);
        assertEquals(SharedMemoryException.Reason.STATE, e.reason());
        assertTrue(over.isCancelled());
        Request asked = requests.take();
        assertEquals(Map.of("tenant", "blue"), asked.context());
        assertTrue(asked.isCancelled());
        assertEquals(Map.of("tenant", "blue"), requests.take().context()); // a stage's lasts
    }

    @Test
    void aContextHasALimit() {
        String most = "x".repeat(8191);
        assertEquals(
                Map.of("k", most),
                service.context(Map.of("k", most)).client(Work.class).seen());
        for (Map<String, String> wrong : List.of(
                Map.of("k", most + "x"),
                Map.of("k", "\u00e9".repeat(4096)),
                Map.of("k", "\ud800".repeat(2731)), // as Python counts it
                Map.of("", "text"),
                Collections.<String, String>singletonMap("k", null))) {
            SharedMemoryException e = assertThrows(SharedMemoryException.class, () -> service.context(wrong));
            assertEquals(SharedMemoryException.Reason.ARGUMENT, e.reason());
        }
        assertThrows(SharedMemoryException.class, () -> service.context(null));
        assertThrows(SharedMemoryException.class, () -> service.interceptedBy(null));
        Work work = service.context(Map.of("k", most)).interceptedBy(notes).client(Work.class);
        assertTrue(assertThrows(SharedMemoryException.class, work::seen)
                .getMessage()
                .contains("8192 bytes at most"));
        Work later = service.context(Map.of("k", most)).interceptedBy(notes).client(Work.class);
        assertThrows(SharedMemoryException.class, () -> later.later(""));
    }

    /** As a program of another library may store it. */
    @Test
    void whatIsNoContextIsIgnored() throws Exception {
        Object[] huge = new Object[40_000];
        Arrays.fill(huge, "k");
        for (Object malformed : new Object[] {
            FrozenValue.list("k"),
            FrozenValue.list("k", 1L),
            FrozenValue.list(1L, 2L),
            FrozenValue.list("k", null),
            FrozenValue.list("", "v"),
            FrozenValue.list("k", "x".repeat(100_000)),
            FrozenValue.list("k", FrozenValue.list("v")),
            FrozenValue.list(huge),
            FrozenValue.list(),
            SharedMemory.copyIn(List.of("k", "v")),
            "a text of some length",
            7L,
            true
        }) {
            assertEquals(Map.of(), call(malformed, "seen/0"), String.valueOf(malformed));
            assertEquals(Map.of(), call(malformed, "relayed/1", name), String.valueOf(malformed));
        }
        assertEquals(Map.of("k", "v"), call(FrozenValue.list("k", "v"), "relayed/1", name));
    }

    private Object call(Object context, String method, Object... arguments) throws InterruptedException {
        Mutator mutator = Mutator.current();
        Calls.Service raw = Calls.open(name, 0);
        SharedCall call = SharedCall.make(mutator, Entities.name(method), 0, null, context, arguments);
        assertEquals(Calls.DONE, Calls.send(mutator, raw, call, -1));
        CallState state = CallState.SENT;
        while (!state.hasEnded()) {
            state = Calls.await(mutator, raw, call, true, 1_000_000_000, new Calls.Patience());
        }
        assertEquals(CallState.DONE, state);
        return assertInstanceOf(Map.class, call.result(mutator, HostLanguage.VALUES::ofElement));
    }
}
