// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

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

/** Python: shared lists, dicts and arrays against its own (lists, dicts and array.array), in containers.py. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ContainersGuest {
    static final int ELEMENTS = 1000;
    private static final int PASSES = 100; // a call into the guest costs some 100 ns

    /** Which function. */
    @Param({"list.get"})
    public String operation;

    /** Whether the containers are shared. */
    @Param({"false", "true"})
    public boolean shared;

    private Context context;
    private Value function;
    private Value state;

    /** Makes the context and the containers. */
    @Setup
    public void setup() throws IOException {
        context = Guests.context("python");
        Value functions = Guests.functions(context, "python", ContainersGuest.class, "containers.py");
        state = Guests.member(functions, "setup").execute(shared, ELEMENTS);
        function = Guests.member(functions, operation);
    }

    /** Ends the context. */
    @TearDown
    public void tearDown() {
        context.close(true);
    }

    /** Runs the function; the loop over the elements is the guest's. */
    @Benchmark
    @OperationsPerInvocation(PASSES * ELEMENTS)
    public long operation() {
        return function.execute(state, PASSES).asLong();
    }
}
