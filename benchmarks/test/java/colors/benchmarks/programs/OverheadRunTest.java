// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadRunTest {
    private static final double EXACT = 1e-9;

    private static OverheadRun read(String... lines) throws IOException {
        return OverheadRun.of(Arrays.stream(lines).map(line -> line.split(" ")).toList());
    }

    @Test
    void theLaterHalfIsSteady() throws IOException {
        OverheadRun run = read(
                "start 5000000",
                "iteration 90000000 98000000 a 104000000",
                "iteration 80000000 88000000 a 193000000", //
                "iteration 10000000 30000000 a 213000000",
                "iteration 12000000 32000000 a 235000000",
                "iteration 11000000 31000000 a 256000000");
        assertEquals(11, run.steady(OverheadRun.Iteration::thread), EXACT);
        assertEquals(21, run.steady(OverheadRun.Iteration::process), EXACT);
        assertEquals(31, run.steady(OverheadRun.Iteration::wall), EXACT);
        assertEquals(5, run.startMillis(), EXACT);
        assertEquals(193, run.warmUpMillis(), EXACT);
    }

    @Test
    void otherLinesAreTheProgramsOwn() throws IOException {
        assertEquals(
                1,
                read("hello", "start 1", "", "iteration 1 1 a 1").iterations().size());
    }

    @Test
    void anotherChecksumIsAnError() {
        IOException e =
                assertThrows(IOException.class, () -> read("start 1", "iteration 1 1 a 1", "iteration 1 1 b 1"));
        assertTrue(e.getMessage().contains("iteration 2 had the checksum b, those before it a"), e.getMessage());
    }

    @Test
    void aProgramThatMeasuredNothingIsAnError() {
        assertThrows(IOException.class, () -> read("start 1"));
        assertThrows(IOException.class, () -> read("iteration 1 1 a 1"));
        assertThrows(IOException.class, () -> OverheadRun.of(List.of()));
    }
}
