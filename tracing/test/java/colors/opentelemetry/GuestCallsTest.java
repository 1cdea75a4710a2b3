// SPDX-License-Identifier: Apache-2.0
package colors.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.rpc.CallInterceptor;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An interceptor in the class path is told of calls of GraalPy and JavaScript, each in a process of its own. */
@Timeout(300)
class GuestCallsTest {
    private static final String SERVER = """
            import colors

            class Service:
                def seen(self):
                    return colors.rpc.context().get("number")

                def fail(self):
                    raise ValueError("on purpose")

                def unexecuted(self):
                    pass

            server = colors.rpc.serve("guests", Service(), threads=1)
            print("serves", flush=True)
            input()
            server.close()
            """;
    private static final String PYTHON = """
            import colors

            client = colors.rpc.client("guests")
            for method in [client.uncalled, client.unexecuted]:
                try:
                    method()
                except colors.SharedMemoryError as error:
                    print(str(error).splitlines()[0].rpartition(": ")[2])
            print(client.seen())
            try:
                client.fail()
            except ValueError as error:
                print(error)
            print(colors.rpc.client("guests", futures=True).seen().result())
            colors.rpc.client("guests", one_way=True).seen()
            """;
    private static final String JAVASCRIPT = """
            const service = Polyglot.import("colors").service("guests");
            print(service.client({context: {tenant: "blue"}}).seen());
            try {
                service.client().fail();
            } catch (e) {
                print(e instanceof Error);
            }
            service.client({promises: true}).seen().then(print);
            """;

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
    }

    private Process start(String language, String name, String text) throws IOException {
        Path services = folder.resolve("META-INF/services");
        Files.createDirectories(services);
        Files.writeString(services.resolve(CallInterceptor.class.getName()), PrintingInterceptor.class.getName());
        String classes =
                folder + File.pathSeparator + Path.of("target", "test-classes").toAbsolutePath();
        Path program = folder.resolve(name);
        Files.writeString(program, text);
        String colors = Path.of(System.getProperty("colors.root"), "colors").toString();
        ProcessBuilder builder = new ProcessBuilder(colors, language, program.toString());
        builder.environment().put("COLORS_JAVA_OPTS", "-cp " + classes);
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.add(process);
        return process;
    }

    private static List<String> lines(Process process) throws IOException, InterruptedException {
        List<String> lines = process.inputReader().readAllLines();
        assertEquals(0, process.waitFor());
        return lines;
    }

    @Test
    void pythonAndJavaScript() throws Exception {
        Process server = start("python", "server.py", SERVER);
        BufferedReader served = server.inputReader();
        assertEquals("serves", served.readLine());
        assertEquals(
                List.of(
                        "uncalled on purpose",
                        "calling unexecuted {number=1} ended unexecuted on purpose",
                        "unexecuted on purpose",
                        "calling seen {number=1} ended null",
                        "1",
                        "calling fail {number=1} ended on purpose",
                        "on purpose",
                        "calling seen {number=1} ended null",
                        "1",
                        "calling seen {number=1} ended null"),
                lines(start("python", "client.py", PYTHON)));
        assertEquals(
                List.of(
                        "calling seen {tenant=blue, number=1} ended null", "1",
                        "calling fail {number=1} ended on purpose", "true",
                        "calling seen {number=1} ended null", "1"),
                lines(start("js", "client.js", JAVASCRIPT)));
        server.outputWriter().append('\n').close();
        assertTold(served.readAllLines());
        assertEquals(0, server.waitFor());
    }

    private static void assertTold(List<String> lines) {
        String seen = "executing seen {number=1} ";
        String failed = "executing fail {number=1} ";
        assertEquals(
                List.of(
                        seen + "ended null",
                        seen + "returned",
                        failed + "ended on purpose",
                        failed + "returned",
                        seen + "ended null",
                        seen + "returned",
                        seen + "ended null",
                        seen + "returned",
                        "executing seen {tenant=blue, number=1} ended null",
                        "executing seen {tenant=blue, number=1} returned",
                        failed + "ended on purpose",
                        failed + "returned",
                        seen + "ended null",
                        seen + "returned"),
                lines);
    }
}
