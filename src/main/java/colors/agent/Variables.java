// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * VarHandles that reach a field of private objects as the JVM's own does, and that of shared ones by {@link
 * SharedVariable}. The JDK makes VarHandles of any method handles for its own combinators ({@code IndirectVarHandle}),
 * but has no public way to: so its package is opened.
 */
final class Variables {
    /** Throws where the JDK has another such class. */
    private static final class Jdk {
        static final Constructor<?> CONSTRUCTOR = find();

        private static Constructor<?> find() {
            try {
                Agent.addOpens(VarHandle.class.getModule(), "java.lang.invoke", Jdk.class.getModule());
                Constructor<?> found = Class.forName("java.lang.invoke.IndirectVarHandle")
                        .getDeclaredConstructor(VarHandle.class, Class.class, Class[].class, BiFunction.class);
                found.setAccessible(true);
                return found;
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw SharedMemoryException.of(
                        Reason.STATE,
                        "this JDK lets nobody make a VarHandle that reaches shared objects: " + e
                                + "; use the fields in code, by a MethodHandle or by reflection",
                        e);
            }
        }
    }

    private static final Set<AccessMode> READS =
            Set.of(AccessMode.GET, AccessMode.GET_OPAQUE, AccessMode.GET_ACQUIRE, AccessMode.GET_VOLATILE);

    private Variables() {}

    /** Of both; {@code own} is the JVM's, whose look-up checked the access. */
    static VarHandle ofBoth(VarHandle own, Field field, MethodHandle isShared) {
        SharedVariable shared = new SharedVariable(field);
        Class<?> receiver = own.coordinateTypes().getFirst();
        MethodHandle test = MethodHandles.dropArguments(
                isShared.asType(MethodType.methodType(boolean.class, receiver)), 0, VarHandle.class);
        return make(
                own,
                (mode, direct) -> MethodHandles.guardWithTest(test, withVariable(shared, mode, direct.type()), direct));
    }

    /**
     * Of shared objects alone; {@code own} has the receiver as its first coordinate. The JVM does not know that a field
     * is final.
     */
    static VarHandle ofShared(VarHandle own, Field field) {
        SharedVariable shared = new SharedVariable(field);
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        return make(own, (mode, direct) -> {
            if (isFinal && !READS.contains(mode)) {
                throw new UnsupportedOperationException(field + " is final");
            }
            return withVariable(shared, mode, direct.type());
        });
    }

    /** The JDK passes the VarHandle itself first. */
    private static MethodHandle withVariable(SharedVariable shared, AccessMode mode, MethodType type) {
        MethodHandle handle = shared.handle(mode, type.dropParameterTypes(0, 1));
        return MethodHandles.dropArguments(handle, 0, type.parameterType(0));
    }

    private static VarHandle make(VarHandle own, BiFunction<AccessMode, MethodHandle, MethodHandle> handles) {
        try {
            Class<?>[] coordinates = own.coordinateTypes().toArray(Class<?>[]::new);
            return (VarHandle) Jdk.CONSTRUCTOR.newInstance(own, own.varType(), coordinates, handles);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
