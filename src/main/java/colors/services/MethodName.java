// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.shapes.Entities;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a call names: a method's name and the number of its arguments, as the name entity of {@code raise/2}. */
final class MethodName {
    private MethodName() {}

    static String of(Method method) {
        return method.getName() + "/" + method.getParameterCount();
    }

    static int entity(String name) {
        return Entities.name(name);
    }

    static String text(int entity) {
        return Entities.name(entity);
    }

    /** The methods that a class or interface has for callers. Throws SharedMemoryException (ARGUMENT). */
    static List<Method> of(Class<?> api) {
        Map<String, Method> byName = new TreeMap<>();
        for (Method method : api.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    || method.isBridge()
                    || method.getDeclaringClass() == Object.class) {
                continue;
            }
            Method other = byName.putIfAbsent(of(method), method);
            if (other != null && !isSame(other, method)) {
                throw SharedMemoryException.of(
                        Reason.ARGUMENT,
                        api.getName() + " cannot be a service: it has two methods '" + method.getName() + "' with "
                                + method.getParameterCount() + " parameters, and a call names a method by its name and"
                                + " the number of its arguments; rename one");
            }
        }
        if (byName.isEmpty()) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT, api.getName() + " cannot be a service: it has no public method of its own");
        }
        return new ArrayList<>(byName.values());
    }

    /** Of two superinterfaces. */
    private static boolean isSame(Method a, Method b) {
        return List.of(a.getParameterTypes()).equals(List.of(b.getParameterTypes()));
    }
}
