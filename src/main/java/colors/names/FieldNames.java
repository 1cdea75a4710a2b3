// SPDX-License-Identifier: Apache-2.0
package colors.names;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The shared names of a class's instance fields, inherited ones included: a hierarchy is one flat set of fields. A
 * field has its own name; one that a subclass hides is qualified by the simple name of its class, or by the full name
 * where two superclasses have that simple name too. So a subclass never renames a field that it does not hide.
 */
public final class FieldNames {
    private static final ClassValue<Map<Field, String>> BY_CLASS = new ClassValue<>() {
        @Override
        protected Map<Field, String> computeValue(Class<?> type) {
            return compute(type);
        }
    };

    private FieldNames() {}

    /** The fields that are shared, those of subclasses first, and their names. */
    public static Map<Field, String> of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    private static Map<Field, String> compute(Class<?> type) {
        Map<Field, String> result = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (Class<?> c = type; c != null && c != Object.class && c != Record.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    result.put(field, name(field, taken));
                }
            }
        }
        return result;
    }

    private static String name(Field field, Set<String> taken) {
        Class<?> declaring = field.getDeclaringClass();
        String plain = field.getName();
        String qualified = declaring.getSimpleName() + "." + plain;
        String full = declaring.getName().replace('$', '.') + "." + plain;
        String name = taken.add(plain) ? plain : taken.add(qualified) ? qualified : full;
        taken.add(name);
        return name;
    }
}
