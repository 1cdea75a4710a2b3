// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.atomics.Atomics;
import colors.atomics.FieldCell;
import colors.copying.GraphCopier;
import colors.handles.RecordReader;
import colors.mapping.Shareability;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.names.HostNames;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.values.DynamicFields;
import colors.values.TypeRules;
import colors.values.Values;
import colors.wrappers.HostLanguage;
import colors.wrappers.Immutables;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A shared object, live: what another process writes is seen here at the next read. Two of these are equal when they
 * stand for the same object, so compare with {@link #equals}, not with {@code ==}.
 *
 * <p>Fields are read and written by typed handles ({@link SharedClass}), which compile to a load or a store behind one
 * check, or by name, which is slower and follows the rules of dynamic languages.
 *
 * <p>Thread-safe. Racing writes to one field leave one of the values; types and memory stay safe.
 */
@SuppressWarnings("exports") // Shared and RootChunk are the core's
public final class SharedObject implements Shared {
    private static final int FIELD_READS = 100; // of a text, while the object goes from version to version
    private static final int NULL_READS = 3;

    // of the reference: C2 knows the range of the address made from it, and drops bounds checks
    private final int granules;
    private final RootChunk chunk;

    public SharedObject(long address, RootChunk chunk) {
        granules = (int) (address - Segment.BASE >>> Layout.GRANULE_SHIFT); // Segment.granules, without a call
        this.chunk = chunk;
    }

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
    public static SharedObject copyOf(Object root) {
        return of(GraphCopier.copyObject(root));
    }

    /**
     * The shared object that something stands for: with the agent, an instance of a prepared class. So its fields can
     * be reached by name and by handles.
     *
     * @throws SharedMemoryException (ARGUMENT) for a private object, null, or a container
     */
    public static SharedObject of(Object object) {
        return switch (object) {
            case SharedObject shared -> shared;
            case Instance instance -> new SharedObject(instance.address(), instance.chunk());
            case null, default ->
                throw new SharedMemoryException(
                        SharedMemoryException.Reason.ARGUMENT,
                        "a shared object was expected, not " + TypeRules.describe(object)
                                + "; SharedObject.copyOf copies a private one");
        };
    }

    @Override
    public long address() {
        ScopeCheck.check(chunk);
        return Segment.BASE + ((granules & 0xFFFF_FFFFL) << Layout.GRANULE_SHIFT); // Segment.ofGranules, without a call
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    /** The version of the shared class that this object has now. */
    public SharedType type() {
        SharedType type = new SharedType(SharedShape.ofObject(address()));
        Reference.reachabilityFence(this);
        return type;
    }

    /**
     * Reads a field by name: a Long, Double, Boolean, String, SharedObject, a value (docs/values.md), an enum constant
     * or null; with the agent an instance of a prepared class or a private record.
     *
     * @throws SharedMemoryException (ARGUMENT) when the object has no such field
     */
    public Object get(String name) {
        return get(name, HostLanguage.VALUES);
    }

    Object get(String name, Values values) {
        FieldLocation field = require(SharedShape.ofObject(address()), name);
        Object value = values.get(Mutator.current(), address(), field);
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Writes a field by name. A field that the object lacks is added; a value of another type moves the object to a
     * version that takes it, unless a static language declared the field's type. Scalars, private records and immutable
     * lists are copied to shared memory.
     *
     * @throws SharedMemoryException (TYPE) for a value that a declared field does not take, (ARGUMENT) for another
     *         private object, (MEMORY) when the heap is full; the object is unchanged then
     */
    public void set(String name, Object value) {
        if (name == null) {
            throw new SharedMemoryException(
                    SharedMemoryException.Reason.ARGUMENT, "the name of a field is null; nothing was stored");
        }
        Object stored = Immutables.stored(value);
        DynamicFields.put(Mutator.current(), address(), name, stored, HostNames::isSubtype);
        Reference.reachabilityFence(stored);
        Reference.reachabilityFence(this);
    }

    /**
     * Sets a field if it holds the value expected, in one step for all threads of all processes (docs/model.md,
     * model.atomic). Shared objects are compared by identity, scalars, values and frozen containers by their value.
     * Unlike {@link #set} it neither adds a field nor gives it another type.
     *
     * @return whether it was set
     * @throws SharedMemoryException (ARGUMENT) when the object has no such field, or for a private object, (TYPE) for a
     *         value that the field does not take, or a final field; the object is unchanged then
     */
    public boolean compareAndSet(String name, Object expected, Object value) {
        Object stored = Immutables.stored(value);
        boolean set = Atomics.compareAndSet(cell(name), expected, stored, HostLanguage.WRAPPERS, Immutables::isSame);
        Reference.reachabilityFence(expected);
        Reference.reachabilityFence(this);
        return set;
    }

    /** Sets a field and returns the value before, in one step. Throws as {@link #compareAndSet} does. */
    public Object getAndSet(String name, Object value) {
        Object old = Atomics.getAndSet(cell(name), Immutables.stored(value), HostLanguage.VALUES);
        Reference.reachabilityFence(this);
        return old;
    }

    /**
     * Adds to a number and returns it as it was before, a Long or a Double, in one step.
     *
     * @throws SharedMemoryException as {@link #compareAndSet} does; (TYPE) also when the field holds no number, when a
     *         float is added to an integer, and when the sum does not fit the field; nothing is stored then
     */
    public Number getAndAdd(String name, Number delta) {
        Object old = Atomics.getAndAdd(cell(name), delta, HostLanguage.WRAPPERS);
        Reference.reachabilityFence(this);
        return (Number) old;
    }

    private FieldCell cell(String name) {
        return new FieldCell(address(), shape -> require(shape, name), UnaryOperator.identity(), HostNames::isSubtype);
    }

    private static FieldLocation require(SharedShape shape, String name) {
        FieldLocation field = shape.find(name);
        if (field == null) {
            throw noField(shape, name);
        }
        return field;
    }

    /** The same for a new object that nobody else has, whose final fields are stored too. */
    void initialize(String name, Object value) {
        FieldLocation field = SharedShape.ofObject(address()).find(name);
        if (field == null || !field.isFinal()) {
            set(name, value);
            return;
        }
        DynamicFields.store(Mutator.current(), field, field.place(address()), value);
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(this);
    }

    /**
     * Removes a field.
     *
     * @throws SharedMemoryException (ARGUMENT) when the object has no such field
     */
    public void remove(String name) {
        if (!DynamicFields.remove(Mutator.current(), address(), name)) {
            throw noField(SharedShape.ofObject(address()), name);
        }
        Reference.reachabilityFence(this);
    }

    /**
     * A private record with what the fields hold now: records are values. Its canonical constructor runs.
     *
     * @throws SharedMemoryException (TYPE) when this is no object of that class, or a field holds what its component
     *         cannot
     */
    public <R extends Record> R toRecord(Class<R> type) {
        if (!isOf(type)) {
            throw new SharedMemoryException(SharedMemoryException.Reason.TYPE, this + " is no " + type.getName());
        }
        return type.cast(RecordReader.read(type, this));
    }

    /** Whether it is an object of that class itself, not of a subclass. */
    public boolean isOf(Class<?> type) {
        Shareability.checkGiven(type);
        return type().name().equals(HostNames.of(type));
    }

    /**
     * The fields and their values, one level deep: {@code [name=Ada, salary=4200.0, boss=company.Employee@2a50]}.
     * Without those that another process deletes meanwhile; of one that cannot be read as its class says, why not.
     */
    public String fieldsText() {
        return SharedShape.ofObject(address()).fields().stream()
                .map(field -> fieldText(field.name()))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /**
     * Null when there is no such field any more. What was read of an object that went to another version meanwhile may
     * be what a deletion left. So may a null between a deletion and an addition of the same field, after which the
     * version is the one of before: a null counts when it is read three times in succession.
     */
    private String fieldText(String name) {
        int nulls = 0;
        for (int i = 0; i < FIELD_READS; i++) {
            SharedShape shape = SharedShape.ofObject(address());
            FieldLocation field = shape.find(name);
            if (field == null) {
                return null;
            }
            String text = valueText(field);
            VarHandle.loadLoadFence(); // the version is looked at after the value
            boolean isOfVersion = SharedShape.ofObject(address()) == shape;
            nulls = isOfVersion && text.equals("null") ? nulls + 1 : 0;
            if (isOfVersion && (nulls == 0 || nulls == NULL_READS)) {
                return name + "=" + text;
            }
        }
        return name + "=(changing)";
    }

    private String valueText(FieldLocation field) {
        try {
            Object value = HostLanguage.VALUES.get(Mutator.current(), address(), field);
            Reference.reachabilityFence(this);
            return valueText(value);
        } catch (SharedMemoryException e) {
            return "(" + e.getMessage() + ")";
        }
    }

    /** Not by toString, which may have no end. */
    private static String valueText(Object value) {
        return switch (value) {
            case Instance instance -> of(instance).toString();
            case SharedList list -> "a list of " + list.size();
            case SharedMap map -> "a map of " + map.size();
            case SharedSet set -> "a set of " + set.size();
            case null, default -> String.valueOf(value);
        };
    }

    public static SharedMemoryException noField(SharedShape shape, String name) {
        return new SharedMemoryException(
                SharedMemoryException.Reason.ARGUMENT,
                shape.className() + " (version " + shape.version() + ") has no field '" + name + "'; it has "
                        + shape.fields().stream().map(FieldLocation::name).toList());
    }

    /** Whether the other one stands for the same shared object. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address();
    }

    /** By identity; the same in every process. */
    @Override
    public int hashCode() {
        return Shared.identityHash(address());
    }

    /** The class name and the identity, for instance {@code company.Employee@2a40}. */
    @Override
    public String toString() {
        return type().name() + "@" + Integer.toHexString(hashCode());
    }
}
