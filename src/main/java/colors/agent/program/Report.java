// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.io.PrintStream;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the agent changed, for who asks with {@code -Dcolors.agent.report=true}: a line for each class that was
 * rewritten or refused, and a summary at the end, on the standard error. Thread-safe.
 */
public final class Report {
    public static final Report INSTANCE = new Report();

    private final boolean wanted = Boolean.getBoolean("colors.agent.report");
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final AtomicLong seen = new AtomicLong();
    private final AtomicLong rewritten = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();

    /** What was rewritten in one class. Used by one thread. */
    public static final class Counts {
        public int fields;
        public int news;
        public int comparisons;
        public int monitors;
        public int calls;
        public int handles;
        public int arrays;
        public int boxes;
        public int absent; // fields that objects of an exclusive class do not have
        private final Map<String, Integer> skipped = new TreeMap<>();

        public void skip(String what) {
            skipped.merge(what, 1, Integer::sum);
        }

        public boolean areZero() {
            return fields + news + comparisons + monitors + calls + handles + arrays + boxes == 0;
        }

        @Override
        public String toString() {
            String counted = fields + " field accesses, " + news + " new, " + comparisons + " ==, " + monitors
                    + " synchronized, " + calls + " calls of Object's methods, " + handles + " handles of fields, "
                    + arrays + " uses of arrays, " + boxes + " casts to boxes"
                    + (absent == 0 ? "" : ", " + absent + " fields in shared memory alone");
            return skipped.isEmpty() ? counted : counted + "; left as it was: " + skipped;
        }
    }

    private Report() {}

    public void start() {
        if (wanted) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        }
    }

    public void see(long spent) {
        if (wanted) {
            seen.incrementAndGet();
            nanos.addAndGet(spent);
        }
    }

    public void rewrote(String name, boolean prepared, Counts counts) {
        rewritten.incrementAndGet();
        line((prepared ? "prepared " : "rewrote ") + name.replace('/', '.') + ": " + counts);
    }

    public void refused(String name, String why) {
        line("did not prepare " + name.replace('/', '.') + ": " + why);
    }

    public void line(String text) {
        if (wanted) {
            out().println("colors agent: " + text);
        }
    }

    /** A failure, which is told whether or not the report is wanted, once for each class. */
    public void failed(String name, Throwable failure) {
        if (!told.add(name)) {
            return;
        }
        out().println("colors agent: could not rewrite class " + name.replace('/', '.')
                + ", which is left as it was and takes no shared objects: " + failure);
        if (wanted) {
            failure.printStackTrace(out());
        }
    }

    private void end() {
        ProgramClasses.patterns().unmatched().forEach(pattern -> out().println("colors agent: " + pattern
                + " named no class that the program loaded; a nested class is written Outer$Nested"));
        out().printf(
                        "colors agent: %d classes seen, %d rewritten, %.1f ms%n",
                        seen.get(), rewritten.get(), nanos.get() / 1e6);
    }

    private static PrintStream out() {
        return System.err;
    }
}
