// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import colors.Ref;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** Constructors of shared objects as the program's own functional interfaces. */
final class ConstructorFunction {
    private ConstructorFunction() {}

    /** Throws SharedMemoryException (ARGUMENT) when the interface does not go with the fields. */
    static <F> F of(Class<F> function, ClassMapping<?> type, String... names) {
        MethodHandle constructor = FieldConstructor.of(type, names);
        Method method = method(function);
        MethodType wanted = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        try {
            if (!wanted.returnType().isAssignableFrom(Ref.class)) {
                throw new WrongMethodTypeException("it returns no Ref");
            }
            return MethodHandleProxies.asInterfaceInstance(function, constructor.asType(wanted));
        } catch (WrongMethodTypeException | IllegalArgumentException e) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the method " + method.getName() + wanted + " of " + function.getName()
                            + " cannot make objects of class " + type.type().getName() + " from the fields "
                            + Arrays.toString(names) + ", which are "
                            + constructor.type().parameterList().stream()
                                    .map(Class::getName)
                                    .toList() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private static Method method(Class<?> function) {
        List<Method> methods = function == null || !function.isInterface()
                ? List.of()
                : Arrays.stream(function.getMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers()))
                        .toList();
        if (methods.size() != 1 || !Modifier.isPublic(function.getModifiers())) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    (function == null ? "null" : function.getName())
                            + " was given for a constructor; expected a public interface with one abstract method, such"
                            + " as interface Hire { Ref<Employee> hire(String name); }");
        }
        return methods.getFirst();
    }
}
