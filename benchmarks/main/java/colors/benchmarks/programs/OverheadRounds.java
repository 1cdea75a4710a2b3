// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.programs.OverheadHost.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The runs of one program. Those of a round follow upon each other, so that what the machine does else is much the same
 * for all of them.
 */
final class OverheadRounds {
    private final OverheadHost host;
    private final OverheadProgram program;
    private final List<Map<Variant, OverheadRun>> rounds = new ArrayList<>();
    private String checksum;

    OverheadRounds(OverheadHost host, OverheadProgram program) {
        this.host = host;
        this.program = program;
    }

    OverheadProgram program() {
        return program;
    }

    String name() {
        return host.language() + "." + program.name();
    }

    /** Throws IOException when a program fails, or two runs differ in what came out. */
    void measure(List<Variant> order, int iterations) throws IOException, InterruptedException {
        Map<Variant, OverheadRun> round = new EnumMap<>(Variant.class);
        for (Variant variant : order) {
            try (Child child = host.start(program, variant, iterations)) {
                OverheadRun run = OverheadRun.of(child.readAll());
                if (checksum != null && !checksum.equals(run.checksum())) {
                    throw new IOException("%s: a run (%s) had the checksum %s, those before it %s"
                            .formatted(name(), variant, run.checksum(), checksum));
                }
                checksum = run.checksum();
                round.put(variant, run);
            }
        }
        rounds.add(round);
    }

    /** Of each round that has the variant: its time divided by that of the absent one. */
    List<Double> ratios(Variant variant, ToDoubleFunction<OverheadRun> time) {
        return ofRounds(
                variant,
                round -> time.applyAsDouble(round.get(variant)) / time.applyAsDouble(round.get(Variant.absent)));
    }

    /** Of each round that has the variant: its time less that of the absent one. */
    List<Double> differences(Variant variant, ToDoubleFunction<OverheadRun> time) {
        return ofRounds(
                variant,
                round -> time.applyAsDouble(round.get(variant)) - time.applyAsDouble(round.get(Variant.absent)));
    }

    /** Of each round that has the variant: its time. */
    List<Double> times(Variant variant, ToDoubleFunction<OverheadRun> time) {
        return ofRounds(variant, round -> time.applyAsDouble(round.get(variant)));
    }

    private List<Double> ofRounds(Variant variant, Function<Map<Variant, OverheadRun>, Double> number) {
        return rounds.stream()
                .filter(round -> round.containsKey(variant))
                .map(number)
                .toList();
    }

    /** The ratio of the last round, for those who wait. */
    String last() {
        double ratio =
                ratios(Variant.present, run -> run.steady(program.time())).getLast();
        return "%s %.3f".formatted(name(), ratio);
    }
}
