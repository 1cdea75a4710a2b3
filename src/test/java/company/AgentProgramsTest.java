// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.support.Child;
import colors.support.WithDaemon;
import company.programs.Bank;
import company.programs.Clones;
import company.programs.Details;
import company.programs.Expressions;
import company.programs.Interpreter;
import company.programs.Inventory;
import company.programs.Matrices;
import company.programs.Numbers;
import company.programs.Routes;
import company.programs.Threads;
import company.programs.Trees;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Ordinary programs print the same without the agent, with it, and when each object that they make is shared. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentProgramsTest {
    private static final String AGENT = "-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath() + "=share=company.programs.*";

    /** Runs them all. */
    public static final class Programs {
        private interface Program {
            void main(String[] arguments) throws Exception;
        }

        private static final List<Program> ALL = List.of(Trees::main, Matrices::main, Routes::main, Bank::main, Expressions::main, Details::main, Clones::main, Interpreter::main, Numbers::main, Threads::main, Inventory::main);

        public static void main(String[] arguments) throws Exception {
            if (arguments.length > 0) {
                SharedMemory.sharedModeOn();
                check(new Clones.Circle());
            }
            for (Program program : ALL) {
                program.main(arguments);
            }
        }

        private static void check(Object made) {
            if (!SharedMemory.isObjectShared(made)) {
                throw new AssertionError("it is private");
            }
        }
    }

    private static String run(List<String> options, String... arguments) throws Exception {
        Child.Result result = Child.run(System.getProperty("colors.segment"), Programs.class, options, arguments);
        assertEquals(0, result.exitCode(), result::output);
        assertFalse(result.output().isEmpty());
        return result.output();
    }

    @Test
    void theyPrintTheSame() throws Exception {
        String expected = run(List.of());
        assertTrue(expected.lines().count() > 100, expected);
        assertEquals(expected, run(List.of(AGENT, "-Xverify:all")));
        assertEquals(expected, run(List.of(AGENT, "-Xverify:all"), "shared"));
    }
}
