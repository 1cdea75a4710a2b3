// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** The JDK's field updaters on a VarHandle, which reaches private and shared objects. */
final class FieldUpdaters {
    private FieldUpdaters() {}

    /** Of an int field. */
    static final class OfInt<T> extends AtomicIntegerFieldUpdater<T> {
        private final VarHandle variable;

        OfInt(VarHandle variable) {
            this.variable = variable;
        }

        @Override
        public boolean compareAndSet(T object, int expected, int value) {
            return variable.compareAndSet(object, expected, value);
        }

        @Override
        public boolean weakCompareAndSet(T object, int expected, int value) {
            return compareAndSet(object, expected, value);
        }

        @Override
        public void set(T object, int value) {
            variable.setVolatile(object, value);
        }

        @Override
        public void lazySet(T object, int value) {
            variable.setRelease(object, value);
        }

        @Override
        public int get(T object) {
            return (int) variable.getVolatile(object);
        }

        @Override
        public int getAndSet(T object, int value) {
            return (int) variable.getAndSet(object, value);
        }

        @Override
        public int getAndAdd(T object, int delta) {
            return (int) variable.getAndAdd(object, delta);
        }
    }

    /** Of a long field. */
    static final class OfLong<T> extends AtomicLongFieldUpdater<T> {
        private final VarHandle variable;

        OfLong(VarHandle variable) {
            this.variable = variable;
        }

        @Override
        public boolean compareAndSet(T object, long expected, long value) {
            return variable.compareAndSet(object, expected, value);
        }

        @Override
        public boolean weakCompareAndSet(T object, long expected, long value) {
            return compareAndSet(object, expected, value);
        }

        @Override
        public void set(T object, long value) {
            variable.setVolatile(object, value);
        }

        @Override
        public void lazySet(T object, long value) {
            variable.setRelease(object, value);
        }

        @Override
        public long get(T object) {
            return (long) variable.getVolatile(object);
        }

        @Override
        public long getAndSet(T object, long value) {
            return (long) variable.getAndSet(object, value);
        }

        @Override
        public long getAndAdd(T object, long delta) {
            return (long) variable.getAndAdd(object, delta);
        }
    }

    /** Of a field of another type. */
    @SuppressWarnings("unchecked") // the VarHandle is of the field's type, which newUpdater compared
    static final class OfReference<T, V> extends AtomicReferenceFieldUpdater<T, V> {
        private final VarHandle variable;

        OfReference(VarHandle variable) {
            this.variable = variable;
        }

        @Override
        public boolean compareAndSet(T object, V expected, V value) {
            return variable.compareAndSet(object, expected, value);
        }

        @Override
        public boolean weakCompareAndSet(T object, V expected, V value) {
            return compareAndSet(object, expected, value);
        }

        @Override
        public void set(T object, V value) {
            variable.setVolatile(object, value);
        }

        @Override
        public void lazySet(T object, V value) {
            variable.setRelease(object, value);
        }

        @Override
        public V get(T object) {
            return (V) variable.getVolatile(object);
        }

        @Override
        public V getAndSet(T object, V value) {
            return (V) variable.getAndSet(object, value);
        }
    }
}
