// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.calls.RpcLanguage;
import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The shared collector: cycles in the paper's setting and while a service is called, marking against bdwgc, stalls, the
 * protocol's cost, allocation, growth.
 */
public final class GcSuite {
    private final Effort effort;

    /** One group of rows. */
    private interface Part {
        List<Row> run() throws IOException, InterruptedException;
    }

    public GcSuite(Effort effort) {
        this.effort = effort;
    }

    /** Runs the parts whose name matches. */
    public List<Row> run(String only) throws IOException, InterruptedException {
        Pattern wanted = Pattern.compile(only);
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<String, Part> part : parts().entrySet()) {
            if (wanted.matcher(part.getKey()).find()) {
                System.out.println("measuring " + part.getKey());
                rows.addAll(part.getValue().run());
            }
        }
        return rows;
    }

    private Map<String, Part> parts() {
        Map<String, Part> parts = new LinkedHashMap<>();
        int megabytes = effort.isSmoke() ? 16 : TreeCycles.PAPER_MEGABYTES;
        parts.put("trees", () -> TreeCycles.run(effort.of(2, 8, 25), megabytes));
        for (RpcLanguage client : List.of(RpcLanguage.java, RpcLanguage.python, RpcLanguage.cpython)) {
            parts.put("calls." + client, () -> CallCycles.run(client, effort.of(2, 10, 25), megabytes));
        }
        if (effort == Effort.full) {
            parts.put("trees in Python", () -> TreeCycles.runWithPython(3));
        }
        List<Long> sizes = effort == Effort.full ? List.of(256L, 1024L) : List.of(effort.isSmoke() ? 16L : 256L);
        parts.put("mark", () -> MarkRate.run(sizes, effort.of(1, 5, 9)));
        parts.put("stall", () -> Stalls.run(effort.of(1, 4, 30), Child.root().resolve("target/bench")));
        parts.put("walk", () -> WalkRate.run(effort.of(1, 7, 21)));
        parts.put("alloc", () -> Allocations.run(effort.of(1, 3, 7), effort.isSmoke() ? 0.2 : 4));
        parts.put("growth", () -> Growth.run(effort.of(16, 1024, 8192), effort.of(1, 3, 5)));
        return parts;
    }
}
