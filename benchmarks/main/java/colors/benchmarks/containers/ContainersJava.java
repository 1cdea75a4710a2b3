// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

/** Host Java: shared lists and maps against ArrayList and HashMap, by the interfaces that both implement. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ContainersJava {
    static final int ELEMENTS = 10_000;
    static final long BIG = 1_000_000; // no Long of the JDK's cache

    /** Whether the containers are shared. */
    @Param({"false", "true"})
    public boolean shared;

    private List<Object> longs;
    private List<Object> strings;
    private List<Object> appended;
    private List<Object> shuffled;
    private List<Object> sorted;
    private Map<Object, Object> byString;
    private Map<Object, Object> byLong;
    private Map<Object, Object> written;
    private final String[] keys = new String[ELEMENTS];
    private final String[] equalKeys = new String[ELEMENTS];
    private final Long[] numbers = new Long[ELEMENTS];

    /** Makes the containers. */
    @Setup
    public void setup() {
        List<Object> privateLongs = new ArrayList<>();
        Map<Object, Object> privateStrings = new HashMap<>();
        Map<Object, Object> privateNumbers = new HashMap<>();
        Random random = new Random(1);
        for (int i = 0; i < ELEMENTS; i++) {
            privateLongs.add(BIG + i);
            keys[i] = "key" + i;
            numbers[i] = BIG + i * 7L;
            privateStrings.put(keys[i], BIG + i);
            privateNumbers.put(numbers[i], BIG + i);
        }
        Collections.shuffle(Arrays.asList(keys), random);
        Collections.shuffle(Arrays.asList(numbers), random);
        Arrays.setAll(equalKeys, i -> new String(keys[i].toCharArray()));
        List<Object> privateStringList = new ArrayList<>(Arrays.asList(keys));
        longs = shared ? SharedMemory.copyIn(privateLongs) : privateLongs;
        strings = shared ? SharedMemory.copyIn(privateStringList) : privateStringList;
        byString = shared ? SharedMemory.copyIn(privateStrings) : privateStrings;
        byLong = shared ? SharedMemory.copyIn(privateNumbers) : privateNumbers;
        appended = shared ? SharedList.create() : new ArrayList<>();
        sorted = shared ? SharedList.create() : new ArrayList<>();
        written = shared ? SharedMap.create() : new HashMap<>();
        shuffled = new ArrayList<>(Arrays.asList(numbers));
    }

    /** Reads by index. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long listGet() {
        long sum = 0;
        for (int i = 0; i < ELEMENTS; i++) {
            sum += (Long) longs.get(i);
        }
        return sum;
    }

    /** Reads by iterator. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long listIterate() {
        long sum = 0;
        for (Object element : longs) {
            sum += (Long) element;
        }
        return sum;
    }

    /** Reads strings by index: a shared one is a new String each time. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long listGetString() {
        long sum = 0;
        for (int i = 0; i < ELEMENTS; i++) {
            sum += ((String) strings.get(i)).length();
        }
        return sum;
    }

    /** Replaces elements. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void listSet() {
        for (int i = 0; i < ELEMENTS; i++) {
            longs.set(i, numbers[i]);
        }
    }

    /** Appends to an empty list. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public int listAppend() {
        appended.clear();
        for (int i = 0; i < ELEMENTS; i++) {
            appended.add(numbers[i]);
        }
        return appended.size();
    }

    /** Copies integers and sorts them. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public Object listSort() {
        sorted.clear();
        sorted.addAll(shuffled);
        sorted.sort(null);
        return sorted.get(0);
    }

    /** Looks the keys themselves up, which HashMap finds by their identity. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long mapGet() {
        long sum = 0;
        for (String key : keys) {
            sum += (Long) byString.get(key);
        }
        return sum;
    }

    /**
     * Looks strings up that are equal to the keys and other objects, as those are that come from a file or a request.
     */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long mapGetEqual() {
        long sum = 0;
        for (String key : equalKeys) {
            sum += (Long) byString.get(key);
        }
        return sum;
    }

    /** Looks integers up. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long mapGetLong() {
        long sum = 0;
        for (Long key : numbers) {
            sum += (Long) byLong.get(key);
        }
        return sum;
    }

    /** Reads all entries. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long mapIterate() {
        long sum = 0;
        for (Map.Entry<Object, Object> entry : byLong.entrySet()) {
            sum += (Long) entry.getValue();
        }
        return sum;
    }

    /** Fills an empty map. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public int mapPut() {
        written.clear();
        for (Long key : numbers) {
            written.put(key, key);
        }
        return written.size();
    }
}
