// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/**
 * One field of shared objects as the agent's generated classes reach it: the handles of the API without its public types. Values,
 * errors and thread-safety are those of the handles. Narrower types than these convert at the caller.
 */
public interface FieldAccess {

    /** Of a byte, short, char or int field. */
    interface OfInt extends FieldAccess {
        int get(Shared object);

        void set(Shared object, int value);
    }

    /** Of a long field. */
    interface OfLong extends FieldAccess {
        long get(Shared object);

        void set(Shared object, long value);
    }

    /** Of a float or double field. */
    interface OfDouble extends FieldAccess {
        double get(Shared object);

        void set(Shared object, double value);
    }

    /** Of a boolean field. */
    interface OfBoolean extends FieldAccess {
        boolean get(Shared object);

        void set(Shared object, boolean value);
    }

    /** Of any other field; get returns an instance of the field's Java type. */
    interface OfObject extends FieldAccess {
        Object get(Shared object);

        void set(Shared object, Object value);
    }
}
