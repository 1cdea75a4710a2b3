// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.benchmarks.measuring.Guests;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A guest language: the trees of graph.py and graph.js, whose functions check what they did. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GraphGuest {
    private static final int NODES = 20_000; // a call into the guest costs some 100 ns

    /** Which language. */
    @Param("python")
    public String language;

    /** Which function of its file. */
    @Param("build")
    public String operation;

    /** The nodes' names: none, short, long. */
    @Param("none")
    public String strings;

    /** Of a tree. */
    @Param("15")
    public int nodes;

    /** Whether the objects are shared. */
    @Param("false")
    public boolean shared;

    private Context context;
    private Value function;
    private Value state;

    /** How many trees one call is for. */
    static int passes(int nodes) {
        return Math.max(1, NODES / nodes);
    }

    /** Makes the context and the objects. */
    @Setup
    public void setup() throws IOException {
        context = Guests.context(language);
        Value functions =
                Guests.functions(context, language, GraphGuest.class, "graph." + (language.equals("js") ? "js" : "py"));
        state = Guests.member(functions, "setup").execute(shared, strings, nodes);
        function = Guests.member(functions, operation);
    }

    /** Ends the context. */
    @TearDown
    public void tearDown() {
        context.close(true);
    }

    /** Runs the function; the loop over the trees is the guest's. */
    @Benchmark
    public void operation() {
        function.executeVoid(state, passes(nodes));
    }
}
