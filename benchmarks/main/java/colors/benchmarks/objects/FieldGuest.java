// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.benchmarks.measuring.Guests;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A guest language: the same 1000 objects as {@link FieldJava}, in field.py and field.js. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FieldGuest {
    private static final int PASSES = 100; // a call into the guest costs some 100 ns

    /** Which language. */
    @Param({"python", "js"})
    public String language;

    /** Which function of its file. */
    @Param({"read.int", "write.int", "hop"})
    public String operation;

    /** Whether the objects are shared. */
    @Param({"false", "true"})
    public boolean shared;

    private Context context;
    private Value function;
    private Value nodes;

    /** Makes the context and the objects. */
    @Setup
    public void setup() throws IOException {
        context = Guests.context(language);
        Value functions =
                Guests.functions(context, language, FieldGuest.class, "field." + (language.equals("js") ? "js" : "py"));
        nodes = Guests.member(functions, "setup").execute(shared, FieldJava.OBJECTS);
        function = Guests.member(functions, operation);
    }

    /** Ends the context. */
    @TearDown
    public void tearDown() {
        context.close(true);
    }

    /** Runs the function; the loop over the objects is the guest's. */
    @Benchmark
    @OperationsPerInvocation(PASSES * FieldJava.OBJECTS)
    public long operation() {
        return function.execute(nodes, PASSES).asLong();
    }
}
