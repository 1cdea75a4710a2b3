// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.FieldLocation;
import colors.runtime.Layout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads all fields of a private object at once, into an array of the raw ones and one of the others. One method handle for each class: the
 * JVM compiles it as straight-line code after some hundred calls, and a copy of a graph is several times faster than with reflection.
 */
final class FieldReader {
    private static final ClassValue<FieldReader> BY_CLASS = new ClassValue<>() {
        @Override
        protected FieldReader computeValue(Class<?> type) {
            return new FieldReader(SharedClass.of(type));
        }
    };

    private final SharedClass<?> type;
    private final long[] rawOffsets;
    private final long[] offsets;
    private final String[] names;
    private final MethodHandle reader; // (Object, long[], Object[])void

    private FieldReader(SharedClass<?> type) {
        this.type = type;
        List<PrivateField> raw = new ArrayList<>();
        List<PrivateField> others = new ArrayList<>();
        for (PrivateField field : type.fields()) {
            (field.spec().slotKind() == Layout.SLOT_TAGGED ? others : raw).add(field);
        }
        rawOffsets = raw.stream().mapToLong(this::offset).toArray();
        offsets = others.stream().mapToLong(this::offset).toArray();
        names = others.stream().map(PrivateField::name).toArray(String[]::new);
        reader = compose(raw, others);
    }

    /** The reader of a class whose instances can be shared; else throws SharedMemoryException (ARGUMENT). */
    static FieldReader of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    private long offset(PrivateField field) {
        FieldLocation location = type.shape().find(field.name());
        if (!field.isAs(location)) {
            throw new SharedMemoryException(Reason.TYPE, "objects of class " + type.type().getName() + " cannot be copied to shared memory: its field '" + field.name() + "' is a " + field.type().getSimpleName()
                            + ", and another program declared that field of " + type.name() + " " + location.rangeText() + (location.isNullable() ? " or null" : "") + "; declare it alike in both programs, or declare both classes open (SharedName)");
        }
        if (!location.isInline()) { // allocated in a compact shape: all slots are in the object
            throw new AssertionError(field.name() + " is not in the objects of " + type.shape().className() + " themselves");
        }
        return location.offset();
    }

    private static MethodHandle compose(List<PrivateField> raw, List<PrivateField> others) {
        MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class, Object.class, long[].class, Object[].class));
        for (int i = 0; i < raw.size(); i++) {
            MethodHandle store = MethodHandles.insertArguments(MethodHandles.arrayElementSetter(long[].class), 1, i); // (long[], long)
            MethodHandle step = MethodHandles.filterArguments(store, 1, bits(getter(raw.get(i)))); // (long[], Object)
            all = MethodHandles.foldArguments(all, MethodHandles.permuteArguments(step, MethodType.methodType(void.class, Object.class, long[].class, Object[].class), 1, 0));
        }
        for (int i = 0; i < others.size(); i++) {
            MethodHandle store = MethodHandles.insertArguments(MethodHandles.arrayElementSetter(Object[].class), 1, i);
            MethodHandle step = MethodHandles.filterArguments(store, 1, getter(others.get(i)).asType(MethodType.methodType(Object.class, Object.class)));
            all = MethodHandles.foldArguments(all, MethodHandles.permuteArguments(step, MethodType.methodType(void.class, Object.class, long[].class, Object[].class), 2, 0));
        }
        return all;
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
        return MethodHandles.filterReturnValue(getter.asType(MethodType.methodType(double.class, Object.class)), DOUBLE_BITS);
    }

    private static final MethodHandle DOUBLE_BITS = doubleBits();

    private static MethodHandle doubleBits() {
        try {
            return MethodHandles.lookup().findStatic(Double.class, "doubleToRawLongBits", MethodType.methodType(long.class, double.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Fills the first elements of both arrays. */
    void read(Object object, long[] raw, Object[] others) {
        try {
            reader.invokeExact(object, raw, others);
        } catch (Throwable e) {
            throw new AssertionError(e); // a field read throws nothing
        }
    }

    SharedClass<?> type() {
        return type;
    }

    /** Byte offsets of the slots of the raw fields. */
    long[] rawOffsets() {
        return rawOffsets;
    }

    /** Byte offsets of the slots of the others. */
    long[] offsets() {
        return offsets;
    }

    /** The name of one of the others, for an error. */
    String name(int other) {
        return type.type().getName() + "." + names[other];
    }
}
