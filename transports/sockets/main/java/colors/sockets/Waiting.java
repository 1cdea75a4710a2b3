// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import colors.connection.Connection;
import colors.connection.Patience;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** How one direction of a connection waits for the other side. For one thread at a time. */
final class Waiting {
    private final Connection connection;
    private final Patience patience = new Patience();

    Waiting(Connection connection) {
        this.connection = connection;
    }

    /**
     * Waits for what the other side makes true.
     *
     * @param milliseconds 0: as long as the other side lives
     * @throws SocketTimeoutException after these
     * @throws InterruptedIOException when the thread is interrupted, and stays so
     * @throws SocketException when the process of the other side has ended
     */
    void until(BooleanSupplier condition, int milliseconds) throws IOException {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            boolean slept = connection.await(condition, patience);
            if (condition.getAsBoolean()) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while it waited for '" + connection.name() + "'");
            }
            if (slept && connection.isPeerGone() && !condition.getAsBoolean()) {
                throw new SocketException(
                        "the process at the other side of '" + connection.name() + "' has ended without closing");
            }
            if (milliseconds > 0 && System.nanoTime() - began >= TimeUnit.MILLISECONDS.toNanos(milliseconds)) {
                throw new SocketTimeoutException(
                        "nothing came from '" + connection.name() + "' in " + milliseconds + " ms");
            }
        }
    }
}
