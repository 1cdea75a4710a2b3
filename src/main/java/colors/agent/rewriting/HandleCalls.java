// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import colors.agent.program.HandleNames;
import colors.agent.program.Names;
import colors.agent.program.Report;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/**
 * Calls of {@link java.lang.invoke.MethodHandles.Lookup} that make handles of fields, or hidden classes, which the JVM
 * shows to no agent, and calls that make field updaters, replaced by those of {@code Handles}. Classes that name no
 * shareable class make them too, of classes that they are given: libraries do.
 */
public final class HandleCalls implements CodeTransform {
    /** What makes field updaters, by their classes. */
    private static final Map<String, String> UPDATERS = Map.of(
            "java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newIntegerUpdater",
            "java/util/concurrent/atomic/AtomicLongFieldUpdater", "newLongUpdater",
            "java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newReferenceUpdater");

    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

    private final Report.Counts counts;

    public HandleCalls(Report.Counts counts) {
        this.counts = counts;
    }

    public static boolean areIn(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member
                    && HandleNames.has(member.name().stringValue())
                    && (member.owner().asInternalName().equals(LOOKUP)
                            || UPDATERS.containsKey(member.owner().asInternalName()))) {
                return true;
            }
        }
        return false;
    }

    static boolean isOne(InvokeInstruction call) {
        return isNewUpdater(call)
                || call.opcode() == Opcode.INVOKEVIRTUAL
                        && call.owner().asInternalName().equals(LOOKUP)
                        && HandleNames.has(call.name().stringValue());
    }

    private static boolean isNewUpdater(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESTATIC
                && call.name().equalsString(HandleNames.UPDATER)
                && UPDATERS.containsKey(call.owner().asInternalName());
    }

    static void replace(CodeBuilder code, InvokeInstruction call, Report.Counts counts) {
        counts.handles++;
        if (isNewUpdater(call)) {
            MethodTypeDesc type = call.typeSymbol();
            code.invokestatic(
                            ConstantDescs.CD_MethodHandles,
                            "lookup",
                            MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup))
                    .invokestatic(
                            Names.HANDLES,
                            UPDATERS.get(call.owner().asInternalName()),
                            type.insertParameterTypes(type.parameterCount(), ConstantDescs.CD_MethodHandles_Lookup));
            return;
        }
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
