// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.support.WithDaemon;
import company.shareable.Gauge;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** VarHandles and field updaters on private and shared objects. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentVariablesTest {
    private static final int THREADS = 3;
    private static final int ROUNDS = 5_000;

    private static List<Gauge> both() {
        return List.of(new Gauge(), SharedMemory.copyIn(new Gauge()));
    }

    @Test
    void theClassesOwnUpdaters() {
        for (Gauge gauge : both()) {
            assertEquals(1, gauge.hit());
            assertEquals(2, gauge.hit());
            assertEquals(0, gauge.add(Long.MAX_VALUE));
            assertEquals(Long.MAX_VALUE, gauge.add(1));
            assertEquals(Long.MIN_VALUE, gauge.add(0)); // wraps, as Java's do
            assertNull(gauge.rename("a label that is longer"));
            assertFalse(gauge.rename("a label", "x"));
            assertTrue(gauge.rename("a label that is longer", "x"));
            assertEquals("x", gauge.rename(null));
            assertEquals(0.0, gauge.raise(1.5));
            assertEquals(1.5, gauge.raise(1));
        }
    }

    @Test
    void modesOfAccess() throws ReflectiveOperationException {
        VarHandle tiny = LookUps.variable(Gauge.class, "tiny", byte.class);
        VarHandle on = LookUps.variable(Gauge.class, "on", boolean.class);
        VarHandle boxed = LookUps.variable(Gauge.class, "boxed", Integer.class);
        VarHandle letter = LookUps.variable(Gauge.class.getDeclaredField("letter"));
        for (Gauge gauge : both()) {
            tiny.set(gauge, (byte) 5);
            assertEquals(5, (byte) tiny.get(gauge));
            tiny.setVolatile(gauge, (byte) 127);
            assertEquals(127, (byte) tiny.getAndAddAcquire(gauge, (byte) 1));
            assertEquals(-128, (byte) tiny.getVolatile(gauge));
            tiny.setRelease(gauge, (byte) 6);
            assertEquals(6, (byte) tiny.getAndBitwiseXor(gauge, (byte) 3));
            assertEquals(5, (byte) tiny.getAndBitwiseOr(gauge, (byte) 8));
            assertEquals(13, (byte) tiny.getAndBitwiseAnd(gauge, (byte) 9));
            assertEquals(9, (byte) tiny.compareAndExchange(gauge, (byte) 1, (byte) 2));
            assertEquals(9, (byte) tiny.compareAndExchangeRelease(gauge, (byte) 9, (byte) 2));
            assertTrue(tiny.weakCompareAndSetPlain(gauge, (byte) 2, (byte) 3));
            assertEquals(3, (byte) tiny.getOpaque(gauge));
            assertFalse((boolean) on.getAndBitwiseOr(gauge, true));
            assertTrue(on.compareAndSet(gauge, true, false));
            assertFalse((boolean) on.getAndSet(gauge, true));
            assertTrue((boolean) on.getAcquire(gauge));
            letter.setOpaque(gauge, 'x');
            assertEquals('x', (char) letter.getAndAdd(gauge, (char) 1));
            assertEquals('y', (char) letter.get(gauge));
            assertTrue(boxed.compareAndSet(gauge, (Integer) null, (Integer) 7));
            assertEquals(7, (Integer) boxed.getAndSet(gauge, (Integer) null));
            assertThrows(UnsupportedOperationException.class, () -> boxed.getAndAdd(gauge, (Integer) 1));
        }
        assertThrows(NullPointerException.class, () -> tiny.getAndAdd((Gauge) null, (byte) 1));
        assertEquals(List.of(Gauge.class), tiny.coordinateTypes());
        assertEquals(byte.class, tiny.varType());
    }

    @Test
    void arraysHaveNoIdentityToCompare() throws ReflectiveOperationException {
        VarHandle cells = LookUps.variable(Gauge.class, "cells", int[].class);
        Gauge shared = SharedMemory.copyIn(new Gauge());
        assertEquals(2, ((int[]) cells.getVolatile(shared)).length);
        SharedMemoryException e = assertThrows(
                SharedMemoryException.class, () -> cells.compareAndSet(shared, (int[]) null, (int[]) null));
        assertTrue(e.getMessage().contains("no identity to compare"), e.getMessage());
    }

    @Test
    void updatersSayWhatIsWrongAsTheJdks() {
        assertThrows(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(Gauge.class, "none"));
        assertThrows(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(Gauge.class, "hits"));
    }

    /** A stack and a counter of several threads, on one shared object. */
    @Test
    void severalThreads() throws InterruptedException {
        Gauge head = SharedMemory.copyIn(new Gauge());
        for (int i = 0; i < THREADS; i++) {
            head.push(SharedMemory.copyIn(new Gauge()));
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    head.hit();
                    head.raise(0.5);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(THREADS * ROUNDS + 1, head.hit());
        assertEquals(THREADS * ROUNDS * 0.5, head.raise(0));
        int left = 0;
        while (head.pop() != null) {
            left++;
        }
        assertEquals(THREADS, left);
    }
}
