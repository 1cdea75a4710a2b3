// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.interfaces.Mappings;
import colors.mapping.PrivateField;
import colors.names.Preparation;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/** Makes private records of shared objects: by the canonical constructor, from what the components' fields hold now. */
public final class RecordReader {
    private static final ClassValue<RecordReader> BY_CLASS = new ClassValue<>() {
        @Override
        protected RecordReader computeValue(Class<?> type) {
            return new RecordReader(type);
        }
    };

    private final Class<?> type;
    private final RecordComponent[] components;
    private final FieldAccess[] fields;
    private final MethodHandle constructor; // (Object[])Object

    private RecordReader(Class<?> type) {
        this.type = type;
        components = type.getRecordComponents();
        fields = Arrays.stream(components)
                .map(component -> Mappings.get().access(type, type, component.getName()))
                .toArray(FieldAccess[]::new);
        if (Preparation.isDeclared(type)) {
            Preparation.open(type);
        }
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            MethodHandle made = MethodHandles.lookup().unreflectConstructor(canonical);
            constructor = made.asType(made.type().changeReturnType(Object.class))
                    .asSpreader(Object[].class, components.length);
        } catch (NoSuchMethodException | IllegalAccessException | RuntimeException e) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "the constructor of the record " + type.getName() + " cannot be called: " + e.getMessage()
                            + "; its package has to be open to module colors",
                    e);
        }
    }

    public static RecordReader of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    /** The shared fields of the components, in their order. */
    public List<PrivateField> fields() {
        List<PrivateField> fields = Mappings.get().fields(type);
        return Arrays.stream(components)
                .map(component -> fields.stream()
                        .filter(field -> field.field().getName().equals(component.getName()))
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    /** The record for an object of its class, which the caller checked. Throws what the constructor throws. */
    public static Object read(Class<?> type, Shared object) {
        RecordReader reader = of(type);
        Object[] values = new Object[reader.fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = load(reader.fields[i], reader.components[i].getType(), object);
        }
        return reader.make(values);
    }

    /** The record with these components. Throws what the constructor throws. */
    public Object make(Object[] values) {
        try {
            return constructor.invokeExact(values);
        } catch (Throwable e) {
            throw Preparation.rethrow(e);
        }
    }

    private static Object load(FieldAccess field, Class<?> type, Shared object) {
        return switch (field) {
            case FieldAccess.OfInt access -> boxed(access.get(object), type);
            case FieldAccess.OfLong access -> access.get(object);
            case FieldAccess.OfDouble access ->
                type == float.class ? (Object) (float) access.get(object) : (Object) access.get(object);
            case FieldAccess.OfBoolean access -> access.get(object);
            default -> ((FieldAccess.OfObject) field).get(object);
        };
    }

    private static Object boxed(int value, Class<?> type) {
        return switch (type.getName()) {
            case "byte" -> (byte) value;
            case "short" -> (short) value;
            case "char" -> (char) value;
            default -> value;
        };
    }
}
