// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.logging.LogManager;

/**
 * {@code PROGRAM ITERATIONS}: does a program's work again and again in one JVM. Prints {@code start CPU} and for each
 * time {@code iteration THREAD WALL CHECKSUM CPU}: nanoseconds of this thread and of the clock; CPU is what all threads
 * have used since the process began.
 */
public final class Run {
    private Run() {}

    /** Exit code 1, with a stack trace, when the program failed. */
    public static void main(String[] arguments) throws Exception {
        long start = ProcessClock.nanos();
        PrintStream out = System.out;
        System.setOut(System.err); // programs must not print between our lines
        LogManager.getLogManager().reset();
        out.println("start " + start);
        try (Program program = program(arguments[0])) {
            measure(program, Integer.parseInt(arguments[1]), out);
        }
        out.flush();
        System.exit(0); // whatever threads a program has left behind
    }

    private static Program program(String name) throws Exception {
        return switch (name) {
            case "ecj" -> new EcjProgram();
            case "fop" -> new FopProgram();
            case "h2" -> new SqlProgram("jdbc:h2:mem:overhead");
            case "hsqldb" -> new SqlProgram("jdbc:hsqldb:mem:overhead");
            case "jackson" -> new JacksonProgram();
            case "javalin" -> new JavalinProgram();
            case "lucene" -> new LuceneProgram();
            case "pmd" -> new PmdProgram();
            case "xalan" -> new XalanProgram();
            default -> throw new IllegalArgumentException("there is no program '" + name + "'");
        };
    }

    private static void measure(Program program, int iterations, PrintStream out) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < iterations; i++) {
            long thread = threads.getCurrentThreadCpuTime();
            long wall = System.nanoTime();
            long checksum = program.run();
            wall = System.nanoTime() - wall;
            thread = threads.getCurrentThreadCpuTime() - thread;
            out.println(
                    "iteration " + thread + " " + wall + " " + Long.toHexString(checksum) + " " + ProcessClock.nanos());
        }
    }
}
