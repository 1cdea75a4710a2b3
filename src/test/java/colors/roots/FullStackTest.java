// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedClass;
import colors.SharedList;
import colors.SharedMemory;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Tag;
import colors.shapes.SharedShape;
import colors.support.SmallStack;
import colors.support.WithDaemon;
import colors.values.GraphBuilder;
import colors.values.Lists;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A heap operation ends when the stack is full in it: the collector would wait for the thread's next one. */
@ExtendWith(WithDaemon.class)
class FullStackTest {
    private static final int ROUNDS = 100;

    static class Node {
        Node next;
    }

    private static boolean isInOperation(Mutator mutator) {
        return Memory.getLong(mutator.mutatorSlot().address + Layout.SLOT_SEQ) % 2 != 0;
    }

    private static int unfinished(int rounds, Supplier<Runnable> operation) throws InterruptedException {
        return SmallStack.unfinished(rounds, () -> {
            Mutator mutator = Mutator.current();
            return new SmallStack.Work(operation.get(), () -> isInOperation(mutator));
        });
    }

    /** Opens an operation and does not close it, as an error does that leaves no room for it. */
    @Test
    void anOperationThatNobodyClosesIsClosed() throws InterruptedException {
        assertEquals(0, unfinished(2, () -> () -> {
            if (!isInOperation(Mutator.current())) {
                Mutator.current().enter();
            }
        }));
    }

    /** The library called the program there, so it is in no operation, though its methods are on the stack. */
    @Test
    void anOperationIsClosedInAComparator() throws InterruptedException {
        SharedList<Object> list = SharedMemory.copyIn(new double[] {1, 2, 3});
        assertTrue(SmallStack.isClosedInComparator(list, () -> {
            Mutator mutator = Mutator.current();
            return new SmallStack.Work(mutator::enter, () -> isInOperation(mutator));
        }));
    }

    @Test
    void anOperationOfAParkedVirtualThreadIsClosed() throws InterruptedException {
        CountDownLatch opened = new CountDownLatch(1);
        AtomicReference<Mutator> mutator = new AtomicReference<>();
        Thread thread = SmallStack.sleepingAfter(() -> {
            mutator.set(Mutator.current());
            mutator.get().enter();
            opened.countDown();
        });
        opened.await();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (isInOperation(mutator.get()) && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
        assertFalse(isInOperation(mutator.get()));
        thread.interrupt();
        thread.join();
    }

    @Test
    void readingAnElement() throws InterruptedException {
        SharedList<Object> list = SharedMemory.copyIn(new double[] {1, 2, 3});
        assertEquals(0, unfinished(ROUNDS, () -> {
            Mutator mutator = Mutator.current();
            return () -> Lists.tryLoad(mutator, ((Shared) list).address(), 1);
        }));
    }

    @Test
    void makingAnObjectInAGraph() throws InterruptedException {
        assertEquals(0, unfinished(ROUNDS, () -> {
            GraphBuilder builder = new GraphBuilder();
            SharedShape shape =
                    SharedShape.ofObject(((Shared) SharedClass.of(Node.class).allocate()).address());
            long root = builder.object(shape.id(), shape.inlineSlots(), 0);
            long place = shape.find("next").place(root);
            return () -> {
                Memory.putLong(place, Tag.NULL); // it is nobody else's
                builder.object(shape.id(), shape.inlineSlots(), place);
            };
        }));
    }
}
