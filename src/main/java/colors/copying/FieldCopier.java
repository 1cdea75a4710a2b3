// SPDX-License-Identifier: Apache-2.0
package colors.copying;

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
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies the fields of private objects of one class. Each class has a hidden subclass, straight-line code with the
 * fields' getters as constants, which C2 compiles to loads and stores (docs/benchmarks.md has what it gained).
 */
abstract class FieldCopier {
    private static final ClassDesc SELF = FieldCopier.class.describeConstable().orElseThrow();
    private static final ClassDesc COPIER =
            GraphCopier.class.describeConstable().orElseThrow();
    private static final ClassDesc KIND = SlotKind.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc COPY = MethodTypeDesc.of(CD_void, CD_Object, CD_long, COPIER);
    private static final DirectMethodHandleDesc CLASS_DATA = ConstantDescs.ofConstantBootstrap(
            MethodHandles.class.describeConstable().orElseThrow(), "classDataAt", CD_Object, CD_int);

    FieldCopier() {}

    /**
     * A field: a getter, (Object)long of the raw bits or (Object)Object, and what is at its place and where that is.
     */
    record Source(MethodHandle getter, SlotKind slotKind, long offset) {}

    /**
     * To a new object at an address. Raw fields are stored, the others put by the copier, which is told their number
     * first.
     */
    abstract void copy(Object original, long address, GraphCopier copier);

    /** Generates the one of a class. */
    static FieldCopier of(List<Source> raw, List<Source> others) {
        byte[] code = ClassFile.of()
                .build(
                        ClassDesc.of(FieldCopier.class.getName() + "$Generated"),
                        builder -> write(builder, raw, others));
        Stream<Object> getters = Stream.concat(raw.stream(), others.stream()).map(Source::getter);
        List<Object> constants =
                Stream.concat(getters, raw.stream().map(Source::slotKind)).toList();
        try {
            Class<?> type = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(code, constants, true)
                    .lookupClass();
            Constructor<?> constructor = type.getDeclaredConstructor();
            return (FieldCopier) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void write(ClassBuilder builder, List<Source> raw, List<Source> others) {
        builder.withSuperclass(SELF).withFlags(ACC_FINAL);
        builder.withMethodBody(INIT_NAME, MTD_void, 0, code -> code.aload(0)
                .invokespecial(SELF, INIT_NAME, MTD_void)
                .return_());
        builder.withMethodBody("copy", COPY, 0, code -> {
            for (int i = 0; i < raw.size(); i++) {
                code.loadConstant(
                        DynamicConstantDesc.ofNamed(CLASS_DATA, DEFAULT_NAME, KIND, raw.size() + others.size() + i));
                place(code, raw.get(i));
                get(code, i, CD_long);
                code.invokevirtual(KIND, "put", MethodTypeDesc.of(CD_void, CD_long, CD_long));
            }
            for (int i = 0; i < others.size(); i++) {
                code.aload(4).loadConstant(i);
                place(code, others.get(i));
                get(code, raw.size() + i, CD_Object);
                code.invokevirtual(COPIER, "put", MethodTypeDesc.of(CD_void, CD_int, CD_long, CD_Object));
            }
            code.return_();
        });
    }

    private static void place(CodeBuilder code, Source field) {
        code.lload(2).loadConstant(field.offset()).ladd();
    }

    private static void get(CodeBuilder code, int index, ClassDesc type) {
        code.loadConstant(DynamicConstantDesc.ofNamed(CLASS_DATA, DEFAULT_NAME, CD_MethodHandle, index))
                .aload(1);
        code.invokevirtual(CD_MethodHandle, "invokeExact", MethodTypeDesc.of(type, CD_Object));
    }
}
