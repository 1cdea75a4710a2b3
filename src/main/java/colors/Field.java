// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A typed handle for one field of a class, made by {@link SharedClass}; of primitive fields {@link OfInt} and its like,
 * which make no boxes. Immutable and thread-safe. Put it into a {@code static final} field: then an access compiles to
 * a load or a store behind one check.
 *
 * @param <C> the class that has the field; objects of subclasses have it too
 * @param <V> what the field holds: a String, a box, a value class (docs/values.md), an enum, a {@code Ref}, a
 *         {@code SharedList}, what {@link ValueType} describes
 */
public interface Field<C, V> {
    /** The field's name. */
    String name();

    /**
     * Reads the field; null when the object's version lacks it.
     *
     * @throws TypeConflictException when the object is of another class, or the value is no {@code V}
     */
    V get(Ref<? extends C> object);

    /**
     * Writes the field; adds it when the object's version lacks it.
     *
     * @throws SharedMemoryException (TYPE) when the object is of another class or its version, or the field's Java
     *         type, does not take the value, (ARGUMENT) for a private object; nothing is stored then
     */
    void set(Ref<? extends C> object, V value);

    /**
     * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic); compared as {@link Ref#compareAndSet} does. Unlike {@link #set} it does not add a field.
     *
     * @return whether it was set
     * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
     */
    boolean compareAndSet(Ref<? extends C> object, V expected, V value);

    /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    V getAndSet(Ref<? extends C> object, V value);

    /**
     * Adds to the field and returns the value before, a Long or a Double, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) when it holds no number, or the sum does not
     *         fit; nothing is stored then
     */
    Number getAndAdd(Ref<? extends C> object, Number delta);

    /** Of a byte, short, char or int field; get and set check the range of the field's own type. */
    interface OfInt<C> {
        /** The field's name. */
        String name();

        /**
         * Reads the field; zero when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class, or the value is no {@code int}
         */
        int get(Ref<? extends C> object);

        /**
         * Writes the field; adds it when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class or its version does not take the value;
         *         nothing is stored then
         */
        void set(Ref<? extends C> object, int value);

        /**
         * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
         * model.atomic). Unlike {@link #set} it does not add a field.
         *
         * @return whether it was set
         * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
         */
        boolean compareAndSet(Ref<? extends C> object, int expected, int value);

        /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
        int getAndSet(Ref<? extends C> object, int value);

        /**
         * Adds to the field and returns the value before, in one step.
         *
         * @throws SharedMemoryException as {@link #compareAndSet} does; {@link NumberOverflowException} when the sum
         *         does not fit; nothing is stored then
         */
        int getAndAdd(Ref<? extends C> object, int delta);
    }

    /** Of a byte, short, char, int or long field; set checks the range of the field's own type. */
    interface OfLong<C> {
        /** The field's name. */
        String name();

        /**
         * Reads the field; zero when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class, or the value is no {@code long}
         */
        long get(Ref<? extends C> object);

        /**
         * Writes the field; adds it when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class or its version does not take the value;
         *         nothing is stored then
         */
        void set(Ref<? extends C> object, long value);

        /**
         * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
         * model.atomic). Unlike {@link #set} it does not add a field.
         *
         * @return whether it was set
         * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
         */
        boolean compareAndSet(Ref<? extends C> object, long expected, long value);

        /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
        long getAndSet(Ref<? extends C> object, long value);

        /**
         * Adds to the field and returns the value before, in one step.
         *
         * @throws SharedMemoryException as {@link #compareAndSet} does; {@link NumberOverflowException} when the sum
         *         does not fit; nothing is stored then
         */
        long getAndAdd(Ref<? extends C> object, long delta);
    }

    /** Of a float or double field; values of a float field are rounded to it and checked for overflow. */
    interface OfDouble<C> {
        /** The field's name. */
        String name();

        /**
         * Reads the field; zero when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class, or the value is no {@code double}
         */
        double get(Ref<? extends C> object);

