// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import colors.memory.SlotKind;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes private objects of one class, and fills them from shared objects of one version of it: the way back of {@code
 * FieldCopier}. Each version has a hidden subclass, straight-line code with the fields' setters as constants.
 */
abstract class FieldReader {
    private static final ClassDesc SELF = FieldReader.class.describeConstable().orElseThrow();
    private static final ClassDesc READER =
            GraphReader.class.describeConstable().orElseThrow();
    private static final ClassDesc KIND = SlotKind.class.describeConstable().orElseThrow();
    private static final ClassDesc CONSTRUCTOR =
            Constructor.class.describeConstable().orElseThrow();
    private static final DirectMethodHandleDesc CLASS_DATA = ConstantDescs.ofConstantBootstrap(
            MethodHandles.class.describeConstable().orElseThrow(), "classDataAt", CD_Object, CD_int);

    FieldReader() {}

    /** How a field is read. */
    enum Way {
        /** Bits of the slot; the setter is (Object, long)void. */
        RAW,
        /** The value of a tagged slot in the object itself; the setter is (Object, Object)void, as for OTHER. */
        TAGGED,
        /** The reader finds out. */
        OTHER
    }

    /**
     * A field of the class.
     *
     * @param number which of its fields that are not raw it is
     */
    record Target(MethodHandle setter, Way way, int number, SlotKind slotKind, long offset) {}

    /** A new object, its fields zero, false or null. No constructor of the program runs. */
    abstract Object make();

    /** Reads all fields of the object at an address, each once. */
    abstract void fill(Object copy, long address, GraphReader reader);

    /** Generates the one of a version. */
    static FieldReader of(Constructor<?> constructor, List<Target> fields) {
        byte[] code = ClassFile.of()
                .build(ClassDesc.of(FieldReader.class.getName() + "$Generated"), builder -> write(builder, fields));
        List<Object> constants = new ArrayList<>(List.of(constructor));
        fields.forEach(field -> constants.add(field.setter()));
        fields.forEach(field -> constants.add(field.slotKind()));
        try {
            Class<?> type = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(code, constants, true)
                    .lookupClass();
            return (FieldReader) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void write(ClassBuilder builder, List<Target> fields) {
        builder.withSuperclass(SELF).withFlags(ACC_FINAL);
        builder.withMethodBody(INIT_NAME, MTD_void, 0, code -> code.aload(0)
                .invokespecial(SELF, INIT_NAME, MTD_void)
                .return_());
        builder.withMethodBody("make", MethodTypeDesc.of(CD_Object), 0, code -> {
            code.loadConstant(constant(CONSTRUCTOR, 0)).loadConstant(0).anewarray(CD_Object);
            code.invokevirtual(CONSTRUCTOR, "newInstance", MethodTypeDesc.of(CD_Object, CD_Object.arrayType()))
                    .areturn();
        });
        builder.withMethodBody("fill", MethodTypeDesc.of(CD_void, CD_Object, CD_long, READER), 0, code -> {
            for (int i = 0; i < fields.size(); i++) {
                code.loadConstant(constant(CD_MethodHandle, i + 1)).aload(1);
                read(code, fields.get(i), constant(KIND, 1 + fields.size() + i));
                code.invokevirtual(
                        CD_MethodHandle,
                        "invokeExact",
                        MethodTypeDesc.of(CD_void, CD_Object, fields.get(i).way() == Way.RAW ? CD_long : CD_Object));
            }
            code.return_();
        });
    }

    private static DynamicConstantDesc<?> constant(ClassDesc type, int index) {
        return DynamicConstantDesc.ofNamed(CLASS_DATA, DEFAULT_NAME, type, index);
    }

    private static void read(CodeBuilder code, Target field, DynamicConstantDesc<?> kind) {
        switch (field.way()) {
            case RAW ->
                place(code.loadConstant(kind), field)
                        .invokevirtual(KIND, "getOpaque", MethodTypeDesc.of(CD_long, CD_long));
            case TAGGED ->
                place(code.aload(4).loadConstant(field.number()), field)
                        .invokevirtual(READER, "tagged", MethodTypeDesc.of(CD_Object, CD_int, CD_long));
            case OTHER ->
                code.aload(4)
                        .loadConstant(field.number())
                        .lload(2)
                        .invokevirtual(READER, "other", MethodTypeDesc.of(CD_Object, CD_int, CD_long));
        }
    }

    private static CodeBuilder place(CodeBuilder code, Target field) {
        return code.lload(2).loadConstant(field.offset()).ladd();
    }
}
