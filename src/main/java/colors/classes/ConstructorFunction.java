// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import colors.Ref;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.interfaces.InstanceClasses;
import colors.wrappers.ObjectWrapper;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** Constructors of shared objects as the program's own functional interfaces. */
final class ConstructorFunction {
    private static final MethodHandle REFERENCE = find("reference", MethodType.methodType(Ref.class, Object.class));
    private static final MethodHandle INSTANCE =
            find("instance", MethodType.methodType(Object.class, ClassMapping.class, Ref.class));

    private ConstructorFunction() {}

    /** Throws SharedMemoryException (ARGUMENT) when the interface does not go with the fields. */
    static <F> F of(Class<F> function, ClassMapping<?> type, String... names) {
        MethodHandle fields = FieldConstructor.of(type, names);
        Method method = method(function);
        MethodType wanted = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        try {
            wanted.wrap().parameterList().forEach(ConstructorFunction::checkPublic);
            checkPublic(wanted.returnType());
            MethodHandle taking = taking(wanted, fields);
            checkParameters(wanted, taking.type());
            MethodHandle constructor = returning(wanted.returnType(), type, taking);
            return MethodHandleProxies.asInterfaceInstance(function, constructor.asType(wanted));
        } catch (WrongMethodTypeException | IllegalArgumentException e) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the method " + method.getName() + wanted + " of " + function.getName()
                            + " cannot make objects of class " + type.type().getName() + " from the fields "
                            + Arrays.toString(names) + ", which are "
                            + fields.type().parameterList().stream()
                                    .map(Class::getName)
                                    .toList() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** What implements the interface is in a package of its own. */
    private static void checkPublic(Class<?> type) {
        if (!Modifier.isPublic(type.getModifiers())) {
            throw new WrongMethodTypeException(type.getName() + " is not public; make it so, or use Ref");
        }
    }

    /** With instances where the function has the program's class or interface in place of Ref. */
    private static MethodHandle taking(MethodType wanted, MethodHandle fields) {
        MethodHandle taking = fields;
        for (int i = 0; i < Math.min(wanted.parameterCount(), fields.type().parameterCount()); i++) {
            Class<?> parameter = wanted.parameterType(i);
            if (fields.type().parameterType(i) == Ref.class && InstanceClasses.has(parameter)) {
                MethodType type = MethodType.methodType(Ref.class, parameter);
                taking = MethodHandles.filterArguments(taking, i, REFERENCE.asType(type));
            }
        }
        return taking;
    }

    private static MethodHandle returning(Class<?> wanted, ClassMapping<?> type, MethodHandle constructor) {
        if (wanted.isAssignableFrom(Ref.class)) {
            return constructor;
        }
        if (!wanted.isAssignableFrom(type.type()) || !InstanceClasses.has(type.type())) {
            throw new WrongMethodTypeException("it returns no Ref");
        }
        MethodType instance = MethodType.methodType(wanted, Ref.class);
        return MethodHandles.filterReturnValue(
                constructor, INSTANCE.bindTo(type).asType(instance));
    }

    @SuppressWarnings("unused") // by REFERENCE
    private static Ref<?> reference(Object instance) {
        return instance == null ? null : ObjectWrapper.of(instance);
    }

    private static MethodHandle find(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(ConstructorFunction.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e); // it is there
        }
    }

    @SuppressWarnings("unused") // by INSTANCE
    private static Object instance(ClassMapping<?> type, Ref<?> object) {
        return type.instance(object);
    }

    /** As a lambda sees it: such a method has a body. */
    private static boolean isOfObject(Method method) {
        return Arrays.stream(Object.class.getMethods())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }

    /** What no argument can be is refused here, not at each call. */
    private static void checkParameters(MethodType wanted, MethodType fields) {
        for (int i = 0; i < Math.min(wanted.parameterCount(), fields.parameterCount()); i++) {
            Class<?> given = wanted.parameterType(i);
            Class<?> field = fields.parameterType(i);
            boolean fits = given.isPrimitive()
                    || field.isPrimitive()
                    || given.isAssignableFrom(field)
                    || field.isAssignableFrom(given);
            if (!fits) {
                throw new WrongMethodTypeException("a " + given.getTypeName() + " is no " + field.getName());
            }
        }
    }

    private static Method method(Class<?> function) {
        List<Method> methods = function == null || !function.isInterface()
                ? List.of()
                : Arrays.stream(function.getMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method))
                        .toList();
        if (methods.size() != 1 || !Modifier.isPublic(function.getModifiers())) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    (function == null ? "null" : function.getName())
                            + " was given for a constructor; expected a public interface with one abstract method, such"
                            + " as public interface Hire { Ref<Employee> hire(String name); }");
        }
        return methods.getFirst();
    }
}
