// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.StackInstruction;
import java.util.ArrayList;
import java.util.List;

/**
 * The stores of constants that follow {@code new}, as in {@code int[] primes = {2, 3, 5}}: {@code dup; push index; push
 * value; store} for each. They stay as they are, for the array is private until it is filled: tables of thousands of
 * elements keep their size, and their speed.
 */
final class ArrayFill {
    private static final int STORE = 3; // after dup and two constants

    private final List<CodeElement> element = new ArrayList<>(); // instructions that may become the store of one
    private int instructions; // of them
    private boolean open;

    /** An array was made. */
    void begin() {
        open = true;
    }

    boolean isOpen() {
        return open;
    }

    /** Whether the next instruction is one of these; then it is, or will be, written. */
    boolean take(CodeBuilder code, CodeElement next) {
        if (next instanceof LabelTarget || !(next instanceof PseudoInstruction) && !continues(next)) {
            return false;
        }
        element.add(next);
        instructions += next instanceof PseudoInstruction ? 0 : 1;
        if (instructions > STORE) {
            end().forEach(code::with);
            open = true;
        }
        return true;
    }

    private boolean continues(CodeElement next) {
        return switch (instructions) {
            case 0 -> next instanceof StackInstruction stack && stack.opcode() == Opcode.DUP;
            case STORE -> next instanceof ArrayStoreInstruction;
            default -> next instanceof ConstantInstruction;
        };
    }

    /** What was taken and is no such store. */
    List<CodeElement> end() {
        List<CodeElement> rest = List.copyOf(element);
        element.clear();
        instructions = 0;
        open = false;
        return rest;
    }
}
