// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.benchmarks.calls.RpcSuite;
import colors.benchmarks.containers.CPythonSuite;
import colors.benchmarks.containers.ContainersSuite;
import colors.benchmarks.gc.GcSuite;
import colors.benchmarks.graph.GraphSuite;
import colors.benchmarks.measuring.Effort;
import colors.benchmarks.measuring.Report;
import colors.benchmarks.measuring.Row;
import colors.benchmarks.measuring.Unavailable;
import colors.benchmarks.objects.AgentSuite;
import colors.benchmarks.objects.CopySuite;
import colors.benchmarks.objects.FieldSuite;
import colors.benchmarks.objects.RootsSuite;
import colors.benchmarks.programs.OverheadSuite;
import colors.benchmarks.programs.StartSuite;
import colors.benchmarks.protocols.AppsSuite;
import colors.benchmarks.protocols.GrpcSuite;
import colors.benchmarks.protocols.ScoringSuite;
import colors.benchmarks.protocols.ThriftSuite;
import colors.benchmarks.protocols.XmemSuite;
import colors.benchmarks.sync.ChannelSuite;
import colors.benchmarks.sync.MonitorSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code colors bench SUITE [--quick | --smoke] [--json FILE]}: runs a suite of benchmarks and prints its rows. */
@Command(
        name = "colors bench",
        mixinStandardHelpOptions = true,
        description = "Runs a suite of benchmarks and prints each value beside what it is compared with.")
public final class Main implements Callable<Integer> {
    private static final String EVERYTHING = ".*";

    @Parameters(index = "0", paramLabel = "SUITE", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Suite suite;

    @Spec
    private CommandSpec spec;

    @Option(names = "--quick", description = "Few and short measurements: for a look, not for a figure.")
    private boolean quick;

    @Option(names = "--smoke", description = "Each row once: whether it runs. The figures mean nothing.")
    private boolean smoke;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE as JSON.")
    private Path json;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Only rows (gc: parts trees, calls.java, mark, stall, ...; channel: parts parked.colors,"
                    + " spinning.aeron, ...; overhead: programs java.h2, ...) whose name matches.",
            defaultValue = EVERYTHING)
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
        scoring,
        start,
        thrift,
        xmem
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

    /** Before hours of measuring, not after. */
    private void checkOptions() {
        try {
            Pattern.compile(only);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--only '" + only + "' is no regular expression: " + e.getDescription()
                            + "; expected one such as '^js.*int'");
        }
        if (json == null) {
            return;
        }
        Path folder = json.toAbsolutePath().getParent();
        boolean isThere = Files.exists(json);
        if (folder == null || Files.isDirectory(json) || !Files.isWritable(isThere ? json : folder)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--json " + json + " cannot be written; expected a file in a folder that is there");
        }
    }

    /** As it can be typed again, without the file for the result. */
    private String command() {
        return "./colors bench " + suite + (smoke ? " --smoke" : quick ? " --quick" : "")
                + (only.equals(EVERYTHING) ? "" : " --only '" + only + "'");
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        Effort effort = smoke ? Effort.smoke : quick ? Effort.quick : Effort.full;
        if (effort.isSmoke()) {
            System.setProperty("jmh.ignoreLock", "true"); // others that measure meanwhile do not matter
        }
        List<Row> rows =
                switch (suite) {
                    case agent -> AgentSuite.run(effort, only);
                    case apps -> AppsSuite.run(effort, only);
                    case channel -> ChannelSuite.run(effort, only);
                    case containers -> ContainersSuite.run(effort, only);
                    case copy -> CopySuite.run(effort, only);
                    case cpython -> CPythonSuite.run(effort, only);
                    case field -> FieldSuite.run(effort, only);
                    case gc -> new GcSuite(effort).run(only);
                    case graph -> GraphSuite.run(effort, only);
                    case grpc -> GrpcSuite.run(effort, only);
                    case monitor -> MonitorSuite.run(effort, only);
                    case overhead -> OverheadSuite.run(effort, only);
                    case roots -> RootsSuite.run(effort, only);
                    case rpc -> RpcSuite.run(effort, only);
                    case scoring -> ScoringSuite.run(effort, only);
                    case start -> StartSuite.run(effort, only);
                    case thrift -> ThriftSuite.run(effort, only);
                    case xmem -> XmemSuite.run(effort, only);
                };
        Report report = Report.of(suite.name(), command(), rows);
        report.print();
        if (rows.isEmpty() && !only.equals(EVERYTHING)) {
            System.err.println("no rows: of what " + suite + " can measure here no name matches --only '" + only
                    + "'; docs/benchmarks.md has the names");
        }
        if (json != null) {
            report.write(json);
        }
        return 0;
    }
}
