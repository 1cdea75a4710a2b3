// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_char;
import static java.lang.constant.ConstantDescs.CD_int;

import colors.heap.FieldText;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** The methods that {@link FieldText} answers in the place of a String. */
enum TextMethod {
    LENGTH("length", MethodTypeDesc.of(CD_int), StringQuestion.LENGTH),
    IS_EMPTY("isEmpty", MethodTypeDesc.of(CD_boolean), null),
    IS_BLANK("isBlank", MethodTypeDesc.of(CD_boolean), null),
    HASH("hashCode", MethodTypeDesc.of(CD_int), StringQuestion.HASH),
    CHAR_AT("charAt", MethodTypeDesc.of(CD_char, CD_int), StringQuestion.CHAR_AT),
    EQUALS("equals", MethodTypeDesc.of(CD_boolean, CD_Object), StringQuestion.EQUALS),
    EQUALS_IGNORE_CASE("equalsIgnoreCase", MethodTypeDesc.of(CD_boolean, CD_String), null),
    COMPARE("compareTo", MethodTypeDesc.of(CD_int, CD_String), null),
    STARTS_WITH("startsWith", MethodTypeDesc.of(CD_boolean, CD_String), null),
    ENDS_WITH("endsWith", MethodTypeDesc.of(CD_boolean, CD_String), null),
    CONTAINS("contains", MethodTypeDesc.of(CD_boolean, ClassDesc.of("java.lang.CharSequence")), null),
    INDEX_OF("indexOf", MethodTypeDesc.of(CD_int, CD_String), null),
    INDEX_OF_CHAR("indexOf", MethodTypeDesc.of(CD_int, CD_int), null),
    /** Of Objects, not String. */
    SAME("equals", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object), null);

    private static final ClassDesc TEXT = FieldText.class.describeConstable().orElseThrow();

    private final String method;
    private final MethodTypeDesc type;
    private final StringQuestion question;

    /** {@code question}: that which asks the same; null: none. */
    TextMethod(String method, MethodTypeDesc type, StringQuestion question) {
        this.method = method;
        this.type = type;
        this.question = question;
    }

    /** Null for another call. */
    static TextMethod of(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        boolean ofString = owner.equals("java/lang/String") && call.opcode() == Opcode.INVOKEVIRTUAL;
        if (ofString || owner.equals("java/util/Objects")) {
            for (TextMethod method : values()) {
                if (method.isOfString() == ofString
                        && call.name().equalsString(method.method)
                        && call.typeSymbol().equals(method.type)) {
                    return method;
                }
            }
        }
        return null;
    }

    boolean isOfString() {
        return this != SAME;
    }

    /** Whether the argument may be a {@link FieldText}, too. */
    boolean takesText() {
        return this == EQUALS || this == COMPARE || this == SAME;
    }

    StringQuestion question() {
        return question;
    }

    void call(CodeBuilder code) {
        MethodTypeDesc parameters = this == COMPARE ? type.changeParameterType(0, CD_Object) : type;
        code.invokestatic(
                TEXT,
                this == SAME ? "same" : method,
                isOfString() ? parameters.insertParameterTypes(0, CD_Object) : parameters);
    }

    static void testNull(CodeBuilder code) {
        code.invokestatic(TEXT, "isNull", MethodTypeDesc.of(CD_boolean, CD_Object));
    }
}
