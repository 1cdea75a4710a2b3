// SPDX-License-Identifier: Apache-2.0
import colors.*;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Two deployments of one class, one after the other: the second one reads its own enum constants, and the first one's
 * loader is collected.
 */
public class Redeploy {
    static URL classes;

    /** Uses a deployment of the class as a program does. */
    static URLClassLoader deploy() throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[] {classes}, Redeploy.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> paint = loader.loadClass("deployed.Paint");
        Repository<Object> repository = SharedMemory.repository("paint");
        if (repository.get() != null) {
            check(paint, (Ref<?>) repository.get());
        }
        repository.set(Ref.copyOf(paint.getDeclaredConstructor().newInstance()));
        check(paint, (Ref<?>) repository.get());
        Thread.currentThread().setContextClassLoader(Redeploy.class.getClassLoader());
        return loader;
    }

    static void check(Class<?> paint, Ref<?> object) {
        Object colour = object.get("colour");
        if (colour.getClass().getClassLoader() != paint.getClassLoader()) {
            throw new AssertionError("the constant is of " + colour.getClass().getClassLoader() + ", the program of "
                    + paint.getClassLoader());
        }
    }

    public static void main(String[] arguments) throws Exception {
        classes = Path.of(arguments[0]).toUri().toURL();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> first = new PhantomReference<>(deploy(), queue);
        URLClassLoader second = deploy();
        for (int i = 0; i < 500 && !first.refersTo(null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        if (!first.refersTo(null)) {
            throw new AssertionError("the first loader is kept");
        }
        Thread.currentThread().setContextClassLoader(second);
        check(second.loadClass("deployed.Paint"), SharedMemory.repository("paint").getRef());
        IO.println("each deployment got its own, and the first one is gone");
    }
}
