// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.SharedMemoryException;
import colors.TypeConflictException;
import colors.calls.SharedCall;
import colors.roots.Mutator;
import colors.wrappers.HostLanguage;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.BaseStream;

/** A method that this process executes for clients. Thread-safe. */
public final class ServedMethod {
    private final String name;
    private final MethodHandle code; // takes an array
    private final PassedValue[] parameters;
    private final boolean isAsynchronous;
    private final boolean isStream;
    final MethodMetrics metrics = new MethodMetrics();

    private ServedMethod(Method method, Object implementation) {
        name = method.getName();
        isAsynchronous = CompletionStage.class.isAssignableFrom(method.getReturnType());
        isStream = BaseStream.class.isAssignableFrom(method.getReturnType())
                || Iterator.class.isAssignableFrom(method.getReturnType());
        Type[] types = method.getGenericParameterTypes();
        parameters = new PassedValue[types.length];
        for (int i = 0; i < types.length; i++) {
            parameters[i] = new PassedValue("argument " + (i + 1) + " of " + name, types[i]);
        }
        code = handle(method).bindTo(implementation).asSpreader(Object[].class, types.length);
    }

    private static MethodHandle handle(Method method) {
        try {
            method.setAccessible(true); // of a class that is not public
            return MethodHandles.lookup().unreflect(method);
        } catch (IllegalAccessException | RuntimeException e) {
            throw SharedMemoryException.of(
                    SharedMemoryException.Reason.ARGUMENT,
                    method + " cannot be called: make its class public, or open its package to module colors",
                    e);
        }
    }

    /** Those of an api, by their name entities. */
    public static Map<Integer, ServedMethod> of(Class<?> api, Object implementation) {
        Map<Integer, ServedMethod> methods = new HashMap<>();
        for (Method method : MethodName.of(api)) {
            methods.put(MethodName.entity(MethodName.of(method)), new ServedMethod(method, implementation));
        }
        return methods;
    }

    String name() {
        return name;
    }

    int parameterCount() {
        return parameters.length;
    }

    /** Whether its result is a stage, with which the call ends. */
    boolean isAsynchronous() {
        return isAsynchronous;
    }

    /** Whether what it gets is given up when it returns: else other threads need it. */
    boolean hasScope() {
        return !isAsynchronous && !isStream;
    }

    /** The arguments as its parameters have them. Throws TypeConflictException. */
    Object[] arguments(Mutator mutator, SharedCall call) {
        Object[] arguments = new Object[parameters.length];
        if (call.count() != arguments.length) {
            throw new TypeConflictException(name + " takes " + arguments.length + " arguments, not " + call.count());
        }
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parameters[i].read(call.argument(mutator, HostLanguage.VALUES::ofElement, i));
        }
        return arguments;
    }

    Object invoke(Object[] arguments) throws Throwable {
        return code.invoke(arguments);
    }
}
