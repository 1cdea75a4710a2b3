// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChildTest {
    /**
     * Has two children, of which one fills a folder and the other takes no notice of SIGTERM, and a third as soon as
     * the first has ended.
     */
    static final class Parent {
        private static final String WRITE = "while true; do echo x >$0/$RANDOM; echo writing; done";
        private static final String REFUSE = "trap '' TERM; echo refusing; while true; do sleep 0.1; done";

        public static void main(String[] arguments) throws Exception {
            try (TemporaryFolder folder = new TemporaryFolder("colors-child-test");
                    Child writer = Child.ofProgram("bash", "-c", WRITE, folder.path());
                    Child stubborn = Child.ofProgram("bash", "-c", REFUSE)) {
                writer.readLine();
                stubborn.readLine();
                System.out.println(folder.path());
                while (writer.readLine() != null) {}
                Child.ofProgram("bash", "-c", "echo $((40 + 2)) >&2").readAll();
            }
        }
    }

    @Test
    void theEndOfItsParentIsItsOwn() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process parent = new ProcessBuilder(
                        java.toString(), "-cp", System.getProperty("java.class.path"), Parent.class.getName())
                .start();
        Path folder = Path.of(parent.inputReader().readLine());
        List<ProcessHandle> children = parent.children().toList();
        assertEquals(2, children.size());
        assertTrue(Files.exists(folder));
        parent.toHandle().destroy(); // SIGTERM; Process.destroy would close what is read below
        List<String> errors = parent.errorReader().lines().toList();
        parent.waitFor();
        assertFalse(errors.contains("42"), errors::toString);
        assertEquals(
                List.of(),
                Stream.concat(children.stream(), Stream.of(parent.toHandle()))
                        .filter(ProcessHandle::isAlive)
                        .toList());
        assertFalse(Files.exists(folder));
    }
}
