// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.support.WithDaemon;
import company.shareable.Employee;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the JDK's debugger shows of a shared object. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentDebuggerTest {

    /** The process that is debugged. */
    public static final class Program {
        public static void main(String[] arguments) {
            here(SharedMemory.copyToSharedMemory(new Employee("Ada", 4)));
        }

        static void here(Employee employee) {
            System.out.println(employee.name());
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void printShowsTheFieldsOfASharedObject() throws Exception {
        Path target = Path.of("target").toAbsolutePath();
        Process jdb = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jdb").toString(), "-R-javaagent:" + target.resolve("colors-runtime.jar") + "=share=company.shareable.*", "-R--enable-native-access=ALL-UNNAMED",
                        "-R-Dcolors.home=" + System.getProperty("colors.home"), "-R-Dcolors.segment=" + WithDaemon.start(), "-classpath", target.resolve("classes") + ":" + target.resolve("test-classes"),
                        Program.class.getName()).redirectErrorStream(true).start();
        try (Writer in = jdb.outputWriter(); Reader out = jdb.inputReader()) {
            await(out, "> ");
            send(in, "stop in " + Program.class.getName() + ".here");
            await(out, "> ");
            send(in, "run");
            await(out, "main[1] ");
            send(in, "print employee");
            String printed = await(out, "main[1] ");
            assertTrue(printed.contains("company.shareable.Employee@") && printed.contains("name=Ada") && printed.contains("salary=4.0"), printed);
            send(in, "print employee.salary()");
            printed = await(out, "main[1] ");
            assertTrue(printed.contains("employee.salary() = 4.0"), printed);
            send(in, "cont");
        } finally {
            if (!jdb.waitFor(10, TimeUnit.SECONDS)) {
                jdb.destroyForcibly();
            }
        }
    }

    private static void send(Writer in, String command) throws IOException {
        in.write(command + "\n");
        in.flush();
    }

    /** What comes until the text has come. */
    private static String await(Reader out, String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            int next = out.read();
            if (next < 0) {
                throw new IOException("jdb ended; it printed " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }
}
