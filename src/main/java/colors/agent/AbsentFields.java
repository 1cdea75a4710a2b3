// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The fields of exclusive classes that no Java object has, because they are in shared memory alone. For the JVM they
 * are static ones: these take no room in an object, and keep their order, types and annotations for reflection. {@link
 * AbsentFieldsHook} makes {@link Field} say and do what the program wrote. Without it the JVM refuses what would reach
 * the static field, but for {@link Field#getModifiers} and the accessors; so there are none where the JDK could not be
 * changed. Thread-safe.
 */
final class AbsentFields {
    // the shared fields of an exclusive class, by name
    private static final ClassValue<Map<String, ProgramClass.Field>> CANDIDATES = new ClassValue<>() {
        @Override
        protected Map<String, ProgramClass.Field> computeValue(Class<?> type) {
            ProgramClass facts = type.getClassLoader() == null
                    ? null
                    : ProgramClasses.findDeclared(
                            type.getClassLoader(), type.getName().replace('.', '/'));
            return facts == null || !facts.isExclusive()
                    ? Map.of()
                    : facts.fields().stream()
                            .collect(Collectors.toUnmodifiableMap(ProgramClass.Field::name, Function.identity()));
        }
    };

    private static volatile MethodHandle modifiersForJvm; // (Field)int

    private AbsentFields() {}

    /**
     * From now on exclusive classes have such fields: reflection can be led to shared memory. {@code forJvm}:
     * (Field)int, the modifiers that the JVM gave.
     */
    static void make(MethodHandle forJvm) {
        modifiersForJvm = forJvm;
        ProgramClasses.useAbsent(AbsentFields::of);
    }

    static boolean areMade() {
        return modifiersForJvm != null;
    }

    /** Whether a field is one. Null is none. */
    static boolean contain(Field field) {
        if (field == null || flags(field) < 0) {
            return false;
        }
        try {
            return Modifier.isStatic((int) modifiersForJvm.invokeExact(field));
        } catch (Throwable e) {
            throw SharedSubclass.rethrow(e);
        }
    }

    /**
     * The modifiers that the program gave a field, if it is one when the JVM says that it is static; -1: it is what the
     * JVM says.
     */
    static int flags(Field field) {
        Class<?> declaring = field.getDeclaringClass();
        ProgramClass.Field found = !areMade() || declaring.getClassLoader() == null
                ? null
                : CANDIDATES.get(declaring).get(field.getName());
        return found != null
                        && found.type()
                                .descriptorString()
                                .equals(field.getType().descriptorString())
                ? found.flags()
                : -1;
    }

    /** The names of those of a class that is loaded. */
    static Set<String> of(Class<?> loaded) {
        return Arrays.stream(loaded.getDeclaredFields())
                .filter(AbsentFields::contain)
                .map(Field::getName)
                .collect(Collectors.toSet());
    }

    // ---- what stands for the JDK's ------------------------------------------------------------------

    /** What the JDK's accessor of a field is to call; null: the JDK's own handle. */
    static MethodHandle handle(Field field, boolean setter) {
        return !contain(field) ? null : setter ? Reflected.setter(field) : Handles.copyingOut(Reflected.getter(field));
    }

    /** There is no offset to give. As of records, for which the JDK refuses it too. */
    static void refuseOffset(Field field) {
        if (contain(field)) {
            throw new UnsupportedOperationException(text(field)
                    + ", and has no offset in a Java object, which Unsafe and field updaters need; " + ADVICE);
        }
    }

    private static final String ADVICE = "name the class in share= in the place of exclusive= (docs/agent.md)";

    private static String text(Field field) {
        return "the field " + field.getName() + " of the exclusive class "
                + field.getDeclaringClass().getName() + " is in shared memory alone";
    }

    /** {@code own} is the JVM's, of the static field, whose look-up checked the access. */
    static MethodHandle getter(Lookup lookup, MethodHandle own, Class<?> receiver, Field field) {
        return handle(field, false).asType(own.type().insertParameterTypes(0, narrowed(lookup, receiver, field)));
    }

    /** The same. Throws as the JDK where the program may not store to the field. */
    static MethodHandle setter(Lookup lookup, MethodHandle own, Class<?> receiver, Field field, boolean mayBeFinal)
            throws IllegalAccessException {
        if (Modifier.isFinal(field.getModifiers()) && !mayBeFinal) {
            throw new IllegalAccessException("final field has no write access: " + field + ", from " + lookup);
        }
        return handle(field, true).asType(own.type().insertParameterTypes(0, narrowed(lookup, receiver, field)));
    }

    /** A VarHandle of the coordinates that the program asks for. */
    static VarHandle variable(Lookup lookup, VarHandle own, Class<?> receiver, Field field) {
        return Variables.ofShared(MethodHandles.dropCoordinates(own, 0, narrowed(lookup, receiver, field)), field);
    }

    /** A protected field of another package is the subclass's own alone. */
    private static Class<?> narrowed(Lookup lookup, Class<?> receiver, Field field) {
        Class<?> caller = lookup.lookupClass();
        boolean narrows = Modifier.isProtected(field.getModifiers())
                && !caller.getPackageName().equals(field.getDeclaringClass().getPackageName())
                && receiver.isAssignableFrom(caller);
        return narrows ? caller : receiver;
    }
}
