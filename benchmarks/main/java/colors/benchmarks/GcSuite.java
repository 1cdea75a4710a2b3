// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The shared collector: cycles in the paper's setting, marking against bdwgc, stalls, the protocol's cost, growth. */
final class GcSuite {
    private final boolean quick;

    /** One group of rows. */
    private interface Part {
        List<Row> run() throws IOException, InterruptedException;
    }

    GcSuite(boolean quick) {
        this.quick = quick;
    }

    /** Runs the parts whose name matches. */
    List<Row> run(String only) throws IOException, InterruptedException {
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
        parts.put("trees", () -> TreeCycles.run(quick ? 8 : 25));
        if (!quick) {
            parts.put("trees in Python", () -> TreeCycles.runWithPython(3));
        }
        parts.put("mark", () -> MarkRate.run(quick ? List.of(256L) : List.of(256L, 1024L), quick ? 5 : 9));
        parts.put("stall", () -> Stalls.run(quick ? 4 : 30, Child.root().resolve("target/bench")));
        parts.put("walk", () -> WalkRate.run(quick ? 7 : 21));
        parts.put("growth", () -> Growth.run(quick ? 1024 : 8192, quick ? 3 : 5));
        return parts;
    }
}
