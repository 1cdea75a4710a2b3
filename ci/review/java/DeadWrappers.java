// SPDX-License-Identifier: Apache-2.0

import colors.SharedList;
import colors.SharedMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Many chunks hold dead wrappers when the system has no memory for one more; then come new threads, each of which needs
 * one.
 */
public class DeadWrappers {
    private static final int CHUNKS = 28;
    private static final int WRAPPERS = 2048; // at least those of a chunk

    public static void main(String[] arguments) throws InterruptedException, IOException {
        SharedList<Object> list = SharedMemory.copyIn(List.of("a"));
        for (int n = 0; n < CHUNKS * WRAPPERS; n++) {
            SharedMemory.copyIn(List.of(n));
        }
        Files.createFile(Path.of("full"));
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < 15 && failures.isEmpty(); i++) {
            CountDownLatch done = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    list.get(0);
                } catch (RuntimeException e) {
                    failures.add(e);
                }
                done.countDown();
                try {
                    new CountDownLatch(1).await(); // keeps its slot
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            done.await();
        }
        System.out.println(failures.isEmpty() ? "15 threads" : failures.toString());
        System.exit(failures.isEmpty() ? 0 : 1);
    }
}
