// SPDX-License-Identifier: Apache-2.0
package colors.copying;

import colors.TypeConflictException;
import colors.classes.ClassMapping;
import colors.mapping.PrivateField;
import colors.mapping.Shareability;
import colors.memory.SlotKind;
import colors.shapes.FieldLocation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * How private objects of one class are copied to shared memory: the shape of the copies, and what copies the fields.
 */
final class ClassCopier {
    private static final ClassValue<ClassCopier> BY_CLASS = new ClassValue<>() {
        @Override
        protected ClassCopier computeValue(Class<?> type) {
            if (Shareability.obstacle(type) != null) {
                return REFUSED;
            }
            return Shareability.isContainer(type) ? CONTAINER : new ClassCopier(ClassMapping.of(type));
        }
    };

    /** Of classes whose instances are shared as containers. */
    static final ClassCopier CONTAINER = new ClassCopier();
    /** Of classes whose instances cannot be shared. */
    static final ClassCopier REFUSED = new ClassCopier();

    private final ClassMapping<?> type;
    private final int shapeId;
    private final int slots;
    private final String[] names;
    private final FieldCopier fields;

    private ClassCopier() {
        type = null;
        shapeId = 0;
        slots = 0;
        names = null;
        fields = null;
    }

    private ClassCopier(ClassMapping<?> type) {
        this.type = type;
        shapeId = type.shape().id();
        slots = type.shape().inlineSlots();
        List<FieldCopier.Source> raw = new ArrayList<>();
        List<FieldCopier.Source> others = new ArrayList<>();
        List<String> otherNames = new ArrayList<>();
        for (PrivateField field : type.fields()) {
            if (field.spec().slotKind() != SlotKind.TAGGED) {
                raw.add(new FieldCopier.Source(bits(getter(field)), field.spec().slotKind(), offset(field)));
            } else {
                others.add(new FieldCopier.Source(
                        getter(field).asType(MethodType.methodType(Object.class, Object.class)),
                        SlotKind.TAGGED,
                        offset(field)));
                otherNames.add(field.name());
            }
        }
        names = otherNames.toArray(String[]::new);
        fields = FieldCopier.of(raw, others);
    }

    /** That of a class. Throws SharedMemoryException (ARGUMENT, TYPE) when a field cannot be shared. */
    static ClassCopier of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    private long offset(PrivateField field) {
        FieldLocation location = type.shape().find(field.name());
        if (!field.isAs(location)) {
            throw new TypeConflictException(
                    "objects of class " + type.type().getName() + " cannot be copied to shared memory: its field '"
                            + field.name() + "' is a " + field.type().getSimpleName()
                            + ", and another program declared that field of " + type.name() + " " + location.rangeText()
                            + (location.isNullable() ? " or null" : "")
                            + "; declare it alike in both programs, or declare both classes open (SharedName)");
        }
        if (!location.isInline()) { // allocated in a compact shape: all slots are in the object
            throw new AssertionError(
                    field.name() + " is not in the objects of " + type.shape().className() + " themselves");
        }
        return location.offset();
    }

    private static MethodHandle getter(PrivateField field) {
        try {
            MethodHandle getter = MethodHandles.lookup().unreflectGetter(field.field());
            return getter.asType(getter.type().changeParameterType(0, Object.class));
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible in SharedClass
        }
    }

    /** (Object)long of a getter of a primitive field: the bits of its slot. */
    private static MethodHandle bits(MethodHandle getter) {
        Class<?> type = getter.type().returnType();
        if (type != float.class && type != double.class) {
            return MethodHandles.explicitCastArguments(getter, MethodType.methodType(long.class, Object.class));
        }
        return MethodHandles.filterReturnValue(
                getter.asType(MethodType.methodType(double.class, Object.class)), DOUBLE_BITS);
    }

    private static final MethodHandle DOUBLE_BITS = doubleBits();

    private static MethodHandle doubleBits() {
        try {
            return MethodHandles.lookup()
                    .findStatic(Double.class, "doubleToRawLongBits", MethodType.methodType(long.class, double.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    int shapeId() {
        return shapeId;
    }

    /** Of an object. */
    int slots() {
        return slots;
    }

    FieldCopier fields() {
        return fields;
    }

    /** The name of a field that is not raw, for an error. */
    String name(int other) {
        return type.type().getName() + "." + names[other];
    }
}
