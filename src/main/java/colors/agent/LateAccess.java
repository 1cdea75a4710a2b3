// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemoryException;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.classfile.TypeKind;
import java.util.function.Supplier;

/**
 * A field that could not be reached when the class that stands for shared instances was initialized, which happens
 * once: each access tries again, so that the program gets the reason, and goes on when it is gone. Thread-safe: who
 * tries twice gets the same.
 *
 * @param <A> the nested type of FieldAccess
 */
abstract class LateAccess<A extends FieldAccess> {
    private final Supplier<FieldAccess> find;
    private volatile A found;

    private LateAccess(Supplier<FieldAccess> find) {
        this.find = find;
    }

    /** Throws SharedMemoryException as long as it cannot be reached. */
    @SuppressWarnings("unchecked") // the kind of the field's type never changes
    final A access() {
        A known = found;
        if (known == null) {
            known = (A) find.get();
            found = known;
        }
        return known;
    }

    /** The access that is found, or one that looks for it each time. */
    static FieldAccess of(Class<?> type, Supplier<FieldAccess> find) {
        try {
            return find.get();
        } catch (SharedMemoryException e) {
            return switch (TypeKind.fromDescriptor(type.descriptorString())) {
                case BYTE, SHORT, CHAR, INT -> new OfInt(find);
                case LONG -> new OfLong(find);
                case FLOAT, DOUBLE -> new OfDouble(find);
                case BOOLEAN -> new OfBoolean(find);
                case REFERENCE, VOID -> new OfObject(find);
            };
        }
    }

    private static final class OfInt extends LateAccess<FieldAccess.OfInt> implements FieldAccess.OfInt {
        OfInt(Supplier<FieldAccess> find) {
            super(find);
        }

        @Override
        public int get(Shared object) {
            return access().get(object);
        }

        @Override
        public void set(Shared object, int value) {
            access().set(object, value);
        }
    }

    private static final class OfLong extends LateAccess<FieldAccess.OfLong> implements FieldAccess.OfLong {
        OfLong(Supplier<FieldAccess> find) {
            super(find);
        }

        @Override
        public long get(Shared object) {
            return access().get(object);
        }

        @Override
        public void set(Shared object, long value) {
            access().set(object, value);
        }
    }

    private static final class OfDouble extends LateAccess<FieldAccess.OfDouble> implements FieldAccess.OfDouble {
        OfDouble(Supplier<FieldAccess> find) {
            super(find);
        }

        @Override
        public double get(Shared object) {
            return access().get(object);
        }

        @Override
        public void set(Shared object, double value) {
            access().set(object, value);
        }
    }

    private static final class OfBoolean extends LateAccess<FieldAccess.OfBoolean> implements FieldAccess.OfBoolean {
        OfBoolean(Supplier<FieldAccess> find) {
            super(find);
        }

        @Override
        public boolean get(Shared object) {
            return access().get(object);
        }

        @Override
        public void set(Shared object, boolean value) {
            access().set(object, value);
        }
    }

    private static final class OfObject extends LateAccess<FieldAccess.OfObject> implements FieldAccess.OfObject {
        OfObject(Supplier<FieldAccess> find) {
            super(find);
        }

        @Override
        public Object get(Shared object) {
            return access().get(object);
        }

        @Override
        public void set(Shared object, Object value) {
            access().set(object, value);
        }
    }
}
