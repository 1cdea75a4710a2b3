// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.SharedClass;
import colors.SharedList;
import colors.SharedMemory;
import colors.support.WithDaemon;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A heap operation ends when the stack is full in it: the collector would wait for the thread's next one. */
@ExtendWith(WithDaemon.class)
class FullStackTest {
    private static final int ROUNDS = 100;
    private static final long STACK_BYTES = 256 << 10;

    static class Node {
        Node next;
    }

    /** Does something at each depth, until there is no room. */
    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static void descend(Runnable operation) {
        operation.run();
        descend(operation);
    }

    /** The same, but a little deeper each time. */
    private static void descend(Runnable operation, int padding) {
        if (padding == 0) {
            descend(operation);
        } else {
            descend(operation, padding - 1);
        }
    }

    private static boolean isInOperation(Mutator mutator) {
        long slot = Segment.BASE + Segment.header(Layout.HEADER_SLOTS_OFFSET) + (long) (mutator.monitorOwner() - 1) * Layout.SLOT_BYTES;
        return Memory.getLong(slot + Layout.SLOT_SEQ) % 2 != 0;
    }

    private static int unfinished(Runnable operation) {
        Mutator mutator = Mutator.current();
        operation.run();
        int unfinished = 0;
        for (int round = 0; round < ROUNDS; round++) {
            try {
                descend(operation, round % 37);
            } catch (StackOverflowError e) {
                unfinished += isInOperation(mutator) ? 1 : 0;
            }
        }
        return unfinished;
    }

    private static int unfinishedInThread(Supplier<Runnable> operation) throws InterruptedException {
        AtomicReference<Integer> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(unfinished(operation.get())), "small stack", STACK_BYTES);
        thread.start();
        thread.join();
        return result.get();
    }

    @Test
    void readingAnElement() throws InterruptedException {
        SharedList list = SharedMemory.copyToSharedMemory(new double[]{1, 2, 3});
        assertEquals(0, unfinishedInThread(() -> {
            Mutator mutator = Mutator.current();
            return () -> Lists.tryLoad(mutator, list.address(), 1);
        }));
    }

    @Test
    void makingAnObjectInAGraph() throws InterruptedException {
        assertEquals(0, unfinishedInThread(() -> {
            GraphBuilder builder = new GraphBuilder();
            SharedShape shape = SharedShape.ofObject(SharedClass.of(Node.class).allocate().address());
            long root = builder.object(shape.id(), shape.inlineSlots(), 0);
            long place = shape.find("next").place(root);
            return () -> {
                Memory.putLong(place, Tag.NULL); // it is nobody else's
                builder.object(shape.id(), shape.inlineSlots(), place);
            };
        }));
    }
}
