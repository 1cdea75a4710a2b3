// SPDX-License-Identifier: Apache-2.0
package colors.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.opentelemetry.TracedServer.Chain;
import colors.rpc.RemoteFailureException;
import colors.rpc.Server;
import colors.rpc.Service;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Traces through three processes: the test calls a front, which calls a back. */
@Timeout(120)
class TraceTest {
    /** An error whose text cannot be had. */
    private static final class Untold extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no text");
        }
    }

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetry openTelemetry = TracedServer.sdk(spans).build();
    private final List<Process> processes = new ArrayList<>();
    private String name;

    @BeforeEach
    void begin(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void end() {
        for (Process process : processes) {
            process.destroyForcibly().onExit().join();
        }
    }

    private Process start(String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "--enable-native-access=ALL-UNNAMED"));
        for (String property : List.of("colors.home", "colors.check", "java.class.path")) {
            command.add("-D" + property + "=" + System.getProperty(property));
        }
        command.add(TracedServer.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        processes.add(process);
        assertEquals("serves", process.inputReader().readLine());
        return process;
    }

    private Process back() throws IOException {
        return start(name + "-back", "-", "traced");
    }

    private Process front(String how) throws IOException {
        return start(name, name + "-back", how);
    }

    private Chain client() {
        return Service.named(name)
                .interceptedBy(new OpenTelemetryInterceptor(openTelemetry))
                .client(Chain.class);
    }

    private static List<SpanLine> spansOf(Process process) throws IOException {
        process.outputWriter().append('\n').flush();
        BufferedReader lines = process.inputReader();
        List<SpanLine> found = new ArrayList<>();
        for (String line = lines.readLine(); !line.equals("end"); line = lines.readLine()) {
            found.add(SpanLine.parse(line));
        }
        return found;
    }

    /** Waits for as many, of a call that is not waited for. */
    private static List<SpanLine> spansOf(Process process, int count) throws IOException, InterruptedException {
        List<SpanLine> found = spansOf(process);
        while (found.size() < count) {
            Thread.sleep(10);
            found.addAll(spansOf(process));
        }
        return found;
    }

    private List<SpanLine> ownSpans() {
        List<SpanLine> own =
                spans.getFinishedSpanItems().stream().map(SpanLine::of).toList();
        spans.reset();
        return own;
    }

    /** Each span's parent is the one before it. */
    private static void assertChain(SpanLine... chain) {
        for (int i = 1; i < chain.length; i++) {
            assertEquals(chain[0].trace(), chain[i].trace());
            assertEquals(chain[i - 1].id(), chain[i].parent());
        }
    }

    @Test
    void aTraceGoesThroughThreeProcesses() throws Exception {
        Process back = back();
        Process front = front("traced");
        Span outer = openTelemetry.getTracer("test").spanBuilder("outer").startSpan();
        String told;
        try (Scope _ = outer.makeCurrent();
                Scope _ = Baggage.builder().put("tenant", "blue").build().makeCurrent()) {
            told = client().next("");
        } finally {
            outer.end();
        }
        SpanData client = spans.getFinishedSpanItems().getFirst();
        assertEquals("colors", client.getAttributes().get(AttributeKey.stringKey("rpc.system.name")));
        assertEquals(name + "/next", client.getAttributes().get(AttributeKey.stringKey("rpc.method")));
        List<SpanLine> own = ownSpans();
        List<SpanLine> middle = spansOf(front);
        List<SpanLine> last = spansOf(back);
        assertEquals(List.of("CLIENT " + name + "/next UNSET null", "INTERNAL outer UNSET null"), what(own));
        assertEquals(
                List.of("CLIENT " + name + "-back/next UNSET null", "SERVER " + name + "/next UNSET null"),
                what(middle));
        assertEquals(List.of("SERVER " + name + "-back/next UNSET null"), what(last));
        assertChain(own.get(1), own.get(0), middle.get(1), middle.get(0), last.get(0));
        assertTrue(told.matches("00-" + own.get(0).trace() + "-" + middle.get(0).id() + "-.. blue"), told);
    }

    private static List<String> what(List<SpanLine> lines) {
        return lines.stream().map(SpanLine::what).toList();
    }

    @Test
    void aTraceGoesThroughAProgramWithoutOpenTelemetry() throws Exception {
        Process back = back();
        Process front = front("plain");
        String told = client().next("");
        SpanLine own = ownSpans().getFirst();
        assertEquals(List.of(), spansOf(front));
        assertChain(own, spansOf(back).getFirst());
        assertTrue(told.startsWith("00-" + own.trace() + "-" + own.id()), told);
    }

    @Test
    void aFailureIsTheStatusOfBothSpans() throws Exception {
        Process front = front("traced");
        assertThrows(IllegalArgumentException.class, () -> client().next("fails"));
        SpanLine own = ownSpans().getFirst();
        SpanLine served = spansOf(front).getFirst();
        String failed = name + "/next ERROR java.lang.IllegalArgumentException";
        assertEquals("CLIENT " + failed, own.what());
        assertEquals("SERVER " + failed, served.what());
        assertChain(own, served);
        assertThrows(RemoteFailureException.class, () -> client().next("")); // there is no back
        assertEquals(
                "CLIENT " + name + "/next ERROR colors.rpc.NoServerException",
                ownSpans().getFirst().what());
        assertEquals(
                List.of(
                        "CLIENT " + name + "-back/next ERROR colors.rpc.NoServerException",
                        "SERVER " + name + "/next ERROR colors.rpc.NoServerException"),
                what(spansOf(front)));
    }

    @Test
    void aSpanEndsWithItsCallWhoeverWaits() throws Exception {
        Process back = back();
        Process front = front("traced");
        Chain client = client();
        assertTrue(
                client.later("").join().startsWith("00-" + ownSpans().getFirst().trace()));
        List<SpanLine> middle = spansOf(front);
        assertEquals(
                List.of("CLIENT " + name + "-back/next UNSET null", "SERVER " + name + "/later UNSET null"),
                what(middle));
        assertChain(middle.get(1), middle.get(0), spansOf(back).getFirst());
        assertThrows(CompletionException.class, () -> client.later("fails").join());
        assertEquals(
                "CLIENT " + name + "/later ERROR java.lang.IllegalArgumentException",
                ownSpans().getFirst().what());
        spansOf(front);
        spansOf(back);
        assertEquals(3, client.items(3).count());
        SpanLine own = ownSpans().getFirst();
        middle = spansOf(front);
        assertEquals(2, middle.size()); // reading is no call of its own
        assertChain(own, middle.get(1), middle.get(0), spansOf(back).getFirst());
        client.send();
        own = ownSpans().getFirst();
        middle = spansOf(front, 2);
        assertEquals("CLIENT " + name + "/send UNSET null", own.what());
        assertChain(own, middle.get(1), middle.get(0), spansOf(back).getFirst());
    }

    @Test
    void spansOfErrorsWhoseTextCannotBeHad() {
        Service service = Service.named(name).interceptedBy(new OpenTelemetryInterceptor(openTelemetry));
        try (Server _ = service.serve(Runnable.class, () -> {
            throw new Untold();
        })) {
            assertThrows(RemoteFailureException.class, service.client(Runnable.class)::run);
        }
        String untold = name + "/run ERROR " + Untold.class.getName();
        assertEquals(List.of("SERVER " + untold, "CLIENT " + untold), what(ownSpans()));
    }
}
