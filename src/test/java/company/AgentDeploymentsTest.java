// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedList;
import colors.SharedMemory;
import colors.heap.WholeHeap;
import colors.roots.Shared;
import colors.support.Deployment;
import colors.support.WithDaemon;
import company.shareable.Deployed;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prepared classes of one name in several loaders: each loader's code gets instances of its own, and none is kept. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentDeploymentsTest {
    private static final String KEY = "deployments.deployed";

    private static Deployment deploy(String name) {
        return new Deployment(name, "company.shareable.Deployed", Deployed.class);
    }

    private static Class<?> type(Deployment deployment, String name) {
        try {
            return deployment.loadClass("company.shareable." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Object call(Object instance, String method) {
        try {
            Class<?> type = instance.getClass().isHidden() ? instance.getClass().getSuperclass() : instance.getClass();
            return type.getMethod(method).invoke(instance);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertIsOf(Deployment deployment, Object shared) {
        assertTrue(SharedMemory.isShared(shared));
        assertTrue(
                type(deployment, "Deployed").isInstance(shared),
                () -> shared.getClass() + " of " + shared.getClass().getClassLoader());
    }

    private static Object get() {
        return SharedMemory.repository(KEY).get();
    }

    private static void publish(Deployment deployment) {
        try {
            SharedMemory.repository(KEY)
                    .set(Ref.copyOf(type(deployment, "Deployed")
                            .getDeclaredConstructor()
                            .newInstance()));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void use(Deployment deployment) {
        Object shared = get();
        assertIsOf(deployment, shared);
        assertIsOf(deployment, call(shared, "any"));
        assertIsOf(deployment, call(shared, "next"));
        assertSame(type(deployment, "Deployed$Size"), call(shared, "size").getClass());
    }

    private static WeakReference<Deployment> deployUseAndGiveUp(String name) {
        Deployment deployment = deploy(name);
        deployment.run(() -> {
            publish(deployment);
            use(deployment);
            for (int i = 0; i < 30_000; i++) { // so that compiled code has its classes, too
                assertIsOf(deployment, get());
            }
            assertEquals(2, call(get(), "increment"));
        });
        return new WeakReference<>(deployment);
    }

    @Test
    void twoAtOnce() {
        Deployment a = deploy("a");
        Deployment b = deploy("b");
        a.run(() -> publish(a));
        a.run(() -> use(a));
        b.run(() -> use(b));
        a.run(() -> use(a));
        Object ofA = get(a);
        Object ofB = get(b);
        assertEquals(2, call(ofA, "increment"));
        assertEquals(3, call(ofB, "increment")); // one object
        assertIsOf(a, call(ofA, "any")); // what the field's class sees, whatever the thread's loader is
        assertIsOf(b, call(ofB, "any"));
        assertSame(type(b, "Deployed$Size"), call(ofB, "size").getClass());
    }

    private static Object get(Deployment deployment) {
        Object[] result = new Object[1];
        deployment.run(() -> result[0] = get());
        return result[0];
    }

    private static Object made(Deployment deployment) {
        try {
            return type(deployment, "Deployed").getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCopyIsOfTheClassOfItsOriginal() {
        Deployment a = deploy("a");
        Deployment b = deploy("b");
        Object ofA = made(a);
        Object ofB = made(b);
        for (Deployment context : List.of(a, b)) {
            context.run(() -> {
                assertIsOf(a, SharedMemory.copyIn(ofA));
                assertIsOf(b, SharedMemory.copyIn(ofB));
            });
        }
        assertIsOf(a, SharedMemory.copyIn(ofA)); // in a context that sees neither
    }

    /**
     * A loader that uses the heap when it is asked for a class, so much that the thread goes on to other chunks, of
     * which those before are freed where nobody has them.
     */
    private static final class Busy extends Deployment {
        private final List<String> asked = new ArrayList<>();
        private boolean isBusy;

        Busy() {
            super("busy", "company.shareable.Deployed", Deployed.class);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (isBusy) {
                asked.add(name);
                isBusy = false;
                use();
                isBusy = true;
            }
            return super.loadClass(name, resolve);
        }

        private static void use() {
            for (int i = 0; i < 3000; i++) {
                SharedList.create();
            }
            for (int i = 0; i < 3; i++) {
                System.gc();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // for the thread that frees chunks
            }
            SharedMemory.collect();
            SharedMemory.collect();
        }
    }

    @Test
    void aLoaderThatUsesTheHeapMeanwhileTakesNothingAway() throws ReflectiveOperationException {
        Busy busy = new Busy();
        Method two = type(busy, "Deployed$Pair").getMethod("two");
        busy.isBusy = true;
        Object pair = SharedMemory.construct(() -> {
            try {
                return two.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        busy.isBusy = false;
        // when the first one was an object already
        assertTrue(busy.asked.contains("java.lang.ref.Reference"), busy.asked::toString);
        Object next = call(pair, "next");
        assertTrue(WholeHeap.isThere((Shared) pair) && WholeHeap.isThere((Shared) next));
        assertEquals(List.of(1, 2), List.of(call(pair, "number"), call(next, "number")));
    }

    @Test
    void redeployingKeepsNoLoader() throws InterruptedException {
        WeakReference<Deployment> first = deployUseAndGiveUp("first");
        WeakReference<Deployment> second = deployUseAndGiveUp("second"); // while the first may be there
        SharedMemory.repository(KEY).set(null);
        for (WeakReference<Deployment> deployment : List.of(first, second)) {
            for (int i = 0; i < 3000 && !deployment.refersTo(null); i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertTrue(deployment.refersTo(null), "the loader of a deployment that was given up is kept");
        }
    }
}
