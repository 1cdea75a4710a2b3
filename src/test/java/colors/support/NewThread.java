// SPDX-License-Identifier: Apache-2.0
package colors.support;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.atomic.AtomicReference;

/** A thread that ends before a test goes on, and gives up what it held. */
public final class NewThread {
    private NewThread() {}

    /** Runs it, waits for its end and asserts that it threw nothing. */
    public static void run(Runnable body) throws InterruptedException {
        var failure = new AtomicReference<Throwable>();
        Thread thread = new Thread(body);
        thread.setUncaughtExceptionHandler((_, e) -> failure.set(e));
        thread.start();
        thread.join();
        assertNull(failure.get());
    }
}
