// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How the code of a method keeps what it locks. Compilers keep it in a local variable of its own, {@code dup; astore n;
 * monitorenter} (Java, Scala) or {@code astore n; aload n; monitorenter} (Kotlin), which is read for nothing but {@code
 * aload n; monitorexit}: there the token of a shared object can replace it. The JVM allows any other form.
 */
final class MonitorForm {
    // the variables that hold what is locked, by the last instructions in the order of the code
    private final Set<Integer> locks = new HashSet<>();

    private MonitorForm() {}

    /** Whether a method has such a variable for each object that it locks. */
    static boolean isCompilers(CodeModel code) {
        List<CodeElement> elements = code.elementStream()
                .filter(element -> element instanceof Instruction || element instanceof LabelTarget)
                .toList();
        if (elements.stream().noneMatch(MonitorInstruction.class::isInstance)) {
            return true;
        }
        MonitorForm form = new MonitorForm();
        List<CodeElement> padded = new ArrayList<>(elements);
        padded.addFirst(null);
        padded.addFirst(null);
        padded.add(null);
        for (int i = 2; i < padded.size() - 1; i++) {
            if (!form.allows(padded.get(i - 2), padded.get(i - 1), padded.get(i), padded.get(i + 1))) {
                return false;
            }
        }
        return true;
    }

    private boolean allows(CodeElement beforeLast, CodeElement last, CodeElement element, CodeElement next) {
        return switch (element) {
            case StoreInstruction store -> {
                locks.remove(store.slot());
                locks.remove(store.typeKind().slotSize() == 2 ? store.slot() + 1 : store.slot());
                yield true;
            }
            case LoadInstruction load -> !locks.contains(load.slot()) || is(next, Opcode.MONITOREXIT);
            case MonitorInstruction monitor when monitor.opcode() == Opcode.MONITORENTER -> enter(beforeLast, last);
            case MonitorInstruction monitor -> last instanceof LoadInstruction load && locks.contains(load.slot());
            default -> true;
        };
    }

    private boolean enter(CodeElement beforeLast, CodeElement last) {
        if (last instanceof StoreInstruction store && isDup(beforeLast)) {
            return locks.add(store.slot());
        }
        return last instanceof LoadInstruction load
                && beforeLast instanceof StoreInstruction store
                && load.slot() == store.slot()
                && locks.add(load.slot());
    }

    private static boolean isDup(CodeElement element) {
        return element instanceof StackInstruction stack && stack.opcode() == Opcode.DUP;
    }

    private static boolean is(CodeElement element, Opcode opcode) {
        return element instanceof MonitorInstruction monitor && monitor.opcode() == opcode;
    }
}
