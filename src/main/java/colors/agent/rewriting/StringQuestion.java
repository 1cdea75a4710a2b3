// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.classfile.ClassFile.ACC_VOLATILE;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_char;
import static java.lang.constant.ConstantDescs.CD_int;

import colors.agent.program.Names;
import colors.agent.program.ProgramClass;
import colors.shapes.FieldAccess;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;

/**
 * What code asks of the String that it read from a field, and does not keep. A prepared class has an accessor for each;
 * that of its generated subclass copies nothing.
 */
public enum StringQuestion {
    IS_NULL("isNull", MethodTypeDesc.of(CD_boolean), "isNull"),
    LENGTH("length", MethodTypeDesc.of(CD_int), "length"),
    HASH("hashCode", MethodTypeDesc.of(CD_int), "hash"),
    EQUALS("equals", MethodTypeDesc.of(CD_boolean, CD_Object), "isEqual"),
    CHAR_AT("charAt", MethodTypeDesc.of(CD_char, CD_int), "charAt"),
    /** Gives what {@link TextMethod}s take. */
    TEXT("text", MethodTypeDesc.of(CD_Object), "text");

    private final String method;
    private final MethodTypeDesc type;
    private final String access;

    /** {@code method}: String's, but of IS_NULL and TEXT; {@code access}: that of {@link FieldAccess.OfObject}. */
    StringQuestion(String method, MethodTypeDesc type, String access) {
        this.method = method;
        this.type = type;
        this.access = access;
    }

    public static boolean mayBeAsked(ProgramClass.Field field) {
        return field.type().equals(CD_String) && !field.is(ACC_VOLATILE);
    }

    public MethodTypeDesc type() {
        return type;
    }

    public String access() {
        return access;
    }

    public String accessor(ProgramClass declaring, ProgramClass.Field field) {
        return Names.question(method, declaring.name(), field.name());
    }

    /** Answers for the String on the stack, below the argument. */
    void answer(CodeBuilder code) {
        switch (this) {
            case TEXT -> {}
            case IS_NULL -> {
                Label isNull = code.newLabel();
                code.ifnull(isNull).iconst_0().ireturn().labelBinding(isNull).iconst_1();
            }
            default -> code.invokevirtual(CD_String, method, type);
        }
    }
}
