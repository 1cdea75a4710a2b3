// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.WithDaemon;
import company.programs.All;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Ordinary programs print the same without the agent, with it, and when each object that they make is shared, of
 * exclusive classes too. ci/test-espresso runs them too.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentProgramsTest {
    private static final String JAR =
            "-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath();
    private static final String AGENT = JAR + "=share=company.programs.*";

    private static String run(List<String> options, String... arguments) throws Exception {
        Child.Result result = Child.run(System.getProperty("colors.segment"), All.class, options, arguments);
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
        assertEquals(expected, run(List.of(JAR + "=exclusive=company.programs.*", "-Xverify:all"), "shared"));
    }
}
