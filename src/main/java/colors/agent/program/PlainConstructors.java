// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ConstantDescs;

/**
 * Whether the constructors of a class do the same in shared mode and out of it: they make nothing, and call nothing
 * that could. So an exclusive class's new has not to change the mode, which takes longer than such a constructor does.
 */
final class PlainConstructors {
    private PlainConstructors() {}

    /** Those of the superclass apart. */
    static boolean areIn(ClassModel model) {
        return model.methods().stream()
                .filter(method -> method.methodName().equalsString(ConstantDescs.INIT_NAME))
                .allMatch(PlainConstructors::isPlain);
    }

    private static boolean isPlain(MethodModel constructor) {
        int[] made = {0};
        return constructor.code().orElseThrow().elementStream().allMatch(element -> switch (element) {
            case InvokeInstruction call when Constructions.isConstructor(call) -> made[0]++ == 0; // this() or super()
            case InvokeInstruction call -> isHarmless(call);
            default -> !makes(element);
        });
    }

    /** Static methods of boxes and of Math make nothing of the program's. */
    private static boolean isHarmless(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return call.opcode() == Opcode.INVOKESTATIC
                && (Names.BOXED.contains(owner)
                        || owner.equals("java/lang/Math")
                        || owner.equals("java/util/Objects")
                                && call.name().equalsString("requireNonNull")
                                && call.typeSymbol().parameterCount() == 1);
    }

    private static boolean makes(CodeElement element) {
        return element instanceof NewObjectInstruction
                || element instanceof NewPrimitiveArrayInstruction
                || element instanceof NewReferenceArrayInstruction
                || element instanceof NewMultiArrayInstruction
                || element instanceof InvokeDynamicInstruction;
    }
}
