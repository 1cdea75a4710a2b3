// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.Ref;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemoryException;
import colors.SharedSet;
import colors.SharedType;
import colors.TypeConflictException;
import colors.ValueType;
import colors.atomics.Atomics;
import colors.atomics.FieldCell;
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
import colors.shapes.ShapeType;
import colors.shapes.SharedShape;
import colors.values.DynamicFields;
import colors.values.TypeRules;
import colors.values.Values;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The reference to a shared object: its address, and the chunk in which it is logged. */
public final class ObjectWrapper extends Ref<Object> implements Shared {
    private static final int FIELD_READS = 100; // of a text, while the object goes from version to version
    private static final int NULL_READS = 3;

    // of the reference: C2 knows the range of the address made from it, and drops bounds checks
    private final int granules;
    private final RootChunk chunk;

    public ObjectWrapper(long address, RootChunk chunk) {
        granules = (int) (address - Segment.BASE >>> Layout.GRANULE_SHIFT); // Segment.granules, without a call
        this.chunk = chunk;
    }

    /** The reference to what something stands for. Throws as {@link Ref#of}. */
    public static ObjectWrapper of(Object object) {
        return switch (object) {
            case ObjectWrapper shared -> shared;
            case Instance instance -> new ObjectWrapper(instance.address(), instance.chunk());
            case null, default ->
                throw SharedMemoryException.of(
                        SharedMemoryException.Reason.ARGUMENT,
                        "a shared object was expected, not " + TypeRules.describe(object)
                                + "; Ref.copyOf copies a private one");
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

    @Override
    public SharedType type() {
        SharedType type = ShapeType.of(SharedShape.ofObject(address()));
        Reference.reachabilityFence(this);
        return type;
    }

    @Override
    public Object get(String name) {
        return get(name, HostLanguage.VALUES);
    }

    public Object get(String name, Values values) {
        FieldLocation field = require(SharedShape.ofObject(address()), name);
        Object value = values.get(Mutator.current(), address(), field);
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public <V> V get(String name, ValueType<V> type) {
        return ElementType.given(type).convert(get(name), Elements.NONE);
    }

    @Override
    public void set(String name, Object value) {
        if (name == null) {
            throw SharedMemoryException.of(
                    SharedMemoryException.Reason.ARGUMENT, "the name of a field is null; nothing was stored");
        }
        Object stored = Immutables.stored(value);
        DynamicFields.put(Mutator.current(), address(), name, stored, HostNames::isSubtype);
        Reference.reachabilityFence(stored);
        Reference.reachabilityFence(this);
    }

    @Override
    public boolean compareAndSet(String name, Object expected, Object value) {
        Object stored = Immutables.stored(value);
        boolean set = Atomics.compareAndSet(cell(name), expected, stored, HostLanguage.WRAPPERS, Immutables::isSame);
        Reference.reachabilityFence(expected);
        Reference.reachabilityFence(this);
        return set;
    }

    @Override
    public Object getAndSet(String name, Object value) {
        Object old = Atomics.getAndSet(cell(name), Immutables.stored(value), HostLanguage.VALUES);
        Reference.reachabilityFence(this);
        return old;
    }

    @Override
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
    public void initialize(String name, Object value) {
        FieldLocation field = SharedShape.ofObject(address()).find(name);
        if (field == null || !field.isFinal()) {
            set(name, value);
            return;
        }
        DynamicFields.store(Mutator.current(), field, field.place(address()), value);
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(this);
    }

    @Override
    public void remove(String name) {
        if (!DynamicFields.remove(Mutator.current(), address(), name)) {
            throw noField(SharedShape.ofObject(address()), name);
        }
        Reference.reachabilityFence(this);
    }

    @Override
    public <R extends Record> R toRecord(Class<R> type) {
        if (!isOf(type)) {
            throw new TypeConflictException(this + " is no " + type.getName());
        }
        return type.cast(Copies.get().record(type, this));
    }

    @Override
    @SuppressWarnings("unchecked") // it is checked
    public <D> Ref<D> as(Class<D> type) {
        Shareability.checkGiven(type);
        new RefCheck(type).check(this, Elements.NONE);
        return (Ref<D>) (Ref<?>) this;
    }

    @Override
    public boolean isOf(Class<?> type) {
        Shareability.checkGiven(type);
        return type().name().equals(HostNames.of(type));
    }

    @Override
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
            case SharedList<?> list -> "a list of " + list.size();
            case SharedMap<?, ?> map -> "a map of " + map.size();
            case SharedSet<?> set -> "a set of " + set.size();
            case null, default -> String.valueOf(value);
        };
    }

    public static SharedMemoryException noField(SharedShape shape, String name) {
        return SharedMemoryException.of(
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
