// SPDX-License-Identifier: Apache-2.0
package colors;

import java.lang.invoke.MethodHandle;

/**
 * A private class as a shared one: its instance fields (inherited ones included, transient ones not), the version of
 * the shared class that has exactly these, and typed handles for them. Keep handles in {@code static final} fields:
 * then a read or write compiles to a load or store behind one check.
 *
 * <pre>{@code
 * static final SharedClass<Employee> EMPLOYEE = SharedClass.of(Employee.class);
 * static final DoubleField SALARY = EMPLOYEE.doubleField("salary");
 * Ref e = EMPLOYEE.allocate();
 * SALARY.set(e, SALARY.get(e) + 10);
 * }</pre>
 *
 * Thread-safe.
 *
 * @param <C> the private class
 */
public interface SharedClass<C> {
    /**
     * The shared side of a class. Makes a version of the shared class if none has exactly these fields; a process that
     * may only read takes one that there is.
     *
     * @throws SharedMemoryException (ARGUMENT) when the class or one of its field types cannot be shared
     */
    static <C> SharedClass<C> of(Class<C> type) {
        return SharedMemory.sharedClass(type);
    }

    /** The shared name. */
    String name();

    /** The private class. */
    Class<C> type();

    /** Allocates an instance, its fields zero, false or null. No constructor runs. */
    Ref<C> allocate();

    /**
     * What makes an object with these values in its fields: in one step, so that nobody sees it before all of them are
     * there, and in a fraction of the time that {@link #allocate} and a store for each take. Other fields are zero,
     * false or null. It throws what the fields' handles throw for a value that a field does not take; then nobody has
     * the object.
     *
     * <pre>{@code
     * public interface Hire {
     *     Ref<Employee> hire(String name, double salary);
     * }
     *
     * static final Hire HIRE = EMPLOYEE.constructor(Hire.class, "name", "salary");
     * Ref<Employee> e = HIRE.hire("Ada", 10.0);
     * }</pre>
     *
     * @param function a public interface with one method, whose parameters take the fields' types and which returns a
     *         {@code Ref}; where objects are instances of an interface, or with the agent of the program's class, that
     *         can stand in place of Ref
     * @param names of fields, in the order of the parameters; at most 253, where a long and a double are two each
     * @throws SharedMemoryException (ARGUMENT) when there is no such field, one is named twice, there are too many, or
     *         the interface does not go with them
     */
    <F> F constructor(Class<F> function, String... names);

    /**
     * The same as a method handle. Its parameters have the types of the fields; Ref where that is a class of the
     * program, and Object for what only {@link #field} takes.
     *
     * <pre>{@code Ref<?> e = (Ref<?>) NEW_EMPLOYEE.invokeExact("Ada", 10.0);}</pre>
     */
    MethodHandle constructor(String... names);

    /** A handle for a byte, short, char or int field. */
    Field.OfInt<C> intField(String name);

    /** A handle for a byte, short, char, int or long field. */
    Field.OfLong<C> longField(String name);

    /** A handle for a float or double field. */
    Field.OfDouble<C> doubleField(String name);

    /** A handle for a boolean field. */
    Field.OfBoolean<C> booleanField(String name);

    /** A handle for a String field. */
    Field.OfString<C> stringField(String name);

    /**
     * A handle for a field that holds references to shared objects.
     *
     * @param type the field's own class, or a superclass of it
     * @throws SharedMemoryException (ARGUMENT) when the field is of another type
     */
    <D> Field.OfRef<C, D> refField(String name, Class<D> type);

    /**
     * A handle for any field, as {@link ValueType#of} says; {@code Object.class} gives what shared memory has: objects
     * are Refs, in fields of boxes numbers are of the field's own type, elsewhere integers are Longs and floats
     * Doubles.
     *
     * @throws SharedMemoryException (ARGUMENT) when there is no such field
     */
    <V> Field<C, V> field(String name, Class<V> type);

    /** The same for what a class cannot say: containers with the types of their elements. */
    <V> Field<C, V> field(String name, ValueType<V> type);
}
