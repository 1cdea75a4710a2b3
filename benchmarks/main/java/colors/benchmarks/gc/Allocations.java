// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Numbers;
import colors.benchmarks.measuring.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What an allocation in C costs where nothing lives for long (benchmarks/native/alloc.c): in a large segment against a
 * small one, and with every processor busy against none. The settings are measured by turns.
 */
final class Allocations {
    /** Nanoseconds of an allocation: of the thread's processor time, of these in the system, on the wall. */
    private record Cost(double cpu, double system, double wall) {
        static Cost of(String[] line) {
            return new Cost(Double.parseDouble(line[1]), Double.parseDouble(line[2]), Double.parseDouble(line[3]));
        }
    }

    /** Busy threads of this process. */
    private static final class Crowd implements AutoCloseable {
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean over;

        Crowd(int count) {
            for (int i = 0; i < count; i++) {
                threads.add(Thread.ofPlatform().daemon().start(this::spin));
            }
        }

        private void spin() {
            while (!over) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() {
            over = true;
        }
    }

    private Allocations() {}

    static List<Row> run(int turns, double seconds) throws IOException, InterruptedException {
        List<Cost> small = new ArrayList<>();
        List<Cost> large = new ArrayList<>();
        List<Cost> loaded = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            small.add(measure("256M", seconds));
            large.add(measure("4G", seconds));
            try (Crowd _ = new Crowd(Runtime.getRuntime().availableProcessors())) {
                loaded.add(measure("256M", seconds));
            }
        }
        return List.of(
                row("alloc.c.large", large, small, Cost::cpu), //
                row("alloc.c.large.system", large, small, Cost::system), //
                row("alloc.c.loaded", loaded, small, Cost::cpu), //
                row("alloc.c.loaded.wall", loaded, small, Cost::wall));
    }

    private static Row row(String name, List<Cost> of, List<Cost> against, ToDoubleFunction<Cost> ns) {
        return Row.compared(name + ".ns", Numbers.median(of, ns), "ns/op", Numbers.median(against, ns), of.size());
    }

    private static Cost measure(String objects, double seconds) throws IOException, InterruptedException {
        String segment = "bench-alloc-" + ProcessHandle.current().pid();
        try (Child _ = Child.ofDaemon(segment, "--objects", objects);
                Child program = Child.ofC("alloc", segment, seconds, 0)) {
            return Cost.of(program.readAll().getFirst());
        }
    }
}
