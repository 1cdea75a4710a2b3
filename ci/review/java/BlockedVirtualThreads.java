// SPDX-License-Identifier: Apache-2.0
import colors.Repository;
import colors.SharedMemory;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Many virtual threads that are blocked at the same time, each after it has touched the heap once. Arguments: how many;
 * virtual or platform.
 */
public final class BlockedVirtualThreads {
    private BlockedVirtualThreads() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        Thread.Builder builder = args[1].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        Repository<Object> repository = SharedMemory.repository("x");
        repository.set("touched");
        CountDownLatch touched = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(threads);
        Map<String, Integer> errors = new ConcurrentHashMap<>();
        long collections = collections();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            builder.start(() -> {
                try {
                    repository.get();
                    touched.countDown();
                    go.await();
                    repository.get();
                } catch (Throwable e) {
                    errors.merge(e.toString(), 1, Integer::sum);
                    touched.countDown();
                }
                ended.countDown();
            });
        }
        touched.await();
        long blocked = System.nanoTime();
        collections = collections() - collections;
        go.countDown();
        ended.await();
        System.out.println(threads + " " + args[1] + " threads blocked at once after " + (blocked - start) / 1_000_000
                + " ms, ended after " + (System.nanoTime() - blocked) / 1_000_000 + " ms; private collections: "
                + collections + "; errors: " + errors);
        if (!errors.isEmpty() || collections > threads / 500) {
            System.exit(1);
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(collector -> collector.getCollectionCount())
                .sum();
    }
}
