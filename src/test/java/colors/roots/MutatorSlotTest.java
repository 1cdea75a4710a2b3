// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Monitors;
import colors.SharedList;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.shapes.Allocation;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who may take whose slot. */
@ExtendWith(WithDaemon.class)
@Timeout(60)
@SuppressWarnings("try") // an interrupted test fails
class MutatorSlotTest {
    /** A virtual thread that does what it is told, and is parked between. */
    private static final class Puppet implements AutoCloseable {
        private final LinkedTransferQueue<Runnable> orders = new LinkedTransferQueue<>();
        private final SynchronousQueue<Object> answers = new SynchronousQueue<>();
        private final Thread thread = Thread.ofVirtual().start(this::obey);
        private boolean ended;

        private void obey() {
            try {
                while (!ended) {
                    orders.take().run();
                    answers.put(this);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void order(Runnable step) throws InterruptedException {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            orders.transfer(() -> {
                try {
                    step.run();
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            answers.take();
            while (!ended && !(orders.hasWaitingConsumer() && thread.getState() == Thread.State.WAITING)) {
                Thread.onSpinWait();
            }
            if (thrown.get() != null) {
                throw new AssertionError(thrown.get());
            }
        }

        /** Its slot after a step. */
        MutatorSlot slotAfter(Runnable step) throws InterruptedException {
            MutatorSlot[] slot = new MutatorSlot[1];
            order(() -> {
                step.run();
                slot[0] = Mutator.current().mutatorSlot();
            });
            return slot[0];
        }

        @Override
        public void close() throws InterruptedException {
            order(() -> ended = true);
            thread.join();
        }
    }

    private static void touch() {
        Mutator mutator = Mutator.current();
        mutator.leave(mutator.enter());
    }

    private static boolean isTaken(MutatorSlot slot) {
        Mutator taker = Mutator.current(); // runs, so nobody takes the slot from it
        return slot.tryTake(taker);
    }

    /** Taken by the test, or by anybody else before. */
    private static void assertLost(Puppet puppet, MutatorSlot slot) throws InterruptedException {
        isTaken(slot);
        assertNotSame(slot, puppet.slotAfter(MutatorSlotTest::touch));
    }

    @Test
    void aParkedThreadLosesItsSlotAndTakesAnother() throws Exception {
        try (Puppet puppet = new Puppet()) {
            MutatorSlot first = puppet.slotAfter(MutatorSlotTest::touch);
            assertLost(puppet, first);
        }
    }

    @Test
    void notWhileItHasAMonitorOrWaits() throws Exception {
        SharedList<Object> list = SharedList.create();
        try (Puppet puppet = new Puppet()) {
            MutatorSlot slot = puppet.slotAfter(() -> Monitors.enter(list));
            assertTrue(!isTaken(slot));
            puppet.order(() -> {
                assertTrue(Monitors.isHeldByCurrentThread(list));
                Monitors.exit(list);
            });
            assertLost(puppet, slot);
            puppet.order(() -> assertTrue(!Monitors.isHeldByCurrentThread(list)));
        }
    }

    @Test
    void notInAnOperationOrACallOrWithABlockThatIsNoObject() throws Exception {
        try (Puppet puppet = new Puppet()) {
            MutatorSlot slot = puppet.slotAfter(() -> Mutator.current().enter());
            assertTrue(!isTaken(slot));
            assertSame(slot, puppet.slotAfter(MutatorSlotTest::touch));
            slot = puppet.slotAfter(() -> Mutator.current().slotOffset());
            assertTrue(!isTaken(slot));
            assertSame(slot, puppet.slotAfter(() -> Mutator.current().returned()));
            slot = puppet.slotAfter(() -> Mutator.current().block(64));
            assertTrue(!isTaken(slot));
            assertSame(slot, puppet.slotAfter(MutatorSlotTest::touch));
            assertLost(puppet, slot);
        }
    }

    /**
     * What is linked between the two may ask a class loader that uses the heap, and waits: then the block is in another
     * thread's buffer, and its range is in that one's chunk.
     */
    @Test
    void whoLostItsSlotMakesNoObjectOfTheBlock() throws Exception {
        Allocation boxes = new Allocation(Segment.SHAPE_BOX_INTEGER, 1, Sizes.ofSlots(1));
        for (boolean isRangeKnown : new boolean[] {true, false}) {
            try (Puppet puppet = new Puppet()) {
                long[] block = new long[1];
                MutatorSlot slot = puppet.slotAfter(() -> {
                    Mutator mutator = Mutator.current();
                    boxes.allocate(mutator);
                    if (!isRangeKnown) {
                        mutator.nextChunk();
                    }
                    block[0] = boxes.begin(mutator);
                    touch();
                });
                isTaken(slot);
                puppet.order(() -> assertTrue(!boxes.publish(Mutator.current(), block[0])));
                assertNotSame(slot, puppet.slotAfter(() -> boxes.allocate(Mutator.current())));
            }
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aPlatformThreadKeepsItsSlotUntilItEnds() throws Exception {
        CountDownLatch touched = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Mutator[] mutator = new Mutator[1];
        Thread thread = Thread.ofPlatform().start(() -> {
            touch();
            mutator[0] = Mutator.current();
            touched.countDown();
            waitFor(go);
        });
        touched.await();
        MutatorSlot slot = mutator[0].mutatorSlot();
        assertTrue(!isTaken(slot));
        go.countDown();
        thread.join();
        assertTrue(isTaken(slot) || !slot.isHeldBy(mutator[0]));
    }

    /**
     * After a call that was not made, for want of a slot: the chunk that the other thread goes on to meanwhile gets no
     * second token.
     */
    @Test
    void whoLostItsSlotFollowsNoChunk() throws Exception {
        try (Puppet loser = new Puppet();
                Puppet taker = new Puppet()) {
            Mutator[] lost = new Mutator[1];
            loser.order(() -> {
                touch();
                lost[0] = Mutator.current();
            });
            MutatorSlot slot = lost[0].mutatorSlot();
            taker.order(() -> {
                Mutator mutator = Mutator.current(); // which may have taken it already
                assertTrue(slot.isHeldBy(mutator) || slot.tryTake(mutator));
                RootChunk chunk = slot.chunk();
                ChunkCalls.next(new Scratch(), slot.address - Segment.BASE);
                lost[0].followChunk();
                assertSame(chunk, slot.chunk());
                assertTrue(slot.followChunk(null));
            });
        }
    }

    /** The slots that nobody uses are given back, and with them their chunks. */
    @Test
    void idleSlotsAreGivenBack() throws Exception {
        int before = MutatorSlots.count();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch touched = new CountDownLatch(50);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < 50; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                touch();
                touched.countDown();
                waitFor(go);
            }));
        }
        touched.await();
        int most = MutatorSlots.count();
        assertTrue(most >= 50, () -> "slots: " + before + ", then " + most);
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        while (MutatorSlots.count() > most - 50) { // until the time-out
            Thread.sleep(10);
        }
        assertEquals(0, threads.stream().filter(Thread::isAlive).count());
    }
}
