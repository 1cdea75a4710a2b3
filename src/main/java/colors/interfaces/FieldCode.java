// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.classfile.ClassFile.ACC_TRANSIENT;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import colors.shapes.FieldAccess;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** What all classes whose instances stand for shared objects are made of: an address, and accesses of fields. */
public final class FieldCode {
    private static final String GRANULES = "$colors$granules";
    private static final String CHUNK = "$colors$chunk";
    private static final ClassDesc ROOT_CHUNK =
            RootChunk.class.describeConstable().orElseThrow();
    private static final ClassDesc SEGMENT = Segment.class.describeConstable().orElseThrow();
    private static final ClassDesc SCOPE_CHECK =
            ScopeCheck.class.describeConstable().orElseThrow();
    private static final ClassDesc ACCESS =
            FieldAccess.class.describeConstable().orElseThrow();

    private FieldCode() {}

    /** The fields and methods of {@link colors.roots.Shared}. */
    public static void writeIdentity(ClassBuilder builder, ClassDesc self) {
        int hidden = ACC_PRIVATE | ACC_FINAL | ACC_SYNTHETIC | ACC_TRANSIENT; // from libraries that look for fields
        builder.withField(GRANULES, CD_int, hidden).withField(CHUNK, ROOT_CHUNK, hidden);
        builder.withMethodBody("address", MethodTypeDesc.of(CD_long), ACC_PUBLIC | ACC_FINAL, code -> {
            code.aload(0)
                    .getfield(self, CHUNK, ROOT_CHUNK)
                    .invokestatic(SCOPE_CHECK, "check", MethodTypeDesc.of(CD_void, ROOT_CHUNK));
            // Segment.ofGranules, without a call
            code.getstatic(SEGMENT, "BASE", CD_long)
                    .aload(0)
                    .getfield(self, GRANULES, CD_int)
                    .i2l()
                    .loadConstant(0xFFFF_FFFFL)
                    .land();
            code.loadConstant(Layout.GRANULE_SHIFT).lshl().ladd().lreturn();
        });
        builder.withMethodBody("chunk", MethodTypeDesc.of(ROOT_CHUNK), ACC_PUBLIC | ACC_FINAL, code -> code.aload(0)
                .getfield(self, CHUNK, ROOT_CHUNK)
                .areturn());
    }

    /** In a constructor: {@code first} is the variable with the granules, the next one that with the chunk. */
    public static void setIdentity(CodeBuilder code, ClassDesc self, int first) {
        code.aload(0).iload(first).putfield(self, GRANULES, CD_int);
        code.aload(0).aload(first + 1).putfield(self, CHUNK, ROOT_CHUNK);
    }

    /** The nested type of FieldAccess for fields of a type. */
    public static ClassDesc access(ClassDesc type) {
        return ACCESS.nested(
                switch (TypeKind.from(type)) {
                    case BYTE, SHORT, CHAR, INT -> "OfInt";
                    case LONG -> "OfLong";
                    case FLOAT, DOUBLE -> "OfDouble";
                    case BOOLEAN -> "OfBoolean";
                    case REFERENCE, VOID -> "OfObject";
                });
    }

    /** The type of the values that such an access takes and gives. */
    public static ClassDesc value(ClassDesc type) {
        return switch (TypeKind.from(type)) {
            case BYTE, SHORT, CHAR, INT -> CD_int;
            case FLOAT, DOUBLE -> CD_double;
            case REFERENCE, VOID -> CD_Object;
            default -> type;
        };
    }

    /** Converts what an access gave to the field's type. */
    public static void narrow(CodeBuilder code, ClassDesc type) {
        switch (TypeKind.from(type)) {
            case BYTE -> code.i2b();
            case SHORT -> code.i2s();
            case CHAR -> code.i2c();
            case FLOAT -> code.d2f();
            case REFERENCE -> code.checkcast(type);
            default -> {}
        }
    }
}
