// SPDX-License-Identifier: Apache-2.0
package colors.support;

import colors.runtime.WholeHeap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Gives the test JVM one daemon, for a process attaches once. It ends after the last test. The whole heap is validated after each class. */
public final class WithDaemon implements BeforeAllCallback, AfterAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Daemon daemon = context.getRoot().getStore(Namespace.GLOBAL).computeIfAbsent("colorsd", key -> start(), Daemon.class);
        System.setProperty("colors.segment", daemon.segment());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        WholeHeap.validate();
    }

    private static Daemon start() {
        try {
            return Daemon.start("--objects", "512M");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
