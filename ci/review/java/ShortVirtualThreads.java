// SPDX-License-Identifier: Apache-2.0
import colors.Repository;
import colors.SharedList;
import colors.SharedMemory;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many short threads, each of which touches the heap once. Arguments: how many; virtual or platform. */
public final class ShortVirtualThreads {
    private ShortVirtualThreads() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        Thread.Builder builder = args[1].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        Repository<Object> repository = SharedMemory.repository("x");
        SharedList<Object> list = SharedList.create();
        repository.set(list);
        Map<String, Integer> errors = new ConcurrentHashMap<>();
        long collections = collections();
        long start = System.nanoTime();
        Future<?> last = null;
        try (var executor = Executors.newThreadPerTaskExecutor(builder.factory())) {
            for (int i = 0; i < threads; i++) {
                last = executor.submit(() -> {
                    try {
                        if (!repository.get().equals(list)) {
                            throw new AssertionError("another list");
                        }
                    } catch (Throwable e) {
                        errors.merge(e.toString(), 1, Integer::sum);
                    }
                });
                if (i % 100 == 0) {
                    last.get();
                }
            }
        }
        collections = collections() - collections;
        System.out.println(threads + " short " + args[1] + " threads: " + (System.nanoTime() - start) / threads
                + " ns each; private collections: " + collections + "; errors: " + errors);
        if (!errors.isEmpty() || collections > 20 + threads / 2000) {
            System.exit(1);
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(collector -> collector.getCollectionCount())
                .sum();
    }
}
