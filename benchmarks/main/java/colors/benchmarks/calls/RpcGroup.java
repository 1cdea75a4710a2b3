// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Frameworks, and what is compared with them: ours in a language or two. What is not there here is in the rows' names
 * all the same.
 */
final class RpcGroup {
    private static final RpcType FEW = RpcType.nodes2; // what a smoke test measures most frameworks with
    private static final RpcType FEW_IN_GUESTS = RpcType.integer; // where trees take half a minute at first

    private final List<RpcFramework> others;
    private final List<Ours> ours = new ArrayList<>();
    private final List<String> smoked; // ours and the baseline, by language

    private record Ours(RpcFramework framework, RpcRows rows) {}

    /** What there is here. */
    RpcGroup(String baseline, List<RpcFramework> others) {
        this.others = others;
        smoked = List.of(baseline, RpcRows.OURS);
    }

    RpcGroup with(RpcFramework framework, RpcRows rows) {
        ours.add(new Ours(framework, rows));
        return this;
    }

    void begin() {
        ours.forEach(each -> each.rows.begin());
    }

    void measure(RpcType type, Effort effort) throws IOException, InterruptedException {
        for (RpcFramework other : others) {
            measure(other, type, effort, ours.stream().map(Ours::rows).toList());
        }
        for (Ours each : ours) {
            measure(each.framework, type, effort, List.of(each.rows));
        }
    }

    private void measure(RpcFramework framework, RpcType type, Effort effort, List<RpcRows> rows)
            throws IOException, InterruptedException {
        if ((!effort.isSmoke() || isSmoked(framework, type))
                && rows.stream().anyMatch(each -> each.need(framework.name(), type))) {
            RpcFigures figures = RpcFigures.measure(framework, type, effort);
            rows.forEach(each -> each.add(framework.name(), type, figures));
        }
    }

    private boolean isSmoked(RpcFramework framework, RpcType type) {
        boolean isForGuests = framework.name().equals(smoked.getFirst())
                && ours.stream().allMatch(each -> each.framework.language().isGuest());
        return isForGuests || framework.language().isGuest()
                ? type == FEW_IN_GUESTS
                : type == FEW || smoked.contains(framework.name());
    }

    Stream<Row> rows() {
        return ours.stream().flatMap(each -> each.rows.rows().stream());
    }
}
