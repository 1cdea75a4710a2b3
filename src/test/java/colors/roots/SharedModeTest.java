// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.WithDaemon;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The mode is the thread's, whether it has a mutator, and whether another thread's has its place in the table. */
@ExtendWith(WithDaemon.class)
class SharedModeTest {
    /** Its only thread has an id that meets the given one in the table. */
    private static ExecutorService colliding(long id) throws Exception {
        while (true) {
            while ((new Thread(() -> {}).threadId() + 1 - id) % MutatorTable.SIZE != 0) {
                Thread.onSpinWait();
            }
            ExecutorService made = Executors.newSingleThreadExecutor();
            if ((idOf(made) - id) % MutatorTable.SIZE == 0) {
                return made;
            }
            made.close(); // another thread was made meanwhile
        }
    }

    private static long idOf(ExecutorService thread) throws Exception {
        return thread.submit(() -> Thread.currentThread().threadId()).get();
    }

    private static void set(ExecutorService thread, boolean on, boolean before) throws Exception {
        thread.submit(() -> {
                    assertEquals(before, SharedMode.isOn());
                    assertEquals(before, SharedMode.set(on));
                    assertEquals(on, SharedMode.isOn());
                })
                .get();
    }

    private static void use(ExecutorService thread) throws Exception {
        thread.submit(Mutator::current).get();
    }

    @Test
    void whatWasSetBeforeTheMutatorWasMadeStays() throws Exception {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            set(thread, true, false);
            use(thread);
            set(thread, false, true);
            use(thread);
            set(thread, true, false);
        }
    }

    @Test
    void twoThreadsWithOnePlaceHaveTheirOwn() throws Exception {
        try (ExecutorService one = Executors.newSingleThreadExecutor();
                ExecutorService other = colliding(idOf(one))) {
            use(one);
            set(one, true, false);
            use(other);
            set(other, false, false);
            set(one, false, true); // while the other has its place
            set(one, true, false);
            set(other, true, false);
            use(one);
            set(one, false, true);
            set(other, false, true);
            use(other);
            set(one, true, false);
            assertFalse(other.submit(SharedMode::isOn).get());
        }
    }

    @Test
    void aVirtualThreadHasItsOwn() throws Exception {
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            thread.submit(() -> {
                        Mutator.current();
                        assertFalse(SharedMode.set(true));
                        Thread.yield();
                        assertTrue(SharedMode.set(false));
                    })
                    .get();
            assertFalse(thread.submit(SharedMode::isOn).get());
        }
    }
}
