// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import colors.benchmarks.measuring.Row;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is made of the cycles that a program prints. */
class GcCycleRowsTest {
    private static final double EXACT = 1e-9;
    // Of 10 ms and 20 ms; the second one starts 100 ms after the first.
    private static final List<String[]> LINES = List.of(
            "exchanges 7".split(" "),
            "cycle 5000000 1000000 1000000 2000000 6000000 2".split(" "),
            "cycle 105000000 2000000 2000000 10000000 6000000 3".split(" "));

    private static Map<String, Row> rows(boolean isOfPaper) {
        return GcCycleRows.of("x.", isOfPaper, LINES).stream().collect(Collectors.toMap(Row::name, row -> row));
    }

    @Test
    void timesAndShares() {
        Map<String, Row> rows = rows(true);
        assertEquals(15, rows.get("x.cycle.ms").value(), EXACT);
        assertEquals(15, rows.get("x.cycle.mean.ms").value(), EXACT);
        assertEquals(90, rows.get("x.between.ms").value(), EXACT);
        assertEquals(0.1, rows.get("x.active.share").value(), EXACT);
        assertEquals(0.1, rows.get("x.clear.share").value(), EXACT);
        assertEquals(0.1, rows.get("x.report.share").value(), EXACT);
        assertEquals(1.5, rows.get("x.report.ms").value(), EXACT);
        assertEquals(0.4, rows.get("x.mark.share").value(), EXACT);
        assertEquals(2.5, rows.get("x.mark.passes").value(), EXACT);
        assertEquals(0.4, rows.get("x.sweep.share").value(), EXACT);
        assertEquals(2, rows.get("x.cycle.ms").runs());
    }

    @Test
    void thePaperIsTheBaselineOfWhatItMeasured() {
        assertEquals(0.18, rows(true).get("x.active.share").baseline());
        assertNull(rows(false).get("x.active.share").baseline());
    }

    @Test
    void oneCycleIsTooFew() {
        assertEquals(List.of(), GcCycleRows.of("x.", true, LINES.subList(0, 2)));
    }
}
