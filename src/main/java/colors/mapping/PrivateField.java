// SPDX-License-Identifier: Apache-2.0
package colors.mapping;

import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.names.HostNames;
import colors.names.Preparation;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.values.ValueClass;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;

/**
 * A field of a private class and the shared field it maps to (CoLoRS paper, table 1).
 *
 * @param field the private field, made accessible
 * @param name the shared name
 * @param spec the shared field
 */
public record PrivateField(Field field, String name, FieldSpec spec) {

    public static PrivateField of(Field field, String name) {
        Class<?> type = field.getType();
        boolean nullable = !type.isPrimitive();
        int flags = Layout.FIELD_DECLARED | (nullable ? Layout.FIELD_NULLABLE : 0) | width(type);
        int sharedType = sharedType(type);
        if (type.isEnum()) {
            HostNames.register(type);
        }
        int typeName = sharedType == Layout.TYPE_CLASS ? Entities.typeNamed(HostNames.of(type)) : 0;
        if (nullable && Modifier.isFinal(field.getModifiers()) && Preparation.isPrepared(field.getDeclaringClass())) {
            flags |= Layout.FIELD_FINAL; // its constructors alone store to it
        }
        return new PrivateField(field, name, new FieldSpec(Entities.name(name), typeName, sharedType, flags));
    }

    /** The declared width of a number: what every writer in every language keeps to. */
    private static int width(Class<?> type) {
        return switch (type.getName()) {
            case "byte", "java.lang.Byte" -> Layout.FIELD_INT8;
            case "short", "java.lang.Short" -> Layout.FIELD_INT16;
            case "int", "java.lang.Integer" -> Layout.FIELD_INT32;
            case "char", "java.lang.Character" -> Layout.FIELD_CHAR;
            case "float", "java.lang.Float" -> Layout.FIELD_FLOAT32;
            default -> 0;
        };
    }

    /** The shared type of a Java type. An interface that is not shared, Object, Number or Enum takes any value. */
    public static int sharedType(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return Layout.TYPE_BOOLEAN;
        }
        if (type == float.class || type == double.class || type == Float.class || type == Double.class) {
            return Layout.TYPE_FLOAT;
        }
        if (type.isPrimitive()
                || type == Byte.class
                || type == Short.class
                || type == Integer.class
                || type == Long.class
                || type == Character.class) {
            return Layout.TYPE_INTEGER;
        }
        if (type == String.class) {
            return Layout.TYPE_STRING;
        }
        if (Shareability.isContainer(type)) {
            return type == byte[].class
                    ? Layout.TYPE_BINARY
                    : Map.class.isAssignableFrom(type)
                            ? Layout.TYPE_MAP
                            : Set.class.isAssignableFrom(type) ? Layout.TYPE_SET : Layout.TYPE_LIST;
        }
        return type.isInterface() && !HostNames.isSharedInterface(type)
                        || type == Object.class
                        || type == Number.class
                        || type == Enum.class
                ? Layout.TYPE_ANY
                : Layout.TYPE_CLASS;
    }

    /** Whether the values of a Java type are copied when they are stored, and are no scalars. */
    public static boolean isValueType(Class<?> type) {
        return type.isEnum() || ValueClass.ofType(type) != null;
    }

    /** Whether a shared field holds just what this one does. */
    public boolean isAs(FieldLocation location) {
        return location.slotKind() == spec.slotKind()
                && location.type() == spec.type()
                && location.spec().typeName() == spec.typeName()
                && location.spec().width() == spec.width();
    }

    public Class<?> type() {
        return field.getType();
    }

    Object get(Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible in SharedClass
        }
    }
}
