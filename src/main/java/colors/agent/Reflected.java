// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Core reflection on the fields of shared objects. {@link Field}'s own code runs on a stand-in, a fresh wrapper whose Java field holds the value: so
 * access checks and conversions are Java's. Thread-safe: nobody else has the stand-in.
 */
final class Reflected {
    private static final ClassValue<Map<String, Optional<Reflected>>> BY_FIELD = new ClassValue<>() {
        @Override
        protected Map<String, Optional<Reflected>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final MethodHandle readShared; // (Object)Object, by the accessors
    private final MethodHandle writeShared;
    private final MethodHandle readOwn; // of the wrapper itself
    private final MethodHandle writeOwn;

    private Reflected(Class<?> declaring, Field own) {
        String name = declaring.getName().replace('.', '/');
        Class<?> type = own.getType();
        String setter = Modifier.isFinal(own.getModifiers()) ? Names.initializer(name, own.getName()) : Names.setter(name, own.getName());
        try {
            Lookup inside = MethodHandles.privateLookupIn(declaring, MethodHandles.lookup());
            own.setAccessible(true); // so that a final field can be set in the stand-in
            readShared = inside.findVirtual(declaring, Names.getter(name, own.getName()), MethodType.methodType(type)).asType(MethodType.methodType(Object.class, Object.class));
            writeShared = inside.findVirtual(declaring, setter, MethodType.methodType(void.class, type)).asType(MethodType.methodType(void.class, Object.class, Object.class));
            readOwn = inside.unreflectGetter(own).asType(MethodType.methodType(Object.class, Object.class));
            writeOwn = inside.unreflectSetter(own).asType(MethodType.methodType(void.class, Object.class, Object.class));
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new SharedMemoryException(Reason.STATE, "field " + own + " of a shared object cannot be reached by reflection: " + e, e);
        }
    }

    /** Null for a field that is not shared. */
    private static Reflected of(Field field) {
        return BY_FIELD.get(field.getDeclaringClass()).computeIfAbsent(field.getName(), name -> find(field)).orElse(null);
    }

    private static Optional<Reflected> find(Field field) {
        Class<?> declaring = field.getDeclaringClass();
        boolean shared = SharedSubclass.isPrepared(declaring) && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
        try {
            return shared ? Optional.of(new Reflected(declaring, declaring.getDeclaredField(field.getName()))) : Optional.empty();
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e); // the class has this very field
        }
    }

    /** What {@link Field} is to read or write instead of a shared object. */
    static Object before(Object field, Object object) {
        Reflected reflected = of((Field) field);
        Instance instance = (Instance) object;
        if (reflected == null) {
            return instance;
        }
        try {
            Object value = reflected.readShared.invokeExact(object);
            Object standIn = SharedSubclass.of(Instance.classOf(instance)).another(instance);
            reflected.writeOwn.invokeExact(standIn, value);
            return standIn;
        } catch (Throwable e) {
            throw SharedSubclass.rethrow(e);
        }
    }

    /** After {@link Field} wrote to a stand-in. */
    static void after(Object field, Object standIn) {
        Reflected reflected = of((Field) field);
        if (reflected != null) {
            try {
                Object value = reflected.readOwn.invokeExact(standIn);
                reflected.writeShared.invokeExact(standIn, value);
            } catch (Throwable e) {
                throw SharedSubclass.rethrow(e);
            }
        }
    }
}
