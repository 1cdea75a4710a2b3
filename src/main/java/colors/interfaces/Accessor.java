// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

/**
 * An abstract method of an interface that reads or writes a field.
 *
 * @param field the shared field's name
 */
record Accessor(Method method, String field, boolean isSetter) {
    private static final String SCALA_SETTER = "_$eq";

    /** Null for a method that is neither a getter nor a setter in an interface of that type. */
    static Accessor of(Class<?> type, Method method) {
        Class<?> result = method.getReturnType();
        if (method.getParameterCount() == 0 && result != void.class) {
            return new Accessor(method, fieldName(method.getName(), "get", result), false);
        }
        boolean isSetter = method.getParameterCount() == 1 && (result == void.class || result.isAssignableFrom(type));
        return isSetter
                ? new Accessor(method, fieldName(method.getName(), "set", method.getParameterTypes()[0]), true)
                : null;
    }

    private static String fieldName(String method, String prefix, Class<?> value) {
        if (method.endsWith(SCALA_SETTER)) {
            return method.substring(0, method.length() - SCALA_SETTER.length());
        }
        boolean isBoolean = value == boolean.class || value == Boolean.class;
        String stripped = strip(method, prefix);
        return stripped == null && isBoolean ? orElse(strip(method, "is"), method) : orElse(stripped, method);
    }

    private static String orElse(String name, String other) {
        return name == null ? other : name;
    }

    /** As JavaBeans do: {@code getName} is "name", {@code getURL} is "URL". Null without the prefix. */
    private static String strip(String method, String prefix) {
        if (!method.startsWith(prefix)
                || method.length() == prefix.length()
                || !Character.isUpperCase(method.charAt(prefix.length()))) {
            return null;
        }
        String rest = method.substring(prefix.length());
        boolean isAcronym = rest.length() > 1 && Character.isUpperCase(rest.charAt(1));
        return isAcronym ? rest : Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
    }

    /** Of the field's values. */
    Class<?> type() {
        return isSetter ? method.getParameterTypes()[0] : method.getReturnType();
    }

    Type genericType() {
        return isSetter ? method.getGenericParameterTypes()[0] : method.getGenericReturnType();
    }
}
