// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import colors.Field;
import colors.ReadOnlyException;
import colors.Ref;
import colors.SharedClass;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.ValueType;
import colors.atomics.FieldVariable;
import colors.handles.ArrayHandle;
import colors.handles.AtomicField;
import colors.handles.BooleanHandle;
import colors.handles.ContainerHandle;
import colors.handles.ConvertedHandle;
import colors.handles.DoubleHandle;
import colors.handles.ElementsHandle;
import colors.handles.FieldBinding;
import colors.handles.InstanceHandle;
import colors.handles.IntHandle;
import colors.handles.LongHandle;
import colors.handles.ObjectHandle;
import colors.handles.PlacedBoolean;
import colors.handles.PlacedDouble;
import colors.handles.PlacedInt;
import colors.handles.PlacedLong;
import colors.handles.RecordHandle;
import colors.handles.ReferenceHandle;
import colors.handles.StringHandle;
import colors.heap.Heap;
import colors.interfaces.InterfaceClass;
import colors.mapping.PrivateField;
import colors.mapping.Shareability;
import colors.memory.Attachment;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.names.FieldNames;
import colors.names.HostNames;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.Allocation;
import colors.shapes.Entities;
import colors.shapes.FieldAccess;
import colors.shapes.SharedShape;
import colors.wrappers.ElementType;
import colors.wrappers.ElementTypes;
import colors.wrappers.HostLanguage;
import colors.wrappers.Instances;
import colors.wrappers.ObjectWrapper;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A class of the program and the version of the shared class that it makes. */
@SuppressWarnings("exports") // what the core calls
public final class ClassMapping<C> implements SharedClass<C> {
    private static final ClassValue<ClassMapping<?>> BY_CLASS = new ClassValue<>() {
        @Override
        protected ClassMapping<?> computeValue(Class<?> type) {
            return new ClassMapping<>(type);
        }
    };

    private static final int DECLARER_CHARS = 300; // a shared name has at most 1,024 bytes

    private final Class<C> type;
    private final List<PrivateField> fields;
    private final SharedShape shape;

    private ClassMapping(Class<C> type) {
        Shareability.checkInstantiable(type);
        this.type = type;
        fields = List.copyOf(collect(type));
        shape = shapeOf(
                type,
                HostNames.of(type),
                fields.stream().map(PrivateField::spec).toList());
        if (type.isInterface()) {
            registerInterface(type);
        } else {
            for (Class<?> c = type; c != Object.class && c != Record.class; c = c.getSuperclass()) {
                HostNames.register(c); // fields of its superclasses' types take its instances
            }
        }
        fields.stream()
                .map(PrivateField::type)
                .filter(HostNames::isSharedInterface)
                .forEach(InterfaceClass::register);
    }

    private static void registerInterface(Class<?> type) {
        if (HostNames.isSharedInterface(type)) {
            InterfaceClass.register(type);
        }
        Arrays.stream(type.getInterfaces()).forEach(ClassMapping::registerInterface);
    }

    /**
     * Pins the fields, if the class is not open. A process that may only read takes the newest declaration or version
     * where there is none with exactly these fields: what that lacks reads as zero or null.
     */
    private static SharedShape shapeOf(Class<?> type, String name, List<FieldSpec> fields) {
        if (!Segment.isReadOnly()) {
            return HostNames.isOpen(type)
                    ? SharedShape.intern(name, fields)
                    : SharedShape.declare(name, fields, declarer(type));
        }
        SharedShape pins = SharedShape.pinsOf(Entities.classNamed(name));
        if (pins != null && !HostNames.isOpen(type)) {
            return pins;
        }
        if (fields.stream().allMatch(field -> field.name() != 0)) {
            try {
                return SharedShape.intern(name, fields);
            } catch (SharedMemoryException e) {
                if (e.reason() != Reason.READ_ONLY) {
                    throw e;
                }
            }
        }
        List<SharedShape> versions = SharedShape.versionsOf(Entities.classNamed(name));
        if (versions.isEmpty()) {
            throw new ReadOnlyException("this process is attached read-only and cannot make the shared class " + name
                    + ", of which there is no object yet; a process that may write has to make the first one");
        }
        return versions.getFirst();
    }

    private static String declarer(Class<?> type) {
        String text = "Java class " + type.getName();
        return text.length() <= DECLARER_CHARS ? text : text.substring(0, DECLARER_CHARS);
    }

    /** Throws as {@link SharedClass#of}. */
    @SuppressWarnings("unchecked")
    public static <C> ClassMapping<C> of(Class<C> type) {
        Attachment.ensure();
        Shareability.checkGiven(type);
        return (ClassMapping<C>) BY_CLASS.get(Instance.typeOf(type));
    }

