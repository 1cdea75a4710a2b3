// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.support.WithDaemon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class GraphLoadsTest {
    // for a cycle that nothing holds up, and for the thread that closes what an error left open
    private static final long LONG_ENOUGH_MS = 1000;

    /**
     * What is read at once is read in a heap operation: no cycle that begins meanwhile comes to its sweep. One that
     * flipped before may, so the cycles that finish say nothing; collect() returns after a cycle that began after it.
     */
    @Test
    void aCycleWaitsForWhatIsReadAtOnce() throws InterruptedException {
        SharedMemory.collect();
        GraphLoads loads = new GraphLoads(true);
        Thread collector;
        loads.open();
        try {
            long gc = Memory.getLongOpaque(Segment.GC_WORD);
            collector = Thread.ofPlatform().start(SharedMemory::collect);
            while (Memory.getLongOpaque(Segment.GC_WORD) == gc) { // until its flip
                Thread.onSpinWait();
            }
            Thread.sleep(LONG_ENOUGH_MS);
            assertTrue(collector.isAlive());
        } finally {
            loads.close();
        }
        collector.join();
    }

    @Test
    void oneOperationEndsAfterSomeLoads() {
        GraphLoads atOnce = new GraphLoads(true);
        assertTrue(atOnce.goesOn(1000));
        assertFalse(atOnce.goesOn(1_000_000));
        assertTrue(new GraphLoads(false).goesOn(1_000_000));
    }
}
