// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.wrappers.ObjectWrapper;

/**
 * A typed reference to a shared object, live: what another process writes is seen here at the next read. Two of these
 * are equal when they refer to the same object, so compare with {@link #equals}, not with {@code ==}. With the agent
 * the program's own classes are the references, and this class is not needed (docs/agent.md); interfaces give typed
 * access without either (docs/model.md, model.interface).
 *
 * <p>Fields are read and written by typed handles ({@link SharedClass}), which compile to a load or a store behind one
 * check, or by name, which is slower and follows the rules of dynamic languages.
 *
 * <p>Thread-safe. Racing writes to one field leave one of the values; types and memory stay safe.
 *
 * @param <C> the program's class of the object, or a superclass; {@code Ref<?>} where it is not known
 */
public abstract sealed class Ref<C> permits ObjectWrapper { // no interface: C2 knows the only class below it
    /** For the runtime. */
    protected Ref() {}

    /**
     * Copies a graph of private objects to shared memory, with its cycles and its sharing. Shared objects in it are
     * referred to, not copied. Transient and static fields are left out.
     *
     * @param root an object of a class of the program; containers are copied by {@link
     *         SharedMemory#copyIn(java.util.List)} and its like
     * @return the copy of {@code root}; when that is shared, itself
     * @throws SharedMemoryException (ARGUMENT) when the graph holds something that cannot be shared, (MEMORY) when the
     *         heap is full; nothing is visible to anyone then
     */
    public static <C> Ref<C> copyOf(C root) {
        return SharedMemory.copyToRef(root);
    }

    /**
     * The reference to what something stands for: with the agent, an instance of a prepared class. So its fields can
     * be reached by name and by handles.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object, null, or a container
     */
    public static Ref<?> of(Object object) {
        return SharedMemory.refOf(object);
    }

    /** The version of the shared class that this object has now. */
    public abstract SharedType type();

    /**
     * This reference with a class that the program knows.
     *
     * @param type the class of the object, one of its superclasses, or an interface with {@link SharedName}
     * @throws TypeConflictException when the object is of another class
     */
    public abstract <D> Ref<D> as(Class<D> type);

    /**
     * Reads a field by name: a Long, Double, Boolean, String, Ref, a value (docs/values.md), an enum constant or null;
     * with the agent an instance of a prepared class or a private record.
     *
     * @throws SharedMemoryException (ARGUMENT) when the object has no such field
     */
    public abstract Object get(String name);

    /**
     * The same as a value of a type, which {@link ValueType#of} describes.
     *
     * @throws TypeConflictException when the value is of another type
     */
    public final <V> V get(String name, Class<V> type) {
        return get(name, ValueType.of(type));
    }

    /** The same for what a class cannot say: {@code boss.get("staff", ValueType.list(String.class))}. */
    public abstract <V> V get(String name, ValueType<V> type);

    /**
     * Writes a field by name. A field that the object lacks is added; a value of another type moves the object to a
     * version that takes it, unless a static language declared the field's type. Scalars, private records and immutable
     * lists are copied to shared memory.
     *
     * @throws SharedMemoryException (TYPE) for a value that a declared field does not take, (ARGUMENT) for another
     *         private object, (MEMORY) when the heap is full; the object is unchanged then
     */
    public abstract void set(String name, Object value);

    /**
     * Sets a field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Shared objects are compared by identity, scalars, values and frozen containers by their value.
     * Unlike {@link #set} it neither adds a field nor gives it another type.
     *
     * @return whether it was set
     * @throws SharedMemoryException (ARGUMENT) when the object has no such field, or for a private object, (TYPE) for a
     *         value that the field does not take, or a final field; the object is unchanged then
     */
    public abstract boolean compareAndSet(String name, Object expected, Object value);

    /** Sets a field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    public abstract Object getAndSet(String name, Object value);

    /**
     * Adds to a number and returns it as it was before, a Long or a Double, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) also when the field holds no number, when a
     *         float is added to an integer, and when the sum does not fit the field; nothing is stored then
     */
    public abstract Number getAndAdd(String name, Number delta);

    /**
     * Removes a field.
     *
     * @throws SharedMemoryException (ARGUMENT) when the object has no such field
     */
    public abstract void remove(String name);

    /**
     * A private record with what the fields hold now: records are values. Its canonical constructor runs.
     *
     * @throws SharedMemoryException (TYPE) when this is no object of that class, or a field holds what its component
     *         cannot
     */
    public abstract <R extends Record> R toRecord(Class<R> type);

    /** Whether it is an object of that class itself, not of a subclass. */
    public abstract boolean isOf(Class<?> type);

    /**
     * The fields and their values, one level deep: {@code [name=Ada, salary=4200.0, boss=company.Employee@2a50]}.
     * Without those that another process deletes meanwhile; of one that cannot be read as its class says, why not.
     */
    public abstract String fieldsText();
}