        /**
         * Writes the field; adds it when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class or its version does not take the value;
         *         nothing is stored then
         */
        void set(Ref<? extends C> object, double value);

        /**
         * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
         * model.atomic). NaN is equal to NaN, and 0.0 to -0.0. Unlike {@link #set} it does not add a field.
         *
         * @return whether it was set
         * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
         */
        boolean compareAndSet(Ref<? extends C> object, double expected, double value);

        /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
        double getAndSet(Ref<? extends C> object, double value);

        /**
         * Adds to the field and returns the value before, in one step.
         *
         * @throws SharedMemoryException as {@link #compareAndSet} does; {@link NumberOverflowException} when the sum
         *         does not fit; nothing is stored then
         */
        double getAndAdd(Ref<? extends C> object, double delta);
    }

    /** Of a boolean field. */
    interface OfBoolean<C> {
        /** The field's name. */
        String name();

        /**
         * Reads the field; false when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class, or the value is no {@code boolean}
         */
        boolean get(Ref<? extends C> object);

        /**
         * Writes the field; adds it when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class or its version does not take the value;
         *         nothing is stored then
         */
        void set(Ref<? extends C> object, boolean value);

        /**
         * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
         * model.atomic). Unlike {@link #set} it does not add a field.
         *
         * @return whether it was set
         * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
         */
        boolean compareAndSet(Ref<? extends C> object, boolean expected, boolean value);

        /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
        boolean getAndSet(Ref<? extends C> object, boolean value);
    }

    /**
     * Of a field that refers to shared objects. It takes references to objects of subclasses, too.
     *
     * @param <D> the class of the objects
     */
    interface OfRef<C, D> {
        /** The field's name. */
        String name();

        /**
         * Reads the field; null when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class, or the value is no reference
         */
        Ref<D> get(Ref<? extends C> object);

        /**
         * Writes the field; adds it when the object's version lacks it.
         *
         * @throws TypeConflictException when the object is of another class or its version does not take the value;
         *         nothing is stored then
         */
        void set(Ref<? extends C> object, Ref<? extends D> value);

        /**
         * Sets the field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
         * model.atomic), by identity. Unlike {@link #set} it does not add a field.
         *
         * @return whether it was set
         * @throws SharedMemoryException as {@link #set} does; (ARGUMENT) when the object's version lacks the field
         */
        boolean compareAndSet(Ref<? extends C> object, Ref<? extends D> expected, Ref<? extends D> value);

        /** Sets the field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
        Ref<D> getAndSet(Ref<? extends C> object, Ref<? extends D> value);
    }

    /**
     * Of a String field. {@link #get} gives a private copy, which may be one that was made before. The methods below
     * ask the text where it is, and copy nothing; they do what String's methods of these names do, throw a {@code
     * NullPointerException} where the field is null, and TypeConflictException as get does.
     */
    interface OfString<C> extends Field<C, String> {
        /** The length of the text. */
        int length(Ref<? extends C> object);

        /** The text's hash code. */
        int hash(Ref<? extends C> object);

        /** One character of the text. */
        char charAt(Ref<? extends C> object, int index);

        /** Whether the text is equal to another one; null is equal to null. */
        boolean isEqual(Ref<? extends C> object, String other);

        /** Whether the text of one object is equal to that of another one; null is equal to null. */
        boolean areEqual(Ref<? extends C> object, Ref<? extends C> other);

        /** As {@code compareTo} of the text. */
        int compare(Ref<? extends C> object, String other);

        /** As {@code compareTo} of the texts of two objects. */
        int compare(Ref<? extends C> object, Ref<? extends C> other);

        /** Whether the text begins so. */
        boolean startsWith(Ref<? extends C> object, String prefix);

        /** Whether the text ends so. */
        boolean endsWith(Ref<? extends C> object, String suffix);

        /** Where a part stands in the text first, or -1. */
        int indexOf(Ref<? extends C> object, String part);
    }
}
