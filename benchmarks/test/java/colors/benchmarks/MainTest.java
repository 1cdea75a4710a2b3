// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is wrong with a command line is said before anything is measured. */
class MainTest {
    private static void assertRefused(String message, String... arguments) {
        StringWriter errors = new StringWriter();
        assertEquals(
                2, new CommandLine(new Main()).setErr(new PrintWriter(errors)).execute(arguments));
        assertTrue(errors.toString().startsWith(message), errors.toString());
    }

    @Test
    void anOnlyThatIsNoRegularExpression() {
        assertRefused("--only '[' is no regular expression: Unclosed character class", "rpc", "--only", "[");
    }

    @Test
    void aFileForTheResultThatCannotBeWritten(@TempDir Path folder) {
        assertRefused("--json " + folder + " cannot be written", "rpc", "--json", folder.toString());
        Path file = folder.resolve("none").resolve("result.json");
        assertRefused("--json " + file + " cannot be written", "rpc", "--json", file.toString());
    }

    @Test
    void aSuiteThatIsNotThere() {
        assertRefused("Invalid value for positional parameter at index 0 (SUITE)", "nothing");
    }
}
