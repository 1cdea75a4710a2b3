// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.benchmarks.measuring.Row;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What rows there are, and what is made of lines that do not rise. */
class RpcRowsTest {
    private static final RpcType TYPE = RpcType.bool;
    private static final double EXACT = 1e-9;

    private final RpcRows rows = new RpcRows(RpcLanguage.java, ".*", List.of("fory", "thrift"));

    private static RpcFigures figures(long first, long last) {
        return RpcFigures.of(List.of(
                new String[] {"warm-up", "8000", "123"},
                new String[] {"1", Long.toString(first)},
                new String[] {"1001", Long.toString(last)}));
    }

    private void round(RpcFigures ours, RpcFigures fory, RpcFigures thrift) {
        rows.begin();
        rows.add(RpcRows.OURS, TYPE, ours);
        rows.add("fory", TYPE, fory);
        rows.add("thrift", TYPE, thrift);
    }

    @BeforeEach
    void aRoundInWhichAllRise() {
        round(figures(1000, 2000), figures(3000, 7000), figures(4000, 6000));
    }

    private Row row(String name) {
        return rows.rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLineThatRisesHasAThroughput() {
        RpcFigures figures = figures(1000, 2000);
        assertEquals(1_000_000, figures.throughput().orElseThrow(), EXACT);
        assertEquals(1, figures.latency(), EXACT);
        assertEquals(0.999, figures.intercept(), EXACT);
        assertEquals(8000, figures.warmUp(), EXACT);
        assertEquals(Map.of(1, 1.0, 1001, 2.0), figures.times());
    }

    @Test
    void aLineThatFallsOrIsLevelHasNone() {
        assertEquals(OptionalDouble.empty(), figures(2000, 1000).throughput());
        assertEquals(OptionalDouble.empty(), figures(2000, 2000).throughput());
    }

    @Test
    void aRoundWithoutThroughputIsInNoRatioOfIt() {
        round(figures(1000, 900), figures(2000, 4000), figures(2000, 4000));
        assertEquals(4, row("java.throughput.bool.vs.fory").value(), EXACT);
        assertEquals(1, row("java.throughput.bool.vs.fory").runs());
        assertEquals(2.5, row("java.latency.bool.vs.fory").value(), EXACT);
        assertEquals(2, row("java.throughput.bool.vs.best").value(), EXACT);
        assertEquals(rows.rows(), RpcFigures.told(rows.rows()));
    }

    @Test
    void whatNeverRisesHasNoRow() {
        RpcRows flat = new RpcRows(RpcLanguage.java, "bool", List.of("fory", "thrift"));
        flat.begin();
        flat.add(RpcRows.OURS, TYPE, figures(1000, 2000));
        flat.add("fory", TYPE, figures(3000, 7000));
        flat.add("thrift", TYPE, figures(6000, 4000));
        List<String> untold =
                flat.rows().stream().filter(row -> !row.isTold()).map(Row::name).toList();
        assertEquals(
                List.of(
                        "java.throughput.bool.vs.thrift",
                        "java.throughput.bool.of.thrift",
                        "java.throughput.bool.vs.best"),
                untold);
        List<Row> told = RpcFigures.told(flat.rows());
        assertEquals(flat.rows().size() - 3, told.size());
        assertTrue(told.stream().allMatch(row -> row.value() > 0));
    }

    @Test
    void whatIsComparedHasRowsOfItsOwn() {
        assertEquals(250_000, row("java.throughput.bool.of.fory").value(), EXACT);
        assertEquals(500_000, row("java.throughput.bool.of.thrift").value(), EXACT);
        assertEquals(4, row("java.latency.bool.of.thrift.us").value(), EXACT);
    }

    @Test
    void aTimeIsComparedWithTheBaselines() {
        Row time = row("java.time.bool.1.us");
        assertEquals(1, time.value(), EXACT);
        assertEquals(3, time.baseline(), EXACT);
    }

    @Test
    void withoutItsBaselineOursIsComparedWithNothing() {
        RpcRows lonely = new RpcRows(RpcLanguage.js, ".*", List.of("v8", "rest"));
        lonely.begin();
        lonely.add(RpcRows.OURS, TYPE, figures(1000, 2000));
        List<Row> rows = lonely.rows();
        assertEquals(
                List.of("js.latency.bool.us", "js.throughput.bool", "js.warmup.bool.ms", "js.time.bool.1.us"),
                rows.stream().map(Row::name).toList());
        assertTrue(rows.stream().allMatch(row -> row.isTold() && row.baseline() == null));
    }

    @Test
    void aRowThatIsWantedNeedsItsFrameworksAlone() {
        RpcRows figures = new RpcRows(RpcLanguage.java, "throughput.bool.of.thrift", List.of("fory", "thrift"));
        assertTrue(figures.need("thrift", TYPE) && figures.need(RpcRows.OURS, TYPE));
        assertFalse(figures.need("fory", TYPE) || figures.need("thrift", RpcType.string));
        RpcRows times = new RpcRows(RpcLanguage.java, "time.bool.64.us", List.of("fory", "thrift"));
        assertTrue(times.need("fory", TYPE));
        assertFalse(times.need("thrift", TYPE));
    }
}
