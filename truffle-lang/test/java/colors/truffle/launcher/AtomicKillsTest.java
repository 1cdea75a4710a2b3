// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedArray;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.heap.Heap;
import colors.memory.Segment;
import colors.monitors.Repositories;
import colors.roots.Mutator;
import colors.shapes.SharedShape;
import colors.values.DynamicFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs in Java, Python and JavaScript add to the same numbers, and are killed meanwhile. Each counts what was
 * acknowledged to it in an element of its own: the sum of these is there, and at most one more for each process that
 * was killed.
 */
final class AtomicKillsTest {
    private static final int KINDS = 4; // a field, elements of a list and of an array, a map's value
    private static final long LEAST = 500; // rounds of each process
    private static final long PATIENCE_NS = 300_000_000_000L;
    private static final Map<String, String> PROGRAMS = Map.of("python", """
        import colors, sys
        acknowledged = colors.repository("kills.acknowledged").get()
        o, l, a, m = (colors.repository("kills." + name).get() for name in ("object", "list", "array", "map"))
        first = int(sys.argv[1])
        while True:
            colors.get_and_add(o, "count", 1)
            acknowledged[first] += 1
            l.get_and_add(0, 1)
            acknowledged[first + 1] += 1
            a.get_and_add(0, 1)
            acknowledged[first + 2] += 1
            m.get_and_add("count", 1)
            acknowledged[first + 3] += 1
        """, "js", """
        const colors = Polyglot.import("colors");
        const acknowledged = colors.repository("kills.acknowledged").get();
        const [o, l, a, m] = ["object", "list", "array", "map"].map(name => colors.repository("kills." + name).get());
        const first = Number(arguments[0]);
        for (;;) {
            colors.getAndAdd(o, "count", 1);
            acknowledged[first] += 1;
            l.getAndAdd(0, 1);
            acknowledged[first + 1] += 1;
            a.getAndAdd(0, 1);
            acknowledged[first + 2] += 1;
            m.getAndAdd("count", 1);
            acknowledged[first + 3] += 1;
        }
        """);

    @TempDir
    Path folder;

    private static Object root(String name) {
        return SharedMemory.repository("kills." + name).get();
    }

    /** In this process, which is not killed. */
    private static final class JavaWorker extends Thread {
        private final int first;
        private volatile boolean stop;

        JavaWorker(int first) {
            this.first = first;
        }

        @Override
        public void run() {
            SharedArray<Object> acknowledged = ((SharedArray<?>) root("acknowledged")).as(Object.class);
            var object = SharedMemory.repository("kills.object").getRef();
            var list = ((SharedList<?>) root("list")).as(Object.class);
            var array = ((SharedArray<?>) root("array")).as(Object.class);
            var map = ((SharedMap<?, ?>) root("map")).as(Object.class, Object.class);
            while (!stop) {
                object.getAndAdd("count", 1);
                list.getAndAdd(0, 1);
                array.getAndAdd(0, 1);
                map.getAndAdd("count", 1);
                for (int i = 0; i < KINDS; i++) {
                    acknowledged.getAndAdd(first + i, 1);
                }
            }
        }
    }

    private static void prepare(int workers) {
        TestSegment.attach();
        Mutator mutator = Mutator.current();
        SharedShape shape = DynamicFields.shapeFor("Counter", Map.of("count", 0L), (a, b) -> false);
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        Repositories.set(mutator, Repositories.place("kills.object"), Segment.reference(object));
        SharedMemory.repository("kills.list").set(SharedMemory.copyIn(List.of(0)));
        SharedMemory.repository("kills.array").set(SharedArray.create(int.class, 1));
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("count", 0);
        SharedMemory.repository("kills.map").set(map);
        SharedMemory.repository("kills.acknowledged").set(SharedArray.create(long.class, KINDS * workers));
    }

    private Process start(String language, int first) throws IOException {
        Path own = Files.createDirectory(folder.resolve(language));
        return new GuestProcess(own, System.getProperty("colors.segment"))
                .start(language, PROGRAMS.get(language), Integer.toString(first));
    }

    private static long acknowledged(SharedArray<Object> all, int worker, int kind) {
        return all.getLong(KINDS * worker + kind);
    }

    /** Until a process has done enough; one that ended has an error to show. */
    private void await(SharedArray<Object> all, int worker, BooleanSupplier isAlive, String language) throws Exception {
        long start = System.nanoTime();
        while (acknowledged(all, worker, KINDS - 1) < LEAST) {
            boolean runs = isAlive.getAsBoolean() && System.nanoTime() - start < PATIENCE_NS;
            assertTrue(
                    runs, () -> language + ": " + read(folder.resolve(language).resolve("err")));
            Thread.sleep(10);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void allThatWasAcknowledgedIsThere() throws Exception {
        List<String> languages = List.of("python", "js");
        prepare(languages.size() + 1);
        SharedArray<Object> all = ((SharedArray<?>) root("acknowledged")).as(Object.class);
        List<Process> processes = new ArrayList<>();
        for (String language : languages) {
            processes.add(start(language, KINDS * processes.size()));
        }
        for (int i = 0; i < languages.size(); i++) {
            await(all, i, processes.get(i)::isAlive, languages.get(i));
        }
        JavaWorker java = new JavaWorker(KINDS * languages.size());
        java.start();
        await(all, languages.size(), java::isAlive, "java");
        Thread.sleep(500); // all at once
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
            Thread.sleep(100);
        }
        java.stop = true;
        java.join();
        check(all, languages.size());
    }

    private static void check(SharedArray<Object> all, int killed) {
        long[] found = {
            (Long) SharedMemory.repository("kills.object").getRef().get("count"),
            (Long) (((SharedList<?>) root("list")).as(Object.class)).get(0),
            (Long) (((SharedArray<?>) root("array")).as(Object.class)).get(0),
            (Long) (((SharedMap<?, ?>) root("map")).as(Object.class, Object.class)).get("count"),
        };
        for (int kind = 0; kind < KINDS; kind++) {
            long acknowledged = 0;
            for (int worker = 0; worker <= killed; worker++) {
                assertTrue(acknowledged(all, worker, kind) > 0);
                acknowledged += acknowledged(all, worker, kind);
            }
            assertEquals(Math.clamp(found[kind], acknowledged, acknowledged + killed), found[kind]);
        }
    }
}
