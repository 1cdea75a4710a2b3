// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.ValueType.EnumConstant;
import colors.support.Deployment;
import colors.support.WithDaemon;
import company.deployed.Paint;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Classes of one name in several loaders, without the agent: each loader's code gets its own, and none is kept. */
@ExtendWith(WithDaemon.class)
class DeploymentsTest {
    private static final String KEY = "deployments.paint";

    private static Deployment deploy(String name) {
        return new Deployment(name, "company.deployed.", Paint.class);
    }

    private static Object make(Deployment deployment, String className) {
        try {
            return deployment
                    .loadClass("company.deployed." + className)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Class<?> load(Deployment deployment, String className) {
        try {
            return deployment.loadClass("company.deployed." + className);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Object constant() {
        return ((Ref<?>) SharedMemory.repository(KEY).get()).get("colour");
    }

    /** Uses the classes of a deployment as a program does. */
    private static WeakReference<Deployment> use(String name) {
        Deployment deployment = deploy(name);
        deployment.run(() -> {
            SharedMemory.repository(KEY).set(Ref.copyOf(make(deployment, "Paint")));
            assertSame(load(deployment, "Paint$Colour"), constant().getClass());
            SharedSet<Object> set = SharedSet.create();
            set.add(constant());
            assertTrue(set.contains(constant()));
        });
        return new WeakReference<>(deployment);
    }

    private static void assertCollected(WeakReference<Deployment> deployment) throws InterruptedException {
        for (int i = 0; i < 3000 && !deployment.refersTo(null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertTrue(deployment.refersTo(null), "the loader of a deployment that was given up is kept");
    }

    @Test
    void redeployingKeepsNoLoaderAndGivesEachItsOwn() throws InterruptedException {
        WeakReference<Deployment> first = use("first");
        WeakReference<Deployment> second = use("second"); // while the first may be there
        assertCollected(first);
        assertCollected(second);
        assertCollected(use("third"));
    }

    @Test
    void twoAtOnce() {
        Deployment a = deploy("a");
        Deployment b = deploy("b");
        a.run(() -> SharedMemory.repository(KEY).set(Ref.copyOf(make(a, "Paint"))));
        b.run(() -> assertSame(load(b, "Paint$Colour"), constant().getClass()));
        a.run(() -> assertSame(load(a, "Paint$Colour"), constant().getClass()));
        Ref<?> paint = (Ref<?>) SharedMemory.repository(KEY).get();
        // that of the class that declares the field, whatever the thread's loader is
        Object ofA = colour(load(a, "Paint"), paint);
        Object ofB = colour(load(b, "Paint"), paint);
        assertSame(load(a, "Paint$Colour"), ofA.getClass());
        assertSame(load(b, "Paint$Colour"), ofB.getClass());
        assertNotSame(ofA, ofB);
        assertEquals("GREEN", ofA.toString());
    }

    private static <C> Object colour(Class<C> type, Ref<?> paint) {
        return SharedClass.of(type).field("colour", Object.class).get(paint.as(type));
    }

    @Test
    void withoutALoaderThatDecidesItIsAnError() {
        Deployment a = deploy("a");
        Deployment b = deploy("b");
        EnumConstant.of((Enum<?>) load(a, "Paint$Only").getEnumConstants()[0]);
        SharedMemory.repository(KEY).set(load(b, "Paint$Only").getEnumConstants()[0]);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new URLClassLoader(new URL[0], null)); // which has none
        try {
            SharedMemoryException e = assertThrows(SharedMemoryException.class, () -> SharedMemory.repository(KEY)
                    .get());
            assertEquals(Reason.STATE, e.reason());
            assertTrue(e.getMessage().contains("setContextClassLoader"), e.getMessage());
        } finally {
            thread.setContextClassLoader(before);
        }
        Reference.reachabilityFence(a);
    }
}
