// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.agent.border.Marker;
import colors.agent.program.Names;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import colors.agent.program.Refusals;
import colors.agent.program.Report;
import colors.classes.ClassMapping;
import colors.memory.Segment;
import colors.names.Preparation;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Allocation;
import colors.shapes.FieldAccess;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * The subclass of a prepared class whose instances stand for shared objects. Made when the first shared instance of the
 * class is met: until then the JVM knows that accessors are not overridden, and compiles private objects as if there
 * was no agent. Thread-safe.
 */
public final class SharedSubclass {
    private static final MethodType MAKE = MethodType.methodType(Object.class, int.class, RootChunk.class);

    private static final ClassValue<Boolean> PREPARED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return hasMarkedConstructor(type);
        }
    };
    private static final ClassValue<SharedSubclass> BY_CLASS = new ClassValue<>() {
        @Override
        protected SharedSubclass computeValue(Class<?> type) {
            checkPrepared(type, "SharedClass.of(" + type.getSimpleName() + ".class).allocate");
            return new SharedSubclass(type);
        }
    };

    private static final ClassValue<Boolean> CONCRETE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName().replace('.', '/');
            ProgramClass facts = ProgramClasses.patterns().matches(name) && isPrepared(type)
                    ? ProgramClasses.find(type.getClassLoader(), name)
                    : null;
            return facts != null && facts.isExclusive() && facts.hasInstances();
        }
    };

    private final Lookup lookup;
    private final MethodHandle make;

    private SharedSubclass(Class<?> type) {
        Unrewritten.share(type);
        Agent.watchReflection();
        Access.open(type);
        try {
            Lookup inside = lookupOf(type);
            lookup = inside.defineHiddenClass(
                    new SubclassGenerator(type, inside).generate(),
                    false,
                    Lookup.ClassOption.NESTMATE,
                    Lookup.ClassOption.STRONG);
            make = makerIn(lookup);
        } catch (IllegalAccessException | NoSuchMethodException | LinkageError e) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "the class that stands for shared instances of " + type.getName() + " could not be made: " + e,
                    e);
        }
    }

    /**
     * The constructor that wraps: as a method handle, because C2 inlines it so where it inlines no plain call any more
     * (docs/compiled-code.md, Calls by method handles).
     */
    private static MethodHandle makerIn(Lookup inside) throws NoSuchMethodException, IllegalAccessException {
        MethodHandle constructor = inside.findConstructor(
                inside.lookupClass(), MethodType.methodType(void.class, int.class, RootChunk.class, Marker.class));
        return MethodHandles.insertArguments(constructor, 2, (Object) null).asType(MAKE);
    }

    private static Lookup lookupOf(Class<?> type) throws IllegalAccessException, NoSuchMethodException {
        MethodHandle give = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                .findStatic(type, Names.LOOKUP, MethodType.methodType(Lookup.class));
        try {
            return (Lookup) give.invokeExact();
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    private static boolean hasMarkedConstructor(Class<?> type) {
        try {
            return type.getDeclaredConstructor(Marker.class) != null;
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    /** Whether the agent prepared a class, so that instances of it can stand for shared objects. */
    public static boolean isPrepared(Class<?> type) {
        return Preparation.isActive() && PREPARED.get(type);
    }

    /** Whether it did, and the program's class is not abstract: an exclusive one is for the JVM. */
    public static boolean isInstantiable(Class<?> type) {
        return isPrepared(type) && (isConcrete(type) || !Modifier.isAbstract(type.getModifiers()));
    }

    /**
     * Whether a class is abstract for the JVM, though not for the program, because it has shared instances alone: see
     * {@link #makerOf}.
     */
    public static boolean isConcrete(Class<?> type) {
        return ProgramClasses.patterns().haveExclusive() && type.getClassLoader() != null && CONCRETE.get(type);
    }

    /** The method of a class that stands for its constructor with these parameters. */
    static MethodHandle makerOf(Class<?> type, MethodType constructor) {
        Access.open(type);
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findStatic(type, Names.NEW, constructor.changeReturnType(type));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "a shared instance of class " + type.getName() + " cannot be made by reflection: " + e,
                    e);
        }
    }

    /** Throws SharedMemoryException (STATE) when it did not; the message names the alternative. */
    public static void checkPrepared(Class<?> type, String alternative) {
        if (isPrepared(type)) {
            return;
        }
        String refusal = refusal(type);
        String why = refusal != null
                ? "the agent did not prepare it: " + refusal
                : "it is not declared shareable; add it to the agent's option: share=" + type.getName();
        throw Preparation.notPrepared(type, why, alternative);
    }

    /**
     * Null when it was not declared. No transformer was asked about a declared class that nothing refused, or it had no
     * stack.
     */
    static String refusal(Class<?> type) {
        String name = type.getName().replace('.', '/');
        String known = Refusals.of(name);
        if (known != null || !Preparation.isDeclared(type)) {
            return known;
        }
        String why =
                "it was defined where the thread's stack was full, or before the agent began, so the agent could not"
                        + " rewrite it; load it earlier, for example by Class.forName at the program's start, or give"
                        + " the thread more stack (-Xss)";
        Refusals.add(name, why);
        Report.INSTANCE.refused(name, why);
        return why;
    }

    /** That of a prepared class with instances. Throws SharedMemoryException (STATE) for another. */
    public static SharedSubclass of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    /** The subclass. */
    public Class<?> generated() {
        return lookup.lookupClass();
    }

    /** (granules, chunk)Object of an instance for the object that is logged in the chunk. */
    public MethodHandle make() {
        return make;
    }

    /** Another instance for the same object. */
    Object another(Instance instance) {
        return another(instance, instance.chunk());
    }

    /** The same, with the chunk in which it is logged. */
    public Object another(Instance instance, RootChunk chunk) {
        try {
            return (Object) make.invokeExact(Segment.granules(instance.address()), chunk);
        } catch (Throwable e) {
            throw rethrow(e);
        }
    }

    /** Links the {@code new} of a prepared class for threads in shared mode. */
    public static CallSite construction(Lookup caller, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        try {
            return new ConstantCallSite(constructor(type));
        } catch (SharedMemoryException e) { // which the caller is to get as it is, each time until it works
            MethodHandle retry = MethodHandles.lookup()
                    .findStatic(
                            SharedSubclass.class,
                            "construct",
                            MethodType.methodType(Object.class, MethodType.class, Object[].class));
            return new ConstantCallSite(retry.bindTo(type)
                    .asCollector(Object[].class, type.parameterCount())
                    .asType(type));
        }
    }

    private static MethodHandle constructor(MethodType type) throws NoSuchMethodException, IllegalAccessException {
        ClassMapping.of(type.returnType()); // says what cannot be shared
        Lookup inside = of(type.returnType()).lookup;
        return inside.findStatic(inside.lookupClass(), SubclassGenerator.CONSTRUCT, type);
    }

    @SuppressWarnings("unused") // found by its name
    private static Object construct(MethodType type, Object[] arguments) throws Throwable {
        return constructor(type).invokeWithArguments(arguments);
    }

    /** Links what a {@code StraightConstructor} calls with the values of its fields. */
    public static CallSite completion(Lookup caller, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        try {
            return new ConstantCallSite(completion(type));
        } catch (SharedMemoryException e) {
            MethodHandle retry = MethodHandles.lookup()
                    .findStatic(
                            SharedSubclass.class,
                            "complete",
                            MethodType.methodType(Object.class, MethodType.class, Object[].class));
            return new ConstantCallSite(retry.bindTo(type)
                    .asCollector(Object[].class, type.parameterCount())
                    .asType(type));
        }
    }

    private static MethodHandle completion(MethodType type) throws NoSuchMethodException, IllegalAccessException {
        ClassMapping.of(type.returnType()); // says what cannot be shared
        Lookup inside = of(type.returnType()).lookup;
        return inside.findStatic(inside.lookupClass(), SubclassGenerator.COMPLETE, type);
    }

    @SuppressWarnings("unused") // found by its name
    private static Object complete(MethodType type, Object[] values) throws Throwable {
        return completion(type).invokeWithArguments(values);
    }

    /** Links {@code SharedMemory.allocate(C.class)} where the class is a constant. */
    public static CallSite allocation(Lookup caller, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        try {
            return new ConstantCallSite(
                    ClassMapping.of(type.returnType()).allocation().asType(type));
        } catch (SharedMemoryException e) {
            MethodHandle retry = MethodHandles.lookup()
                    .findStatic(SharedMemory.class, "allocate", MethodType.methodType(Object.class, Class.class));
            return new ConstantCallSite(retry.bindTo(type.returnType()).asType(type));
        }
    }

    /**
     * How a generated class allocates. Asked for when it is initialized, so this does not fail: it is null where the
     * class cannot be shared here, and the allocation fails.
     */
    public static Allocation allocationOf(Class<?> type) {
        try {
            return ClassMapping.of(type).objects();
        } catch (SharedMemoryException | LinkageError e) {
            return null;
        }
    }

    /** A new object of a class, all its fields zero, in granules; logged in the mutator's chunk. For generated code. */
    public static int allocate(Mutator mutator, Allocation known, Class<?> type) {
        Allocation allocation = known != null ? known : ClassMapping.of(type).objects();
        return Segment.granules(allocation.allocate(mutator));
    }

    /** Links what a generated class calls to wrap an object: (granules, chunk)Object. */
    public static CallSite wrapper(Lookup inside, String name, MethodType type) throws ReflectiveOperationException {
        return new ConstantCallSite(makerIn(inside).asType(type));
    }

    /** Links a generated class's call of a method of one of its constants. */
    public static CallSite call(Lookup inside, String method, MethodType type, String constant, Class<?> owner)
            throws ReflectiveOperationException {
        Object receiver = inside.findStaticVarHandle(inside.lookupClass(), constant, owner)
                .get();
        return new ConstantCallSite(
                MethodHandles.lookup().findVirtual(owner, method, type).bindTo(receiver));
    }

    /** Whether objects can be made with numbers in their fields. For generated code. */
    public static boolean isComplete(Allocation allocation, FieldAccess[] fields) {
        return allocation != null
                && Arrays.stream(fields)
                        .allMatch(field -> field.offset() != 0
                                ? allocation.holds(field.slotKind(), field.offset())
                                : field instanceof FieldAccess.OfObject);
    }

    /**
     * How a generated class reaches a field. Asked for when it is initialized, so this does not fail: the access does.
     */
    public static FieldAccess access(Class<?> type, String declaring, String field, Class<?> value) {
        Class<?> owner = type;
        while (!owner.getName().equals(declaring)) {
            owner = owner.getSuperclass();
        }
        Class<?> found = owner;
        return LateAccess.of(value, () -> ClassMapping.of(type).access(found, field));
    }

    /** What generated code throws as it is: an Error or RuntimeException, for it declares nothing else. */
    public static RuntimeException rethrow(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) e;
    }
}
