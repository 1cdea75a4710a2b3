// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** {@code colors bench SUITE [--quick | --smoke] [--json FILE]}: runs a suite of benchmarks and prints its rows. */
@Command(
        name = "colors bench",
        mixinStandardHelpOptions = true,
        description = "Runs a suite of benchmarks and prints each value beside what it is compared with.")
public final class Main implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SUITE", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Suite suite;

    @Option(names = "--quick", description = "Few and short measurements: for a look, not for a figure.")
    private boolean quick;

    @Option(names = "--smoke", description = "Each row once: whether it runs. The figures mean nothing.")
    private boolean smoke;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE as JSON.")
    private Path json;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Only rows (gc: parts trees, mark, stall, walk, growth; channel: parts parked.colors,"
                    + " spinning.aeron, ...; overhead: programs java.h2, python.nbody, ...) whose name matches.",
            defaultValue = ".*")
    private String only;

    /** The suites. */
    enum Suite {
        agent,
        apps,
        channel,
        containers,
        copy,
        cpython,
        field,
        gc,
        graph,
        grpc,
        monitor,
        overhead,
        roots,
        rpc,
        start,
        thrift
    }

    /** Exit code 2 for a bad command line, 1 when a benchmark failed. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setExecutionExceptionHandler(Main::failed)
                .execute(arguments));
    }

    private static int failed(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (e instanceof Unavailable) {
            System.err.println("colors bench: " + e.getMessage());
            return 1;
        }
        throw e;
    }

    @Override
    public Integer call() throws Exception {
        Effort effort = smoke ? Effort.smoke : quick ? Effort.quick : Effort.full;
        if (effort.isSmoke()) {
            System.setProperty("jmh.ignoreLock", "true"); // others that measure meanwhile do not matter
        }
        Report report =
                switch (suite) {
                    case agent -> Report.of("agent", AgentSuite.run(effort, only));
                    case apps -> Report.of("apps", AppsSuite.run(effort, only));
                    case channel -> Report.of("channel", ChannelSuite.run(effort, only));
                    case containers -> Report.of("containers", ContainersSuite.run(effort, only));
                    case copy -> Report.of("copy", CopySuite.run(effort, only));
                    case cpython -> Report.of("cpython", CPythonSuite.run(effort, only));
                    case field -> Report.of("field", FieldSuite.run(effort, only));
                    case gc -> Report.of("gc", new GcSuite(effort).run(only));
                    case graph -> Report.of("graph", GraphSuite.run(effort, only));
                    case grpc -> Report.of("grpc", GrpcSuite.run(effort, only));
                    case monitor -> Report.of("monitor", MonitorSuite.run(effort, only));
                    case overhead -> Report.of("overhead", OverheadSuite.run(effort, only));
                    case roots -> Report.of("roots", RootsSuite.run(effort, only));
                    case rpc -> Report.of("rpc", RpcSuite.run(effort, only));
                    case start -> Report.of("start", StartSuite.run(effort, only));
                    case thrift -> Report.of("thrift", ThriftSuite.run(effort, only));
                };
        report.print();
        if (json != null) {
            report.write(json);
        }
        return 0;
    }
}
