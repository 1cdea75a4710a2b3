// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Segment;
import colors.names.HostNames;
import colors.roots.Instance;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.shapes.SharedShape;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The class that is generated for an interface with {@link colors.SharedName}: its instances stand for shared objects.
 * It is in the interface's package and loader. Thread-safe.
 */
public final class InterfaceClass {
    private static final Module COLORS = InterfaceClass.class.getModule();
    private static final Object MAKING = new Object();
    private static final AtomicInteger REGISTERED = new AtomicInteger();
    private static final ClassValue<AtomicBoolean> FIRST = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> type) {
            return new AtomicBoolean(true);
        }
    };
    private static final ClassValue<InterfaceClass> BY_INTERFACE = new ClassValue<>() {
        @Override
        protected InterfaceClass computeValue(Class<?> type) {
            synchronized (MAKING) { // two threads may compute it
                return new InterfaceClass(type);
            }
        }
    };

    private final Class<?> generated;
    private final List<Field> fields;
    private final MethodHandle make;

    private InterfaceClass(Class<?> type) {
        Accessors accessors = Accessors.of(type);
        try {
            Lookup lookup = open(type);
            generated = define(lookup, type, accessors);
            make = lookup.findConstructor(generated, MethodType.methodType(void.class, int.class, RootChunk.class))
                    .asType(MethodType.methodType(Object.class, int.class, RootChunk.class));
            fields = accessors.getters().keySet().stream()
                    .map(name -> field(generated, name))
                    .toList();
        } catch (IllegalAccessException | NoSuchMethodException | LinkageError e) {
            throw SharedMemoryException.of(
                    Reason.STATE, "the class for shared objects of " + type + " could not be made: " + e, e);
        }
    }

    private static Field field(Class<?> generated, String name) {
        try {
            return generated.getDeclaredField(name);
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e); // it was generated
        }
    }

    private static Class<?> define(Lookup lookup, Class<?> type, Accessors accessors) throws IllegalAccessException {
        String name = type.getName() + "$ColorsShared";
        try {
            Class<?> there = Class.forName(name, false, type.getClassLoader()); // another thread's, or another loader's
            if (Instance.class.isAssignableFrom(there) && type.isAssignableFrom(there)) {
                return there;
            }
        } catch (ClassNotFoundException e) {
            // it is not made yet
        }
        return lookup.defineClass(new InterfaceGenerator(type, name, accessors).generate());
    }

    /** Where a class can be put beside the interface, which may then call what it needs of this module. */
    private static Lookup open(Class<?> type) throws IllegalAccessException {
        Module module = type.getModule();
        if (COLORS.isNamed() && !module.canRead(COLORS) || !module.isOpen(type.getPackageName(), COLORS)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "interface " + type.getName() + " cannot be shared: its module " + module.getName()
                            + " does not open its package to module colors; add 'requires colors;' and 'opens "
                            + type.getPackageName() + " to colors;' to its module-info");
        }
        if (COLORS.isNamed()) {
            COLORS.addReads(module);
            Stream.of(InterfaceClass.class, Shared.class, FieldAccess.class, Segment.class)
                    .forEach(called -> COLORS.addExports(called.getPackageName(), module));
        }
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    /** Throws SharedMemoryException (ARGUMENT) when the interface cannot be shared. */
    static InterfaceClass of(Class<?> type) {
        return BY_INTERFACE.get(type);
    }

    Class<?> generated() {
        return generated;
    }

    MethodHandle make() {
        return make;
    }

    /**
     * The fields that the accessors of an interface reach, with their names and types; no object has them.
     *
     * @throws SharedMemoryException (ARGUMENT) when it has abstract methods that are no accessors
     */
    public static List<Field> fields(Class<?> type) {
        return of(type).fields;
    }

    /** From now on objects of the shared class of that name are read as instances of the interface. */
    public static void register(Class<?> type) {
        HostNames.register(type);
        if (FIRST.get(type).getAndSet(false)) {
            REGISTERED.incrementAndGet(); // after it is found
        }
    }

    /** Another number when another interface may be found; 0: there is none. */
    public static int registered() {
        return REGISTERED.get();
    }

    // ---- for generated code -------------------------------------------------------------------------

    /** How it reaches a field. */
    public static FieldAccess access(Class<?> type, String field) {
        return Mappings.get().access(type, of(type).generated, field);
    }

    /** A hash by identity. */
    public static int hash(Shared object) {
        int hash = Shared.identityHash(object.address());
        Reference.reachabilityFence(object);
        return hash;
    }

    /** Whether the other one stands for the same object. */
    public static boolean same(Shared object, Object other) {
        boolean same = other instanceof Shared shared && shared.address() == object.address();
        Reference.reachabilityFence(object);
        Reference.reachabilityFence(other);
        return same;
    }

    /** The class name and the identity. */
    public static String describe(Shared object) {
        String name = SharedShape.ofObject(object.address()).displayName();
        return name + "@" + Integer.toHexString(hash(object));
    }
}
