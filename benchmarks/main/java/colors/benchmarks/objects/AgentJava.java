// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.SharedMemory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Plain Java on 1000 objects of a class that the agent may have prepared. The code is the same with and without it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AgentJava {
    static final int OBJECTS = 1000;

    /** The object measured. */
    static class Item {
        int value;
        Item next;
    }

    /** One with arrays. */
    static class Table {
        final int[] numbers = new int[OBJECTS];
        final double[] weights = new double[OBJECTS];
    }

    /** One whose fields are all read. */
    static class Four {
        int number;
        long size;
        double share;
        boolean flag;
    }

    /**
     * The objects: private ones, in a process that never shared one; private ones, where there is a shared one too;
     * shared ones; every second one shared; those of exclusive classes. All but the first need the agent.
     */
    @Param({"private", "after", "shared", "mixed", "exclusive"})
    public String objects;

    private final Item[] items = new Item[OBJECTS];
    private final Four[] fours = new Four[OBJECTS];
    private final int[] copied = new int[OBJECTS]; // private
    private Table table;

    @SuppressWarnings("unused") // it is shared, or what was allocated last
    private Item kept;

    /** Makes the objects. */
    @Setup
    public void setup() {
        for (int i = OBJECTS - 1; i >= 0; i--) {
            items[i] = objects.equals("shared") || objects.equals("mixed") && i % 2 == 0
                    ? SharedMemory.allocate(Item.class)
                    : new Item();
            items[i].value = i;
            items[i].next = i + 1 < OBJECTS && !objects.equals("mixed") ? items[i + 1] : null;
        }
        kept = objects.equals("after") ? SharedMemory.allocate(Item.class) : null;
        for (int i = 0; i < OBJECTS; i++) {
            fours[i] = objects.equals("shared") ? SharedMemory.allocate(Four.class) : new Four();
            fours[i].number = i;
            fours[i].size = i;
            fours[i].share = i;
            fours[i].flag = i % 2 == 0;
        }
        table = objects.equals("shared") ? SharedMemory.construct(Table::new) : new Table();
        if (objects.equals("after")) {
            arrayReadWrite(SharedMemory.construct(Table::new));
        }
        if (SharedMemory.isShared(fours[0]) != (objects.equals("shared") || objects.equals("exclusive"))) {
            throw new IllegalStateException("the objects are not " + objects);
        }
    }

    /** Sums a field. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long read() {
        long sum = 0;
        for (Item item : items) {
            sum += item.value;
        }
        return sum;
    }

    /** Sums four fields of an object. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long readFour() {
        long sum = 0;
        for (Four four : fours) {
            sum += four.number + four.size + (long) four.share + (four.flag ? 1 : 0);
        }
        return sum;
    }

    /** Writes a field. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void write() {
        int i = 0;
        for (Item item : items) {
            item.value = i++;
        }
    }

    /** Walks the list. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int hop() {
        int count = 0;
        for (Item item = items[0]; item != null; item = item.next) {
            count++;
        }
        return count;
    }

    /** Sums the elements of an array. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long arrayRead() {
        return sum(table.numbers);
    }

    private static long sum(int[] numbers) {
        long sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    /** Stores what is computed of the elements of a private array. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void arrayWrite() {
        write(table.numbers, copied);
    }

    private static void write(int[] numbers, int[] computed) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = computed[i] + 1;
        }
    }

    /** Numbers the elements of an array. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void arrayNumber() {
        number(table.numbers);
    }

    private static void number(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
    }

    /** Adds a part of each element of one array to that of another one. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void arrayUpdate() {
        update(table.weights, table.numbers);
    }

    private static void update(double[] weights, int[] numbers) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] += 0.5 * numbers[i];
        }
    }

    /** Reads and writes elements through the field, in an order that nobody foresees. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void arrayField() {
        int at = 1;
        for (int i = 0; i < OBJECTS; i++) {
            at = at * 5 & 1023;
            table.numbers[at < OBJECTS ? at : i]++;
        }
    }

    /** Copies an array into another one. */
    @Benchmark
    @OperationsPerInvocation(OBJECTS)
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void arrayCopy() {
        System.arraycopy(table.numbers, 0, copied, 0, OBJECTS);
    }

    private void arrayReadWrite(Table shared) {
        for (int i = 0; i < OBJECTS; i++) {
            update(shared.weights, shared.numbers);
            number(shared.numbers);
            write(shared.numbers, copied);
            copied[i] = (int) sum(shared.numbers);
        }
    }

    /** Makes an object, which stays reachable until the next one. */
    @Benchmark
    public Object make() {
        Item item = objects.equals("shared") ? SharedMemory.allocate(Item.class) : new Item();
        item.value = 1;
        kept = item;
        return item;
    }
}
