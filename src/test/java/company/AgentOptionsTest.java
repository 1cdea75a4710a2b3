// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import company.shareable.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent's option, and its report. Its processes share nothing. */
@Tag("agent")
class AgentOptionsTest {
    private static final String AGENT =
            "-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath();

    /** Uses a shareable class, and two that are not. */
    public static final class Program {
        public static void main(String[] arguments) {
            System.out.println(new Point(1, 2) + " " + new Bystander());
        }
    }

    /** Mentions no shareable class. */
    static class Bystander {
        @Override
        public String toString() {
            return "bystander";
        }
    }

    private static Child.Result run(String... options) throws Exception {
        return Child.run("unused", Program.class, List.of(options));
    }

    @Test
    void theReportSaysWhatWasRewrittenAndWhatNot() throws Exception {
        Child.Result result = run(AGENT + "=share=company.shareable.Point", "-Dcolors.agent.report=true");
        String report = result.output();
        assertEquals(0, result.exitCode(), report);
        assertTrue(
                report.contains("shareable are [company.shareable.Point]")
                        && report.contains("prepared company.shareable.Point")
                        && report.contains("rewrote company.AgentOptionsTest$Program: 0 field accesses, 1 new"),
                report);
        assertFalse(report.contains("Bystander"), report);
        assertTrue(report.contains("1/2 bystander") && report.contains(" 2 rewritten"), report);
    }

    @Test
    void theReportNamesPatternsThatNamedNothing() throws Exception {
        Child.Result result = run(
                AGENT + "=share=company.shareable.Point;company.shareable.Pint;com.acme.*",
                "-Dcolors.agent.report=true");
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(
                result.output().contains("'com.acme.*' of share= named no class")
                        && result.output().contains("'company.shareable.Pint' of share= named no class"),
                result.output());
        assertFalse(result.output().contains("'company.shareable.Point' of share= named"), result.output());
    }

    @Test
    void theReportSaysWhatIsExclusive() throws Exception {
        String report = run(
                        AGENT
                                + "=share=company.shareable.Plain;com.acme.*"
                                + ",exclusive=company.shareable.Pint;com.acme.Node",
                        "-Dcolors.agent.report=true")
                .output();
        assertTrue(
                report.contains(
                        "shareable are [company.shareable.Plain, com.acme.*, company.shareable.Pint, com.acme.Node],"
                                + " of them exclusive [company.shareable.Pint, com.acme.Node]"),
                report);
        assertTrue(
                report.contains("'company.shareable.Pint' of exclusive= named no class")
                        && report.contains("'com.acme.*' of share= named no class"),
                report);
    }

    @Test
    void aFileOnTheClassPathNamesExclusiveClasses(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("META-INF/colors/exclusive");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "# comment\n\ncompany.shareable.Point\n");
        String report = run(
                        "-Xbootclasspath/a:" + folder, AGENT, "-Dcolors.agent.report=true", "-Dcolors.autostart=false")
                .output();
        // which a Point needs
        assertTrue(
                report.contains("shareable are [company.shareable.Point], of them exclusive [company.shareable.Point]")
                        && report.contains("SharedMemoryException"),
                report);
        assertTrue(report.contains("0 casts to boxes, 2 fields in shared memory alone"), report);
    }

    @Test
    void withoutTheReportNothingIsPrinted() throws Exception {
        assertEquals("1/2 bystander", run(AGENT + "=share=company.shareable.*").output());
    }

    @Test
    void anOptionThatMakesNoSenseEndsTheProcess() throws Exception {
        for (String option : new String[] {
            "=shared=x",
            "=share=",
            "=share=com.*.Employee",
            "=share=*",
            "=exclusive=",
            "=exclusive=*",
            "=share=a.B,exclusive="
        }) {
            Child.Result result = run(AGENT + option);
            assertEquals(1, result.exitCode(), option);
            assertTrue(
                    result.output().startsWith("colors agent: ")
                            && result.output().contains("expected"),
                    result.output());
        }
    }
}
