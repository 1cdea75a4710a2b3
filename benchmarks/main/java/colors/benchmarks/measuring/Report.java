// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What a suite prints and writes.
 *
 * @param command that it was run by
 * @param day that it was run on, of UTC
 */
public record Report(String suite, String command, String day, String machine, List<Row> rows) {

    public static Report of(String suite, String command, List<Row> rows) {
        String machine = "%d cores, %s %s, %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        System.getProperty("java.vm.version"));
        return new Report(suite, command, LocalDate.now(ZoneOffset.UTC).toString(), machine, rows);
    }

    public void print() {
        int width = rows.stream().mapToInt(row -> row.name().length()).reduce(32, Math::max);
        System.out.printf(
                "%n%-" + width + "s %12s %-8s %12s %8s %6s%n", suite, "value", "", "baseline", "ratio", "runs");
        for (Row row : rows) {
            System.out.printf(
                    "%-" + width + "s %12.4f %-8s %12s %8s %6d%n",
                    row.name(),
                    row.value(),
                    row.unit(),
                    show("%.3f", row.baseline()),
                    show("%.2f", row.ratio()),
                    row.runs());
        }
        System.out.println(machine);
    }

    private static String show(String format, Double number) {
        return number == null ? "" : format.formatted(number);
    }

    public void write(Path file) throws IOException {
        Files.writeString(
                file,
                new GsonBuilder()
                                .setPrettyPrinting()
                                .serializeNulls()
                                .serializeSpecialFloatingPointValues()
                                .create()
                                .toJson(this)
                        + "\n");
    }
}
