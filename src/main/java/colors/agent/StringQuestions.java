// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.Map;

/**
 * The reads of String fields in a method that are asked at once: by the next instruction, or by the one behind a constant or variable, which nothing can jump to. These can
 * neither store nor throw nor run other code, so a read at the place of the question is as good as one before them.
 */
final class StringQuestions {
    private final Map<Integer, StringQuestion> byRead = new HashMap<>(); // by the number of the getfield
    private int reads;
    private boolean isRead; // a String, which is on the stack alone
    private boolean hasArgument; // above it

    StringQuestions(CodeModel code) {
        code.forEach(this::follow);
    }

    /** What the result of the getfield with this number is asked; null: it is used otherwise. */
    StringQuestion of(int read) {
        return byRead.get(read);
    }

    private void follow(CodeElement element) {
        switch (element) {
            case LineNumber line -> {
            }
            case FieldInstruction field when field.opcode() == Opcode.GETFIELD -> {
                reads++;
                isRead = field.typeSymbol().equals(ConstantDescs.CD_String);
                hasArgument = false;
            }
            case LoadInstruction load when isRead && !hasArgument -> hasArgument = true;
            case ConstantInstruction constant when isRead && !hasArgument && isPlain(constant) -> hasArgument = true;
            case InvokeInstruction call when isRead -> end(StringQuestion.of(call));
            case BranchInstruction branch when isRead && (branch.opcode() == Opcode.IFNULL || branch.opcode() == Opcode.IFNONNULL) -> end(StringQuestion.IS_NULL);
            default -> isRead = false;
        }
    }

    /** Whether it is loaded without code of the program. */
    private static boolean isPlain(ConstantInstruction constant) {
        return constant.opcode() == Opcode.ACONST_NULL || constant.constantValue() instanceof String || constant.constantValue() instanceof Integer;
    }

    private void end(StringQuestion question) {
        if (question != null && question.hasArgument() == hasArgument) {
            byRead.put(reads - 1, question);
        }
        isRead = false;
    }
}
