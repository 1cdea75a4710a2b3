// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import colors.agent.program.Names;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Beside each variable of one method whose array is used in a loop, a second one with what the array stands for, or
 * null: looked up where the variable is assigned, so that compiled loops have nothing to look up. Both are assigned
 * without anything between that may throw, and the second one first.
 */
final class ArrayVariables {
    private static final ClassDesc ACCESS = Names.ARRAY_ACCESS;

    // slots of the second variables, by those of the arrays
    private final Map<Integer, Integer> access = new TreeMap<>();
    private final Map<Integer, ClassDesc> parameters; // types, by slots
    private final Iterator<Optional<ClassDesc>> assigned; // by each astore that is still to come

    ArrayVariables(CodeModel code, StackTypes types) {
        assigned = types.assigned().iterator();
        parameters = types.parameters();
        find(code, types.arrays());
    }

    /** The uses between a label and a branch back to it are in a loop. */
    private void find(CodeModel code, List<StackTypes.ArrayUse> uses) {
        Map<Label, Integer> places = new HashMap<>(); // how many uses are before a label
        int count = 0;
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget label -> places.put(label.label(), count);
                case BranchInstruction branch
                when places.containsKey(branch.target()) -> {
                    for (StackTypes.ArrayUse use : uses.subList(places.get(branch.target()), count)) {
                        access.putIfAbsent(use.slot(), 0);
                    }
                }
                default -> count += isUse(element) ? 1 : 0;
            }
        }
        access.remove(StackTypes.NO_SLOT);
    }

    static boolean isUse(CodeElement element) {
        return element instanceof ArrayLoadInstruction
                || element instanceof ArrayStoreInstruction
                || element instanceof OperatorInstruction operator && operator.opcode() == Opcode.ARRAYLENGTH;
    }

    /** At the start of the method: the verifier wants all of them assigned. */
    void begin(CodeBuilder code) {
        access.replaceAll((slot, none) -> code.allocateLocal(TypeKind.REFERENCE));
        access.forEach((slot, second) -> {
            ClassDesc type = parameters.get(slot);
            if (type == null) {
                code.aconst_null();
            } else {
                code.aload(slot);
                find(code, type);
            }
            code.astore(second);
        });
    }

    /** The variable with what the array of a use stands for; {@link StackTypes#NO_SLOT}: there is none. */
    int of(StackTypes.ArrayUse use) {
        return access.getOrDefault(use.slot(), StackTypes.NO_SLOT);
    }

    /** Before a reference is stored to a variable. */
    void assign(CodeBuilder code, int slot) {
        ClassDesc type = assigned.next().orElse(null);
        Integer second = access.get(slot);
        if (second != null && type != null) {
            code.dup();
            find(code, type);
            code.astore(second);
        }
    }

    private static void find(CodeBuilder code, ClassDesc type) {
        ClassDesc parameter =
                !type.isArray() || type.componentType().isPrimitive() ? type : ConstantDescs.CD_Object.arrayType();
        code.invokestatic(Names.ARRAYS, "access", MethodTypeDesc.of(ACCESS, parameter));
    }
}
