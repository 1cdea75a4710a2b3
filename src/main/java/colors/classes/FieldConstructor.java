// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import colors.Ref;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.handles.FieldBinding;
import colors.handles.InstanceHandle;
import colors.handles.ObjectHandle;
import colors.handles.StringHandle;
import colors.mapping.PrivateField;
import colors.memory.Layout;
import colors.shapes.Allocation;
import colors.shapes.FieldAccess;
import colors.wrappers.ObjectWrapper;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The fields that a constructor of a shared class is given, and how it makes an object field by field: {@link
 * ObjectMaker} does it in one step where it can.
 */
public record FieldConstructor(ClassMapping<?> type, List<FieldAccess> fields) {
    // of 255 that the JVM has: a handle takes one, and one that is bound another
    private static final int MOST_WORDS = 253;
    private static final MethodHandle EACH = each();

    private static MethodHandle each() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(FieldConstructor.class, "make", MethodType.methodType(Ref.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static MethodHandle of(ClassMapping<?> type, String... names) {
        Objects.requireNonNull(names, "names of fields, or none");
        List<FieldAccess> fields = new ArrayList<>();
        List<Class<?>> parameters = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            if (Arrays.asList(names).indexOf(names[i]) < i) {
                throw SharedMemoryException.of(
                        Reason.ARGUMENT,
                        "field '" + names[i] + "' of class " + type.type().getName()
                                + " was named twice for one constructor; name each field once");
            }
            PrivateField field = type.privateField(names[i]);
            FieldAccess access = access(field, new FieldBinding(type.shape(), field, true));
            fields.add(access);
            parameters.add(
                    access instanceof ObjectHandle
                            ? Object.class
                            : access instanceof InstanceHandle ? Ref.class : field.type());
        }
        int words = parameters.stream()
                .mapToInt(parameter -> parameter == long.class || parameter == double.class ? 2 : 1)
                .sum();
        if (words > MOST_WORDS) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a constructor of class " + type.type().getName() + " with " + names.length
                            + " fields was asked for; a method handle takes " + MOST_WORDS
                            + " parameters, of which a long and a double are two each; set the others by their own"
                            + " handles");
        }
        FieldConstructor constructor = new FieldConstructor(type, List.copyOf(fields));
        MethodHandle each = EACH.bindTo(constructor)
                .asCollector(Object[].class, names.length)
                .asType(MethodType.methodType(Ref.class, parameters));
        Allocation objects = type.objects();
        boolean isWhole = fields.stream().allMatch(field -> objects.holds(field.slotKind(), field.offset()));
        return isWhole ? ObjectMaker.of(objects, constructor.fields, each) : each;
    }

    private static FieldAccess access(PrivateField field, FieldBinding binding) {
        if (field.spec().type() == Layout.TYPE_CLASS && !PrivateField.isValueType(field.type())) {
            return InstanceHandle.of(binding);
        }
        if (field.type().isPrimitive()) {
            return ClassMapping.primitive(binding);
        }
        return field.type() == String.class ? StringHandle.of(binding) : new ObjectHandle(binding);
    }

    @SuppressWarnings("unused") // by EACH
    private Ref<?> make(Object[] values) {
        ObjectWrapper object = type.allocateWrapper();
        for (int i = 0; i < values.length; i++) {
            set(fields.get(i), object, values[i]);
        }
        return object;
    }

    private static void set(FieldAccess field, ObjectWrapper object, Object value) {
        switch (field) {
            case FieldAccess.OfInt access ->
                access.set(object, value instanceof Character c ? c : ((Number) value).intValue());
            case FieldAccess.OfLong access -> access.set(object, (Long) value);
            case FieldAccess.OfDouble access -> access.set(object, ((Number) value).doubleValue());
            case FieldAccess.OfBoolean access -> access.set(object, (Boolean) value);
            case FieldAccess.OfObject access -> access.set(object, value);
            default -> throw new AssertionError(field);
        }
    }
}
