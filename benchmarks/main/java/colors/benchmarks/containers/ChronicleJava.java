// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.containers;

import colors.SharedMemory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
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
 * Chronicle Map, in a file that other processes can map, and shared maps: by the interface that both implement, with
 * the keys of {@link ContainersJava}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChronicleJava {
    private static final int ELEMENTS = ContainersJava.ELEMENTS;

    /** Whose maps. */
    @Param({"shared", "chronicle"})
    public String map;

    private final String[] keys = new String[ELEMENTS];
    private final Long[] numbers = new Long[ELEMENTS];
    private Map<Object, Object> byString = new HashMap<>();
    private Map<Object, Object> byLong = new HashMap<>();
    private Path folder;

    /** Makes the maps. */
    @Setup
    public void setup() throws IOException {
        for (int i = 0; i < ELEMENTS; i++) {
            keys[i] = "key" + i;
            numbers[i] = ContainersJava.BIG + i * 7L;
            byString.put(keys[i], ContainersJava.BIG + i);
            byLong.put(numbers[i], ContainersJava.BIG + i);
        }
        Random random = new Random(1);
        Collections.shuffle(Arrays.asList(keys), random);
        Collections.shuffle(Arrays.asList(numbers), random);
        if (map.equals("shared")) {
            byString = SharedMemory.copyIn(byString);
            byLong = SharedMemory.copyIn(byLong);
        } else {
            Path memory = Path.of("/dev/shm");
            folder = Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "colors-bench")
                    : Files.createTempDirectory("colors-bench");
            folder.toFile().deleteOnExit(); // after what is in it
            byString = chronicle(String.class, byString);
            byLong = chronicle(Long.class, byLong);
        }
    }

    @SuppressWarnings("unchecked") // the callers put no others
    private Map<Object, Object> chronicle(Class<?> keyClass, Map<Object, Object> content) throws IOException {
        ChronicleMapBuilder<Object, Object> builder =
                ChronicleMap.of((Class<Object>) keyClass, (Class<Object>) (Class<?>) Long.class);
        if (keyClass == String.class) {
            builder.averageKey(keys[0]);
        }
        File file = folder.resolve(keyClass.getSimpleName()).toFile();
        file.deleteOnExit();
        Map<Object, Object> made =
                builder.name(file.getName()).entries(ELEMENTS).createPersistedTo(file);
        made.putAll(content);
        return made;
    }

    /** Looks strings up. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long get() {
        return sum(byString, keys);
    }

    /** Looks integers up. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public long getLong() {
        return sum(byLong, numbers);
    }

    private static long sum(Map<Object, Object> map, Object[] keys) {
        long sum = 0;
        for (Object key : keys) {
            sum += (Long) map.get(key);
        }
        return sum;
    }

    /** Replaces the values of strings. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public Object put() {
        return replace(byString, keys);
    }

    /** Replaces the values of integers. */
    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public Object putLong() {
        return replace(byLong, numbers);
    }

    private Object replace(Map<Object, Object> map, Object[] keys) {
        Object last = null;
        for (int i = 0; i < keys.length; i++) {
            last = map.put(keys[i], numbers[i]);
        }
        return last;
    }
}
