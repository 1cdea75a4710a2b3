// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiFunction;

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

    /** Makes updaters by a method reference, which is not replaced. */
    public static class Updated {
        private static final BiFunction<Class<Updated>, String, AtomicIntegerFieldUpdater<Updated>> MAKER =
                AtomicIntegerFieldUpdater::newUpdater;
        private static final AtomicIntegerFieldUpdater<Updated> COUNT = MAKER.apply(Updated.class, "count");
        volatile int count;

        public int next() {
            return COUNT.incrementAndGet(this);
        }
    }

    public static Inner inner() {
        return new Others().new Inner();
    }
}
