// SPDX-License-Identifier: Apache-2.0
package colors.shapes;

import colors.memory.SlotKind;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.Shared;

/**
 * One field of shared objects as the agent's generated classes reach it: the handles of the API without its public
 * types. Values, errors and thread-safety are those of the handles. Narrower types than these convert at the caller.
 */
public interface FieldAccess {

    /**
     * Where the objects that this process allocates have the field: bytes from their start. 0: not known; who makes one
     * then sets the field.
     */
    default long offset() {
        return 0;
    }

    /** What is there; where the offset is known. */
    default SlotKind slotKind() {
        return SlotKind.TAGGED;
    }

    /** Of a byte, short, char or int field. */
    interface OfInt extends FieldAccess {
        int get(Shared object);

        void set(Shared object, int value);

        /**
         * Stores into a block that is no object yet; where the offset is known, and {@link Allocation#holds} was asked.
         */
        default void initialize(long block, int value) {
            slotKind().put(block + offset(), value);
        }
    }

    /** Of a long field. */
    interface OfLong extends FieldAccess {
        long get(Shared object);

        void set(Shared object, long value);

        /** {@link OfInt#initialize}. */
        default void initialize(long block, long value) {
            slotKind().put(block + offset(), value);
        }
    }

    /** Of a float or double field. */
    interface OfDouble extends FieldAccess {
        double get(Shared object);

        void set(Shared object, double value);

        /** {@link OfInt#initialize}. */
        default void initialize(long block, double value) {
            slotKind().put(block + offset(), Double.doubleToRawLongBits(value));
        }
    }

    /** Of a boolean field. */
    interface OfBoolean extends FieldAccess {
        boolean get(Shared object);

        void set(Shared object, boolean value);

        /** {@link OfInt#initialize}. */
        default void initialize(long block, boolean value) {
            slotKind().put(block + offset(), value ? 1 : 0);
        }
    }

    /** Of any other field; get returns an instance of the field's Java type. */
    interface OfObject extends FieldAccess {
        Object get(Shared object);

        void set(Shared object, Object value);

        /** {@code get(object) == null}. */
        default boolean isNull(Shared object) {
            return get(object) == null;
        }

        /**
         * Of a String field, as the next ones: what the method of the String that {@link #get} gives returns or throws.
         */
        default int length(Shared object) {
            return ((String) get(object)).length();
        }

        /** {@link #length}. */
        default int hash(Shared object) {
            return ((String) get(object)).hashCode();
        }

        /** {@link #length}. */
        default boolean isEqual(Shared object, Object other) {
            return ((String) get(object)).equals(other);
        }

        /** {@link #length}. */
        default char charAt(Shared object, int index) {
            return ((String) get(object)).charAt(index);
        }

        /**
         * Of a String field: what {@code FieldText}'s methods take in the place of the String that {@link #get} gives.
         */
        default Object text(Shared object) {
            return get(object);
        }

        /**
         * The word of a value for {@link #initialize}: what it refers to is alive as long as the value is, or the chunk
         * that the mutator has right after this. {@link Tag#VACANT}: only {@link #set} can store it, or says why not.
         */
        default long word(Mutator mutator, Object value) {
            return value == null ? Tag.NULL : Tag.VACANT;
        }

        /** {@link OfInt#initialize}; takes a word of {@link #word} but VACANT. */
        default void initialize(long block, long word) {
            if (offset() != 0) { // else it is null, as the block is
                slotKind().put(block + offset(), word);
            }
        }
    }
}
