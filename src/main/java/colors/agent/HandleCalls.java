// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;

/**
 * Calls of {@link java.lang.invoke.MethodHandles.Lookup} that make handles of fields, or hidden classes, which the JVM
 * shows to no agent, replaced by those of {@link Handles}. Classes that name no shareable class make them too, of
 * classes that they are given: libraries do.
 */
final class HandleCalls implements CodeTransform {
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

    private final Report.Counts counts;

    HandleCalls(Report.Counts counts) {
        this.counts = counts;
    }

    static boolean areIn(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member
                    && HandleNames.has(member.name().stringValue())
                    && member.owner().asInternalName().equals(LOOKUP)) {
                return true;
            }
        }
        return false;
    }

    static boolean isOne(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKEVIRTUAL
                && call.owner().asInternalName().equals(LOOKUP)
                && HandleNames.has(call.name().stringValue());
    }

    static void replace(CodeBuilder code, InvokeInstruction call, Report.Counts counts) {
        counts.handles++;
        code.invokestatic(
                Names.HANDLES,
                call.name().stringValue(),
                call.typeSymbol().insertParameterTypes(0, ConstantDescs.CD_MethodHandles_Lookup));
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call && isOne(call)) {
            replace(code, call, counts);
        } else {
            code.with(element);
        }
    }
}
