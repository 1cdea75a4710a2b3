// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.calls.RpcFramework;
import colors.benchmarks.calls.RpcLanguage;
import colors.benchmarks.calls.RpcPython;
import colors.benchmarks.calls.RpcRows;
import colors.benchmarks.calls.RpcSuite;
import colors.benchmarks.calls.RpcType;
import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.List;

/**
 * The collector while a client calls the service of {@link RpcSuite} with sequences of 4-level trees, by the settings
 * of {@link TreeCycles}: what the paper measured in its section 6.3.
 */
final class CallCycles {
    private static final RpcType TYPE = RpcType.nodes4;
    private static final int CALLS = 20; // of each size, in turn
    private static final int FOREVER_MS = 1_000_000_000; // the client warms up until it is ended
    private static final String PREFIX = "calls.";

    private CallCycles() {}

    /** The client is in that language: java, python or cpython. */
    static List<Row> run(RpcLanguage language, int cycles, int megabytes) throws IOException, InterruptedException {
        if (language == RpcLanguage.cpython && !RpcPython.hasCPython()) {
            System.err.println("the rows " + PREFIX + language + ".* are left out: no CPython 3.11 or later with its"
                    + " headers was found; docs/cpython.md says what is needed, and COLORS_CPYTHON names one");
            return List.of();
        }
        RpcFramework ours = RpcFramework.ofObjects(RpcRows.OURS);
        RpcFramework framework = language == RpcLanguage.java ? ours : RpcPython.ofObjects(language);
        String segment = "bench-calls-" + ProcessHandle.current().pid();
        try (Child _ = TreeCycles.daemon(segment, megabytes);
                Child server = framework.server().start(segment, List.of(TYPE))) {
            List<Object> arguments = List.of(TYPE, CALLS, FOREVER_MS, server.readAddress()[0]);
            try (Child _ = framework.client().start(segment, arguments);
                    Child watch = Child.ofJava(segment, GcWatch.class.getName(), cycles)) {
                return GcCycleRows.of(PREFIX + language + ".", true, watch.readAll());
            }
        }
    }
}
