// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Spread;
import colors.benchmarks.programs.OverheadHost.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The rows of what was measured. A ratio is a run's time divided by that of the run without CoLoRS beside it. */
final class OverheadRows {
    private static final ToDoubleFunction<OverheadRun> PROCESS = run -> run.steady(OverheadRun.Iteration::process);
    private static final ToDoubleFunction<OverheadRun> WALL = run -> run.steady(OverheadRun.Iteration::wall);

    private final String language;
    private final List<OverheadRounds> programs;
    private final List<Row> rows = new ArrayList<>();

    private OverheadRows(String language, List<OverheadRounds> programs) {
        this.language = language;
        this.programs = programs;
    }

    /** Names of the rows that are about all programs of a language. */
    static List<String> ofLanguage(String language) {
        return Stream.of(
                        "mean",
                        "mean.process",
                        "mean.wall",
                        "imported.mean",
                        "noise",
                        "start.ms",
                        "startup.ms",
                        "imported.startup.ms",
                        "warmup.ms")
                .map(name -> language + "." + name)
                .toList();
    }

    static List<Row> of(OverheadHost host, List<OverheadRounds> programs) {
        OverheadRows rows = new OverheadRows(host.language(), programs);
        programs.forEach(rows::program);
        rows.mean("mean", Variant.present, OverheadRows::time);
        rows.mean("mean.process", Variant.present, _ -> PROCESS);
        rows.mean("mean.wall", Variant.present, _ -> WALL);
        boolean imported = programs.stream()
                .noneMatch(program -> program.times(Variant.imported, PROCESS).isEmpty());
        if (imported) {
            rows.mean("imported.mean", Variant.imported, OverheadRows::time);
        }
        rows.noise();
        rows.start();
        if (imported) {
            rows.more("imported.startup.ms", Variant.imported, OverheadRun::startMillis);
        }
        return rows.rows;
    }

    private static ToDoubleFunction<OverheadRun> time(OverheadRounds program) {
        return run -> run.steady(program.program().time());
    }

    private void program(OverheadRounds program) {
        ToDoubleFunction<OverheadRun> time = time(program);
        rows.addAll(Row.ofSpread(program.name(), program.ratios(Variant.present, time)));
        times(
                program.name() + ".noise",
                Spread.of(program.ratios(Variant.control, time)).median(),
                program.ratios(Variant.control, time).size());
        List<Double> present = program.times(Variant.present, time);
        rows.add(Row.compared(
                program.name() + ".ms",
                Spread.of(present).median(),
                "ms",
                Spread.of(program.times(Variant.absent, time)).median(),
                present.size()));
    }

    private void mean(String name, Variant variant, Function<OverheadRounds, ToDoubleFunction<OverheadRun>> time) {
        List<Double> medians = programs.stream()
                .map(program ->
                        Spread.of(program.ratios(variant, time.apply(program))).median())
                .toList();
        times(
                language + "." + name,
                Spread.geometricMean(medians),
                programs.stream()
                        .mapToInt(program -> program.ratios(variant, PROCESS).size())
                        .sum());
    }

    /** The same mean of runs that do not differ, and how far single ones are apart. */
    private void noise() {
        mean("noise", Variant.control, OverheadRows::time);
        Spread single = Spread.of(programs.stream()
                .flatMap(program -> program.ratios(Variant.control, time(program)).stream())
                .toList());
        times(language + ".noise.q1", single.low(), single.count());
        times(language + ".noise.q3", single.high(), single.count());
    }

    /** Start-up, in milliseconds more than without CoLoRS. */
    private void start() {
        List<Double> present = all(program -> program.times(Variant.present, OverheadRun::startMillis));
        rows.add(Row.compared(
                language + ".start.ms",
                Spread.of(present).median(),
                "ms",
                Spread.of(all(program -> program.times(Variant.absent, OverheadRun::startMillis)))
                        .median(),
                present.size()));
        more("startup.ms", Variant.present, OverheadRun::startMillis);
        more("startup.noise.ms", Variant.control, OverheadRun::startMillis);
        more("warmup.ms", Variant.present, OverheadRun::warmUpMillis);
        more("warmup.noise.ms", Variant.control, OverheadRun::warmUpMillis);
    }

    private void more(String name, Variant variant, ToDoubleFunction<OverheadRun> time) {
        Spread spread = Spread.of(all(program -> program.differences(variant, time)));
        rows.add(Row.alone(language + "." + name, spread.median(), "ms", spread.count()));
    }

    private List<Double> all(Function<OverheadRounds, List<Double>> numbers) {
        return programs.stream()
                .flatMap(program -> numbers.apply(program).stream())
                .toList();
    }

    private void times(String name, double ratio, int count) {
        rows.add(Row.times(name, ratio, count));
    }
}
