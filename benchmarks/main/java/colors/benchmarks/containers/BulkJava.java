// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.SharedArray;
import colors.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Host Java: many elements at once between private and shared memory, against a copy in private memory. Time for each
 * element.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BulkJava {
    static final int ELEMENTS = 1_000_000;

    /** Whether the other side is shared. */
    @Param({"false", "true"})
    public boolean shared;

    private final long[] longs = new long[ELEMENTS];
    private final double[] doubles = new double[ELEMENTS];
    private final long[] target = new long[ELEMENTS];
    private final int[] ints = new int[ELEMENTS];
    private final float[] halves = new float[ELEMENTS];
    private final byte[] bytes = new byte[ELEMENTS];
    private final int[] targetInts = new int[ELEMENTS];
    private final float[] targetFloats = new float[ELEMENTS];
    private final byte[] targetBytes = new byte[ELEMENTS];
    private SharedArray<Object> flatInts;
    private SharedArray<Object> flatFloats;
    private SharedArray<Object> flatBytes;
    private final List<String> strings = new ArrayList<>();
    private SharedArray<Object> list;
    private SharedArray<Object> floats;

    /** Makes the elements. */
    @Setup
    public void setup() {
        for (int i = 0; i < ELEMENTS; i++) {
            longs[i] = i * 7919L;
            doubles[i] = i / 3.0;
            if (i % 10 == 0) {
                strings.add("element " + i);
            }
        }
        flatInts = SharedArray.copyOf(ints);
        flatFloats = SharedArray.copyOf(halves);
        flatBytes = SharedArray.copyOf(bytes);
        list = SharedMemory.copyIn(longs);
        floats = SharedMemory.copyIn(doubles);
    }

    /** Into a flat array that is there. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void int64() {
        MemorySegment to = shared ? list.memory() : MemorySegment.ofArray(target);
        MemorySegment.copy(longs, 0, to, ValueLayout.JAVA_LONG, 0, ELEMENTS);
    }

    /** Into a flat array that is there. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void float64() {
        MemorySegment to = shared ? floats.memory() : MemorySegment.ofArray(target);
        MemorySegment.copy(MemorySegment.ofArray(doubles), 0, to, 0, 8L * ELEMENTS);
    }

    /** Into a flat array that is there. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void int32() {
        MemorySegment to = shared ? flatInts.memory() : MemorySegment.ofArray(targetInts);
        MemorySegment.copy(ints, 0, to, ValueLayout.JAVA_INT, 0, ELEMENTS);
    }

    /** Into a flat array that is there. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void float32() {
        MemorySegment to = shared ? flatFloats.memory() : MemorySegment.ofArray(targetFloats);
        MemorySegment.copy(halves, 0, to, ValueLayout.JAVA_FLOAT, 0, ELEMENTS);
    }

    /** Into a flat array that is there. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void int8() {
        MemorySegment to = shared ? flatBytes.memory() : MemorySegment.ofArray(targetBytes);
        MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, 0, ELEMENTS);
    }

    /** A new flat array, against a new array. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public Object int64New() {
        return shared ? SharedMemory.copyIn(longs) : longs.clone();
    }

    /** A new list of strings, against a new list of new strings. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS / 10)
    public Object strings() {
        return shared ? SharedMemory.copyIn(strings) : newStrings();
    }

    @SuppressWarnings("StringOperationCanBeSimplified")
    private List<String> newStrings() {
        List<String> copy = new ArrayList<>(strings.size());
        for (String text : strings) {
            copy.add(new String(text.toCharArray()));
        }
        return copy;
    }
}
