// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is made of lines that do not rise. */
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
        assertEquals(new RpcFigures(1, 0.999, OptionalDouble.of(1_000_000), 8000), figures(1000, 2000));
    }

    @Test
    void aLineThatFallsOrIsLevelHasNone() {
        assertEquals(new RpcFigures(2, 2.001, OptionalDouble.empty(), 8000), figures(2000, 1000));
        assertEquals(new RpcFigures(2, 2, OptionalDouble.empty(), 8000), figures(2000, 2000));
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
        assertEquals(List.of("java.throughput.bool.vs.thrift", "java.throughput.bool.vs.best"), untold);
        List<Row> told = RpcFigures.told(flat.rows());
        assertEquals(flat.rows().size() - 2, told.size());
        assertTrue(told.stream().allMatch(row -> row.value() > 0));
    }
}