    private static List<PrivateField> collect(Class<?> type) {
        List<PrivateField> result = new ArrayList<>();
        if (type.isInterface()) {
            InterfaceClass.fields(type).forEach(field -> result.add(PrivateField.of(open(field), field.getName())));
            return result;
        }
        FieldNames.of(type).forEach((field, name) -> result.add(PrivateField.of(open(field), name)));
        return result;
    }

    private static java.lang.reflect.Field open(java.lang.reflect.Field field) {
        String where = " (field " + field.getDeclaringClass().getName() + "." + field.getName() + ")";
        if (PrivateField.sharedType(field.getType()) == Layout.TYPE_CLASS
                && !PrivateField.isValueType(field.getType())) {
            Shareability.check(field.getType(), where);
        }
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException e) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the module of " + field.getDeclaringClass().getName()
                            + " does not open its package to module colors, so its fields cannot be shared" + where
                            + "; add 'opens " + field.getDeclaringClass().getPackageName()
                            + " to colors;' to its module-info",
                    e);
        }
    }

    @Override
    public String name() {
        return shape.className();
    }

    @Override
    public Class<C> type() {
        return type;
    }

    @Override
    public Ref<C> allocate() {
        return typed(allocateWrapper());
    }

    @SuppressWarnings("unchecked") // it is an object of the class
    private Ref<C> typed(Ref<?> object) {
        return (Ref<C>) object;
    }

    ObjectWrapper allocateWrapper() {
        Mutator mutator = Mutator.current();
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        return new ObjectWrapper(object, mutator.wrapperChunk());
    }

    /**
     * The same as an instance of the private class, which the agent prepared. Throws SharedMemoryException (STATE) when
     * it did not.
     */
    public C allocateInstance() {
        return type.cast(NewInstance.of(this).allocate());
    }

    /** The object as an instance. Throws as {@link #allocateInstance}. */
    Object instance(Ref<?> object) {
        Shared shared = (Shared) object;
        Shared instance = Instances.wrap(type, shared.address(), shared.chunk());
        Reference.reachabilityFence(object);
        return instance;
    }

    /** ()Object, which allocates an instance of the private class: for code that the agent rewrote. */
    public MethodHandle allocation() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(NewInstance.class, "allocate", MethodType.methodType(Object.class))
                    .bindTo(NewInstance.of(this));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e); // it is there
        }
    }

    /** Allocates objects of the class: for generated code. */
    @SuppressWarnings("exports") // the core's
    public Allocation objects() {
        return Allocation.of(shape);
    }

    /** A new object of the same class with the same values in its fields, as an instance. For the agent. */
    @SuppressWarnings("exports")
    public static Object copyFields(Instance original) {
        ObjectWrapper from = ObjectWrapper.of(original);
        Object copy = of(original.getClass()).allocateInstance();
        ObjectWrapper to = ObjectWrapper.of(copy);
        SharedShape.ofObject(from.address())
                .fields()
                .forEach(field -> to.initialize(field.name(), from.get(field.name(), HostLanguage.WRAPPERS)));
        return copy;
    }

    /**
     * How generated code reaches a field: for the agent.
     *
     * @param declaring the class that declares it
     * @throws SharedMemoryException (ARGUMENT) when there is no such field
     */
    @SuppressWarnings("exports") // the core's
    public FieldAccess access(Class<?> declaring, String name) {
        return access(field(declaring, name));
    }

    /**
     * A field for VarHandles and field updaters: for the agent.
     *
     * @param declaring the class that declares it
     * @throws SharedMemoryException (ARGUMENT) when there is no such field, (STATE) when its values are shown as copies
     *         or views, which have no identity to compare
     */
    @SuppressWarnings("exports") // the core's
    public FieldVariable variable(Class<?> declaring, String name) {
        PrivateField field = field(declaring, name);
        FieldBinding binding = new FieldBinding(shape, field, false);
        if (field.type().isArray()
                || field.type().isRecord()
                || Shareability.isContainer(field.type()) && !ElementTypes.gives(field.type())) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    binding.describe() + " of shared objects is a "
                            + field.type().getTypeName()
                            + ", which has no identity to compare there; get and set it, in the object's monitor where"
                            + " that has to be one step");
        }
        return (object, next) -> AtomicField.update(binding, object, next);
    }

    private PrivateField field(Class<?> declaring, String name) {
        for (PrivateField field : fields) {
            if (field.field().getDeclaringClass() == declaring
                    && field.field().getName().equals(name)) {
                return field;
            }
        }
        throw SharedMemoryException.of(
                Reason.ARGUMENT,
                "class " + type.getName() + " has no shareable field " + declaring.getName() + "." + name);
    }

    private FieldAccess access(PrivateField field) {
        FieldBinding binding = new FieldBinding(shape, field, true);
        if (binding.isPlaced()
                && field.type().isPrimitive()
                && !Modifier.isVolatile(field.field().getModifiers())) {
            return placed(field.type(), binding.slotKind(), binding.offset());
        }
        if (field.type().isRecord()) {
            return new RecordHandle(new ObjectHandle(binding), field.type());
        }
        if (field.type().isArray()) {
            return ArrayHandle.of(binding);
        }
        if (Shareability.isContainer(field.type()) && !ElementTypes.gives(field.type())) {
            return ContainerHandle.of(new ObjectHandle(binding));
        }
        if (field.spec().type() == Layout.TYPE_CLASS && !PrivateField.isValueType(field.type())) {
            return InstanceHandle.of(binding);
        }
        if (field.type().isPrimitive()) {
            return primitive(binding);
        }
        return field.type() == String.class
                ? StringHandle.ofInstances(binding)
                : ElementsHandle.of(new ObjectHandle(binding));
    }

    static FieldAccess primitive(FieldBinding binding) {
        return switch (binding.field().type().getName()) {
            case "long" -> LongHandle.of(binding);
            case "float", "double" -> DoubleHandle.of(binding);
            case "boolean" -> BooleanHandle.of(binding);
            default -> IntHandle.of(binding);
        };
    }

    private static FieldAccess placed(Class<?> type, SlotKind slotKind, long offset) {
        return switch (type.getName()) {
            case "long" -> new PlacedLong(offset);
            case "float", "double" -> new PlacedDouble(slotKind, offset);
            case "boolean" -> new PlacedBoolean(slotKind, offset);
            default -> new PlacedInt(slotKind, offset);
        };
    }

    @Override
    public MethodHandle constructor(String... names) {
        return FieldConstructor.of(this, names);
    }

    @Override
    public <F> F constructor(Class<F> function, String... names) {
        return ConstructorFunction.of(function, this, names);
    }

    public SharedShape shape() {
        return shape;
    }

    public List<PrivateField> fields() {
        return fields;
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public Field.OfInt<C> intField(String name) {
        return (Field.OfInt<C>)
                (Field.OfInt<?>) IntHandle.of(binding(name, byte.class, short.class, char.class, int.class));
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public Field.OfLong<C> longField(String name) {
        return (Field.OfLong<C>) (Field.OfLong<?>)
                LongHandle.of(binding(name, byte.class, short.class, char.class, int.class, long.class));
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public Field.OfDouble<C> doubleField(String name) {
        return (Field.OfDouble<C>) (Field.OfDouble<?>) DoubleHandle.of(binding(name, float.class, double.class));
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public Field.OfBoolean<C> booleanField(String name) {
        return (Field.OfBoolean<C>) (Field.OfBoolean<?>) BooleanHandle.of(binding(name, boolean.class));
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public Field.OfString<C> stringField(String name) {
        return (Field.OfString<C>) (Field.OfString<?>) StringHandle.of(binding(name, String.class));
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public <D> Field.OfRef<C, D> refField(String name, Class<D> type) {
        Shareability.checkGiven(type);
        FieldBinding binding = binding(name);
        Class<?> declared = binding.field().type();
        if (binding.spec().type() != Layout.TYPE_CLASS || PrivateField.isValueType(declared)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    binding.describe() + " is a " + declared.getName()
                            + ", not a reference to a class of the program; ask for a handle of its type, or field");
        }
        if (!type.isAssignableFrom(declared)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    binding.describe() + " refers to a " + declared.getName() + ", which is no " + type.getName()
                            + "; give the field's own class");
        }
        return (Field.OfRef<C, D>) (Field.OfRef<?, ?>) ReferenceHandle.of(binding);
    }

    @Override
    public <V> Field<C, V> field(String name, Class<V> type) {
        return field(name, ElementType.of(type));
    }

    @Override
    @SuppressWarnings("unchecked") // a handle of Object takes each object
    public <V> Field<C, V> field(String name, ValueType<V> given) {
        ElementType<V> type = ElementType.given(given);
        ObjectHandle handle = new ObjectHandle(binding(name));
        return (Field<C, V>) (type.equals(ElementType.ANY) ? handle : new ConvertedHandle<>(handle, type));
    }

    /** The binding of a field whose Java type must be one of those given, when any are. */
    private FieldBinding binding(String name, Class<?>... allowed) {
        PrivateField field = privateField(name);
        if (allowed.length > 0 && !Arrays.asList(allowed).contains(field.type())) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "field " + type.getName() + "." + name + " is a "
                            + field.type().getName() + "; this handle takes " + Arrays.toString(allowed));
        }
        return new FieldBinding(shape, field, false);
    }

    /** Throws SharedMemoryException (ARGUMENT) when there is none. */
    public PrivateField privateField(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> noField(name));
    }

    private SharedMemoryException noField(String name) {
        return SharedMemoryException.of(
                Reason.ARGUMENT,
                "class " + type.getName() + " has no shareable field '" + name + "'; it has "
                        + fields.stream().map(PrivateField::name).toList());
    }
}
