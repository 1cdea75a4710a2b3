// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Measured;
import colors.benchmarks.measuring.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Shared containers against the private ones of each language, and against those of other libraries in shared memory.
 */
public final class ContainersSuite {
    private static final Map<String, String> JAVA = new LinkedHashMap<>();
    private static final Map<String, String> BULK = Map.of(
            "bulk.int64",
            "int64",
            "bulk.float64",
            "float64",
            "bulk.int32",
            "int32",
            "bulk.float32",
            "float32",
            "bulk.int8",
            "int8",
            "bulk.int64.new",
            "int64New",
            "bulk.strings",
            "strings");
    private static final List<String> PYTHON = List.of(
            "list.get",
            "list.set",
            "list.iterate",
            "list.append",
            "list.sort",
            "array.get",
            "array.set",
            "array.get.float",
            "array.iterate",
            "dict.get",
            "dict.set",
            "dict.iterate");

    static {
        for (String row : List.of(
                "list.get",
                "list.iterate",
                "list.get.string",
                "list.set",
                "list.append",
                "list.sort",
                "map.get",
                "map.get.equal",
                "map.get.long",
                "map.iterate",
                "map.put")) {
            JAVA.put("java." + row, camelCase(row));
        }
    }

    private ContainersSuite() {}

    private static String camelCase(String row) {
        StringBuilder name = new StringBuilder();
        for (String part : row.split("\\.")) {
            name.append(name.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return name.toString();
    }

    public static List<Row> run(Effort effort, String only) throws RunnerException, InterruptedException {
        Pattern wanted = Pattern.compile(only);
        Map<String, ChainedOptionsBuilder> rows = new LinkedHashMap<>();
        JAVA.forEach((row, method) -> rows.put(row, Measured.host(ContainersJava.class, method, effort)));
        BULK.forEach((row, method) -> rows.put(row, Measured.host(BulkJava.class, method, effort)));
        PYTHON.forEach(row -> rows.put(
                "python." + row,
                Measured.guest(ContainersGuest.class, "operation", effort).param("operation", row)));
        List<Row> result = new ArrayList<>();
        for (Map.Entry<String, ChainedOptionsBuilder> row : rows.entrySet()) {
            if (wanted.matcher(row.getKey()).find()) {
                System.out.println("measuring " + row.getKey());
                result.add(Measured.compared(row.getKey(), row.getValue()));
            }
        }
        result.addAll(ChroniclePeer.rows(effort, wanted));
        result.addAll(UltraDictPeer.rows(effort, wanted));
        return result;
    }
}
