// SPDX-License-Identifier: Apache-2.0
package colors.support;

import colors.heap.WholeHeap;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives the test JVM one daemon, for a process attaches once. It ends with the JVM, after the tests of all engines. The
 * whole heap is validated after each class.
 */
public final class WithDaemon implements BeforeAllCallback, AfterAllCallback {
    private static Daemon daemon;

    /** Starts it when it does not run yet. Returns its segment. */
    public static synchronized String start() {
        if (daemon == null) {
            try {
                daemon = Daemon.start("--objects", "512M");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(daemon::close));
            System.setProperty("colors.segment", daemon.segment());
        }
        return daemon.segment();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        WholeHeap.validate();
    }
}
