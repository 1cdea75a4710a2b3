// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Unavailable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What programs that share nothing pay for CoLoRS: tables 5 and 6 of the paper. */
public final class OverheadSuite {
    private static final int ROUNDS = 7;
    private static final int QUICK_ROUNDS = 2;

    private OverheadSuite() {}

    /**
     * The programs whose rows are wanted; those of a language (few of them when little effort is made) when a row of
     * the language is.
     */
    public static List<Row> run(Effort effort, String only) throws IOException, InterruptedException, Unavailable {
        Pattern wanted = Pattern.compile(only);
        List<Row> rows = new ArrayList<>();
        for (OverheadHost host : List.of(new OverheadJava(), new OverheadPython())) {
            if (effort.isSmoke() && !host.isBuilt()) {
                System.err.printf(
                        "the rows %s.* are left out: their programs were not built, as a smoke test downloads nothing;"
                                + " bench overhead without --smoke builds them%n",
                        host.language());
                continue;
            }
            List<OverheadRounds> programs = programs(host, effort, wanted).stream()
                    .map(program -> new OverheadRounds(host, program))
                    .toList();
            if (!programs.isEmpty()) {
                host.prepare();
                measure(host, programs, effort);
                rows.addAll(OverheadRows.of(host, programs));
            }
        }
        return rows;
    }

    private static List<OverheadProgram> programs(OverheadHost host, Effort effort, Pattern wanted) {
        if (OverheadRows.ofLanguage(host.language()).stream()
                .anyMatch(name -> wanted.matcher(name).find())) {
            return switch (effort) {
                case smoke -> List.of(host.fewPrograms().getLast());
                case quick -> host.fewPrograms();
                case full -> host.programs();
            };
        }
        return host.programs().stream()
                .filter(program ->
                        wanted.matcher(host.language() + "." + program.name()).find())
                .toList();
    }

    /** Round after round over all programs, so that a bad quarter of an hour does not hit all runs of one program. */
    private static void measure(OverheadHost host, List<OverheadRounds> programs, Effort effort)
            throws IOException, InterruptedException {
        int rounds = effort.of(1, QUICK_ROUNDS, ROUNDS);
        for (int round = 0; round < rounds; round++) {
            for (OverheadRounds program : programs) {
                int iterations = program.program().iterations();
                program.measure(host.order(round), effort.of(2, iterations / 2, iterations));
                System.out.printf("round %d of %d: %s%n", round + 1, rounds, program.last());
            }
        }
    }
}
