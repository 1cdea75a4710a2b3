// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.SharedSet;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class DeadThreadTest {
    private static final int THREADS = 16;

    /**
     * A thread that ended inside an operation, as by an error, leaves a slot in which the next thread's operations
     * begin odd.
     */
    @Test
    @Timeout(60)
    void theSlotOfAThreadThatEndedInsideAnOperationIsReusable() throws Exception {
        SharedSet<Object> set = SharedSet.create();
        for (int i = 0; i < THREADS; i++) {
            Thread dead = Thread.ofPlatform().start(() -> Mutator.current().enter());
            dead.join();
        }
        for (int i = 0; i < 10; i++) { // cleaners free the slots
            System.gc();
            Thread.sleep(20);
        }
        CountDownLatch used = new CountDownLatch(THREADS);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int element = i;
            threads.add(Thread.ofPlatform().start(() -> {
                set.contains(element);
                used.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        used.await();
        assertDoesNotThrow(SharedMemory::collect); // waits for none of the idle threads
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(set.isEmpty());
    }
}
