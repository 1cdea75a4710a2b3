// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.agent.border.ArrayBorder;
import colors.agent.program.Names;
import colors.roots.Instance;
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
 * Core reflection on the fields of shared objects. {@link Field}'s own code runs on a stand-in, a fresh wrapper whose
 * Java field holds the value: so access checks and conversions are Java's. Thread-safe: nobody else has the stand-in.
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
        readShared = getter(own).asType(MethodType.methodType(Object.class, Object.class));
        writeShared = setter(own).asType(MethodType.methodType(void.class, Object.class, Object.class));
        try {
            Lookup inside = MethodHandles.privateLookupIn(declaring, MethodHandles.lookup());
            own.setAccessible(true); // so that a final field can be set in the stand-in
            readOwn = inside.unreflectGetter(own).asType(MethodType.methodType(Object.class, Object.class));
            writeOwn =
                    inside.unreflectSetter(own).asType(MethodType.methodType(void.class, Object.class, Object.class));
        } catch (IllegalAccessException e) {
            throw unreachable(own, e);
        }
    }

    /** The accessor of a field that {@link #isShared is shared}, for private and shared objects. */
    static MethodHandle getter(Field field) {
        return accessor(
                field, Names.getter(internalName(field), field.getName()), MethodType.methodType(field.getType()));
    }

    /** The same; of a final field it does nothing in a private object. */
    static MethodHandle setter(Field field) {
        String name = Modifier.isFinal(field.getModifiers())
                ? Names.initializer(internalName(field), field.getName())
                : Names.setter(internalName(field), field.getName());
        return accessor(field, name, MethodType.methodType(void.class, field.getType()));
    }

    private static String internalName(Field field) {
        return field.getDeclaringClass().getName().replace('.', '/');
    }

    private static MethodHandle accessor(Field field, String name, MethodType type) {
        Class<?> declaring = field.getDeclaringClass();
        Access.open(declaring);
        try {
            return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
                    .findVirtual(declaring, name, type);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw unreachable(field, e);
        }
    }

    private static SharedMemoryException unreachable(Field field, Exception reason) {
        return SharedMemoryException.of(
                Reason.STATE,
                "field " + field + " of a shared object cannot be reached by reflection: " + reason,
                reason);
    }

    /** Whether a field is in shared memory when its object is; false for null. */
    static boolean isShared(Field field) {
        return field != null
                && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0
                && SharedSubclass.isPrepared(field.getDeclaringClass());
    }

    /** Null for a field that is not shared, or whose accessor reaches shared memory by itself. */
    private static Reflected of(Field field) {
        return BY_FIELD.get(field.getDeclaringClass())
                .computeIfAbsent(field.getName(), name -> find(field))
                .orElse(null);
    }

    private static Optional<Reflected> find(Field field) {
        Class<?> declaring = field.getDeclaringClass();
        try {
            return isShared(field) && !AbsentFields.contain(field)
                    ? Optional.of(new Reflected(declaring, declaring.getDeclaredField(field.getName())))
                    : Optional.empty();
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
            Object value = ArrayBorder.copyOut((Object) reflected.readShared.invokeExact(object));
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
