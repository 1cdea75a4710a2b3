// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.sync;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Channels between two processes against Aeron's IPC, a raw futex, a Unix socket and a pipe. All are measured in turn,
 * round after round, because the latency between two cores of a virtual machine changes by a factor within minutes; a
 * value is the median of its rounds.
 */
public final class ChannelSuite {
    private static final long SPIN_FOREVER = 10_000_000_000L;
    private static final double NANOS_PER_MICRO = 1000;

    private final Effort effort;
    private final Pattern wanted;
    private final Map<String, List<Double>> medians = new LinkedHashMap<>(); // nanoseconds, or messages a second
    private final Map<String, List<Double>> tails = new LinkedHashMap<>();

    private ChannelSuite(Effort effort, String only) {
        this.effort = effort;
        wanted = Pattern.compile(only);
    }

    /** What is measured. */
    private interface Measurement {
        String[] run() throws Exception;
    }

    public static List<Row> run(Effort effort, String only) throws Exception {
        return new ChannelSuite(effort, only).run();
    }

    private List<Row> run() throws Exception {
        int parked = effort.of(100, 5_000, 20_000);
        int spinning = effort.of(1000, 200_000, 1_000_000);
        int flood = effort.of(10_000, 1_000_000, 5_000_000);
        for (int round = 0; round < effort.of(1, 2, 7); round++) {
            System.out.println("round " + (round + 1) + ", load "
                    + Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
            measure("parked.futex", () -> rawPeer("futex", parked));
            measure("parked.colors", () -> java("echo", "ping", 0, parked));
            measure("parked.socket", () -> rawPeer("socket", parked));
            measure("parked.pipe", () -> rawPeer("pipe", parked));
            measure("parked.python", () -> python(0, parked));
            measure("spinning.aeron", () -> aeron("echo", "ping", spinning));
            measure("spinning.colors", () -> java("echo", "ping", SPIN_FOREVER, spinning));
            measure("spinning.memory", () -> rawPeer("memory", spinning));
            measure("spinning.python", () -> python(SPIN_FOREVER, spinning / 10));
            measure("throughput.aeron", () -> aeron("drain", "flood", flood));
            measure("throughput.colors", () -> java("drain", "flood", 10_000, flood));
        }
        return rows();
    }

    private void measure(String name, Measurement measurement) throws Exception {
        if (!wanted.matcher(name).find()) {
            return;
        }
        String[] line = measurement.run();
        medians.computeIfAbsent(name, key -> new ArrayList<>()).add(Double.parseDouble(line[0]));
        if (line.length > 1) {
            tails.computeIfAbsent(name, key -> new ArrayList<>()).add(Double.parseDouble(line[1]));
        }
        System.out.println("  " + name + " " + String.join(" ", line));
    }

    private static String[] rawPeer(String way, int trips) throws IOException, InterruptedException {
        try (Child program = Child.ofC("pingpong", way, trips)) {
            return program.readAll().getLast();
        }
    }

    private static String segment() {
        return "bench-channel-" + ProcessHandle.current().pid();
    }

    /** What one of them prints: {@code ping} or {@code drain}. */
    private static String[] java(String first, String second, long spin, int count)
            throws IOException, InterruptedException {
        try (Child _ = Child.ofDaemon(segment());
                Child one = peer(first, spin, count);
                Child other = peer(second, spin, count)) {
            String[] line = (first.equals("drain") ? one : other).readAll().getLast();
            (first.equals("drain") ? other : one).readAll();
            return line;
        }
    }

    private static Child peer(String role, long spin, int count) throws IOException {
        return Child.ofJava(segment(), ChannelPeer.class.getName(), role, spin, Math.max(count / 4, 2000), count);
    }

    private static String[] python(long spin, int count) throws IOException, InterruptedException {
        Path program = Files.createTempFile("colors-bench", ".py");
        try {
            try (var source = ChannelSuite.class.getResourceAsStream("channel.py")) {
                Files.write(program, source.readAllBytes());
            }
            try (Child _ = Child.ofDaemon(segment());
                    Child echo = Child.ofPython(segment(), program, Map.of("SPIN_NS", Long.toString(spin)));
                    Child ping = peer("ping", spin, count)) {
                String[] line = ping.readAll().getLast();
                echo.readAll();
                return line;
            }
        } finally {
            Files.delete(program);
        }
    }

    private static String[] aeron(String first, String second, int count) throws IOException, InterruptedException {
        Path memory = Files.isWritable(Path.of("/dev/shm"))
                ? Path.of("/dev/shm")
                : Path.of(System.getProperty("java.io.tmpdir"));
        String folder = memory.resolve(
                        "colors-bench-aeron-" + ProcessHandle.current().pid())
                .toString();
        int warmUp = count / 4;
        try (Child one = Child.ofJava("none", AeronPeer.class.getName(), first, folder, warmUp, count)) {
            one.readLine(); // its driver is ready
            try (Child other = Child.ofJava("none", AeronPeer.class.getName(), second, folder, warmUp, count)) {
                List<String[]> ofOther = other.readAll();
                return first.equals("drain") ? one.readAll().getLast() : ofOther.getLast();
            }
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    /** The median of the ratios of each round: both were measured under the same conditions. */
    private double ratio(String name, String baseline) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < medians.get(name).size(); i++) {
            ratios.add(medians.get(name).get(i) / medians.get(baseline).get(i));
        }
        return median(ratios);
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        addLatency(rows, "parked", "futex", List.of("socket", "pipe", "python"));
        addLatency(rows, "spinning", "aeron", List.of("memory", "python"));
        add(rows, "throughput.msgs", "throughput.colors", "throughput.aeron", 1, "1/s");
        return rows;
    }

    private void addLatency(List<Row> rows, String how, String baseline, List<String> others) {
        String colors = how + ".colors";
        String other = how + "." + baseline;
        add(rows, "roundtrip." + how + ".us", colors, other, NANOS_PER_MICRO, "us");
        if (medians.containsKey(colors) && medians.containsKey(other)) {
            rows.add(Row.alone(
                    "roundtrip." + how + ".vs." + baseline,
                    ratio(colors, other),
                    "x",
                    medians.get(colors).size()));
        }
        if (medians.containsKey(colors)) {
            rows.add(Row.alone(
                    "oneway." + how + ".us",
                    median(medians.get(colors)) / 2 / NANOS_PER_MICRO,
                    "us",
                    medians.get(colors).size()));
            rows.add(Row.alone(
                    "roundtrip." + how + ".p99.us",
                    median(tails.get(colors)) / NANOS_PER_MICRO,
                    "us",
                    tails.get(colors).size()));
        }
        for (String peer : others) {
            add(
                    rows,
                    "roundtrip." + how + "." + peer + ".us",
                    how + "." + peer,
                    peer.equals("python") ? colors : null,
                    NANOS_PER_MICRO,
                    "us");
        }
        add(rows, "roundtrip." + how + "." + baseline + ".us", other, null, NANOS_PER_MICRO, "us");
    }

    private void add(List<Row> rows, String name, String of, String baseline, double divisor, String unit) {
        if (medians.containsKey(of)) {
            double value = median(medians.get(of)) / divisor;
            int runs = medians.get(of).size();
            rows.add(
                    baseline != null && medians.containsKey(baseline)
                            ? Row.compared(name, value, unit, median(medians.get(baseline)) / divisor, runs)
                            : Row.alone(name, value, unit, runs));
        }
    }
}
