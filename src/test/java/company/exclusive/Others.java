// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

/**
 * Classes of which there are no shared objects: they stay as they are where a prefix names them, and are refused where
 * their name does.
 */
public final class Others {
    private Others() {}

    /** Values. */
    public enum Colour {
        RED,
        GREEN
    }

    /** Values too. */
    public record Pair(int first, int second) {}

    /** Refers to an outer instance. */
    public final class Inner {
        public int value = 1;
    }

    /** Makes updaters. */
    public static class Updated {
        private static final java.util.concurrent.atomic.AtomicIntegerFieldUpdater<Updated> COUNT =
                java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Updated.class, "count");
        private volatile int count;

        public int next() {
            return COUNT.incrementAndGet(this);
        }
    }

    public static Inner inner() {
        return new Others().new Inner();
    }
}
