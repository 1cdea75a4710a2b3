// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * An entered monitor, for try-with-resources: {@code try (var _ = Monitors.enter(object)) { ... }}. For the thread that
 * entered it.
 */
public final class Monitor implements AutoCloseable {
    private final Object object;

    Monitor(Object object) {
        this.object = object;
    }

    /**
     * Leaves it. Throws IllegalMonitorStateException when this thread does not have it, for instance the second time.
     */
    @Override
    public void close() {
        Monitors.exit(object);
    }
}
