// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.util.Statistics;

/** Shared and private objects of an ordinary class under the agent against private ones in a JVM without it. */
public final class AgentSuite {

    /** What is measured, and against which operation without the agent. */
    private record Measurement(String row, String method, String objects) {}

    private static final String EXCLUSIVE = "exclusive"; // the objects, and the option

    private static final List<Measurement> ROWS = List.of( //
            new Measurement("java.read.int", "read", "shared"), //
            new Measurement("java.write.int", "write", "shared"), //
            new Measurement("java.hop", "hop", "shared"), //
            new Measurement("java.mixed", "read", "mixed"), //
            new Measurement("java.mixed.write", "write", "mixed"), //
            new Measurement("java.alloc", "make", "shared"), //
            new Measurement("java.read.four", "readFour", "shared"), //
            new Measurement("java.read.int.exclusive", "read", EXCLUSIVE), //
            new Measurement("java.write.int.exclusive", "write", EXCLUSIVE), //
            new Measurement("java.hop.exclusive", "hop", EXCLUSIVE), //
            new Measurement("java.alloc.exclusive", "make", EXCLUSIVE), //
            new Measurement("java.read.four.exclusive", "readFour", EXCLUSIVE), //
            new Measurement("java.private.read", "read", "private"), //
            new Measurement("java.private.write", "write", "private"), //
            new Measurement("java.private.hop", "hop", "private"), //
            new Measurement("java.private.alloc", "make", "private"), //
            new Measurement("java.private.read.after", "read", "after"), //
            new Measurement("java.private.hop.after", "hop", "after"), //
            new Measurement("java.array.read", "arrayRead", "shared"), //
            new Measurement("java.array.write", "arrayWrite", "shared"), //
            new Measurement("java.array.number", "arrayNumber", "shared"), //
            new Measurement("java.array.update", "arrayUpdate", "shared"), //
            new Measurement("java.array.field", "arrayField", "shared"), //
            new Measurement("java.array.copy", "arrayCopy", "shared"), //
            new Measurement("java.private.array.read", "arrayRead", "private"), //
            new Measurement("java.private.array.write", "arrayWrite", "private"), //
            new Measurement("java.private.array.update", "arrayUpdate", "private"), //
            new Measurement("java.private.array.read.after", "arrayRead", "after"), //
            new Measurement("java.private.array.write.after", "arrayWrite", "after"), //
            new Measurement("java.private.array.update.after", "arrayUpdate", "after"));

    private AgentSuite() {}

    public static List<Row> run(Effort effort, String only) throws RunnerException {
        Pattern wanted = Pattern.compile(only);
        List<Row> rows = new ArrayList<>();
        for (Measurement measurement : ROWS) {
            if (wanted.matcher(measurement.row()).find()) {
                System.out.println("measuring " + measurement.row());
                Statistics without = measure(measurement.method(), "private", effort);
                Statistics with = measure(
                        measurement.method(), measurement.objects(), effort, option(options(measurement.objects())));
                rows.add(Row.compared(
                        measurement.row(), with.getPercentile(50), "ns/op", without.getPercentile(50), with.getN()));
            }
        }
        return rows;
    }

    /** Those of the agent for {@link AgentJava#objects}. */
    public static String options(String objects) {
        return (objects.equals(EXCLUSIVE) ? "exclusive=" : "share=") + AgentJava.Item.class.getName() + ";"
                + AgentJava.Four.class.getName() + ";" + AgentJava.Table.class.getName();
    }

    /** What a JVM needs to have the agent, with these options of its. */
    public static String option(String options) {
        Path agent = Path.of(System.getenv("COLORS_RUNTIME"));
        if (!Files.isReadable(agent)) {
            throw new IllegalStateException("the agent " + agent + " cannot be read; COLORS_RUNTIME names it");
        }
        return "-javaagent:" + agent + "=" + options;
    }

    private static Statistics measure(String method, String objects, Effort effort, String... flags)
            throws RunnerException {
        return Measured.run(
                        Measured.host(AgentJava.class, method, effort, flags).param("objects", objects),
                        params -> objects)
                .get(objects);
    }
}
