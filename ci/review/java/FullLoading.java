// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A shareable class that is loaded where the stack becomes full, by a class loader that is locked meanwhile and whose
 * resources need that lock.
 */
public class FullLoading {
    /** Not parallel capable. */
    private static final class Locked extends ClassLoader {
        private Thread loading;

        Locked() {
            super(FullLoading.class.getClassLoader());
        }

        @Override
        protected synchronized Class<?> findClass(String name) throws ClassNotFoundException {
            loading = Thread.currentThread();
            try {
                byte[] classFile = Files.readAllBytes(file(name.replace('.', '/') + ".class"));
                return defineClass(name, classFile, 0, classFile.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        protected URL findResource(String name) {
            if (Thread.currentThread() == loading) {
                return fill(); // as if it was so deep already
            }
            synchronized (this) {
                try {
                    return Files.exists(file(name)) ? file(name).toUri().toURL() : null;
                } catch (MalformedURLException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        private URL fill() {
            return fill();
        }

        private static Path file(String name) {
            return Path.of("loaded", name);
        }
    }

    private static void load() {
        try {
            Class<?> type = Class.forName("com.acme.V", true, new Locked());
            System.out.println("loaded "
                    + type.getMethod("read").invoke(type.getConstructor().newInstance()));
        } catch (ReflectiveOperationException | LinkageError e) {
            System.out.println(e);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(null, FullLoading::load, "deep", 1 << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(60_000);
        if (thread.isAlive()) {
            System.out.println("deadlock");
        }
        System.exit(0);
    }
}
