// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.benchmarks.measuring.Node;
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

/** Host Java: a field of each of 1000 objects, and a walk along a list of 1000 in allocation order. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FieldJava {
    static final int OBJECTS = 1000;
    private static final Field.OfInt<Node> VALUE = SharedClass.of(Node.class).intField("value");
    private static final Field.OfDouble<Node> WEIGHT =
            SharedClass.of(Node.class).doubleField("weight");
    private static final Field.OfRef<Node, Node> NEXT =
            SharedClass.of(Node.class).refField("next", Node.class);

    /** The object measured. */
    static class Node {
        int value;
        double weight;
        Node next;
    }

    /** Whether the objects are shared. */
    @Param({"false", "true"})
    public boolean shared;

    private final Node[] privates = new Node[OBJECTS];

    @SuppressWarnings("unchecked") // arrays have no type arguments
    private final Ref<Node>[] shareds = (Ref<Node>[]) new Ref<?>[OBJECTS];

    /** Makes the objects. */
    @Setup
    public void setup() {
        for (int i = OBJECTS - 1; i >= 0; i--) {
            privates[i] = new Node();
            privates[i].value = i;
            privates[i].weight = i;
            privates[i].next = i + 1 < OBJECTS ? privates[i + 1] : null;
        }
        Ref<Node> at = Ref.copyOf(privates[0]);
        for (int i = 0; i < OBJECTS; i++) {
            shareds[i] = at;
            at = NEXT.get(at);
        }
    }

    /** Sums an int field. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public long readInt() {
        long sum = 0;
        if (shared) {
            for (Ref<Node> node : shareds) {
                sum += VALUE.get(node);
            }
        } else {
            for (Node node : privates) {
                sum += node.value;
            }
        }
        return sum;
    }

    /** Sums a double field. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public double readDouble() {
        double sum = 0;
        if (shared) {
            for (Ref<Node> node : shareds) {
                sum += WEIGHT.get(node);
            }
        } else {
            for (Node node : privates) {
                sum += node.weight;
            }
        }
        return sum;
    }

    /** Writes an int field. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public void writeInt() {
        int i = 0;
        if (shared) {
            for (Ref<Node> node : shareds) {
                VALUE.set(node, i++);
            }
        } else {
            for (Node node : privates) {
                node.value = i++;
            }
        }
    }

    /** Walks the list. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    public int hop() {
        int count = 0;
        if (shared) {
            for (Ref<Node> node = shareds[0]; node != null; node = NEXT.get(node)) {
                count++;
            }
        } else {
            for (Node node = privates[0]; node != null; node = node.next) {
                count++;
            }
        }
        return count;
    }
}
