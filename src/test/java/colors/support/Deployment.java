// SPDX-License-Identifier: Apache-2.0
package colors.support;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * A class loader with classes of its own under a prefix, as an application server has for each deployment; others come
 * from the tests'.
 */
public class Deployment extends URLClassLoader {
    private final String prefix;

    public Deployment(String name, String prefix, Class<?> sample) {
        super(name, new URL[] {sample.getProtectionDomain().getCodeSource().getLocation()}, sample.getClassLoader());
        this.prefix = prefix;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(prefix)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }

    /** Runs an action with this as the context class loader. */
    public void run(Runnable action) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
