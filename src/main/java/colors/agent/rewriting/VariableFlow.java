// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which loads of a variable get what a store left there. Control flow is followed to all places that it may come to.
 */
final class VariableFlow {
    private static final int MOST_ELEMENTS = 5000; // it takes time by their square

    private final List<CodeElement> elements;
    private final Map<Label, Integer> places = new HashMap<>();
    private final List<ExceptionCatch> handlers = new ArrayList<>();
    private boolean understood;

    VariableFlow(List<CodeElement> elements) {
        this.elements = elements;
        understood = elements.size() <= MOST_ELEMENTS;
        for (int i = 0; i < elements.size(); i++) {
            switch (elements.get(i)) {
                case LabelTarget label -> places.put(label.label(), i);
                case ExceptionCatch handler -> handlers.add(handler);
                case DiscontinuedInstruction subroutine -> understood = false;
                default -> {}
            }
        }
    }

    /**
     * The places of the loads that get what the store at a place leaves, in order; null when one of them gets another
     * value, too, or it is not known.
     */
    int[] loadsOf(int store, int slot) {
        if (!understood) {
            return null;
        }
        BitSet loads = reach(store + 1, slot);
        boolean shared = reach(0, slot).intersects(loads);
        for (int i = 0; i < elements.size() && !shared; i++) {
            shared = i != store
                    && stores(elements.get(i), slot)
                    && reach(i + 1, slot).intersects(loads);
        }
        return shared ? null : loads.stream().toArray();
    }

    private static boolean stores(CodeElement element, int slot) {
        return element instanceof StoreInstruction store
                && store.slot() <= slot
                && slot < store.slot() + store.typeKind().slotSize();
    }

    /** The loads that control flow comes to from a place and no store before. */
    private BitSet reach(int from, int slot) {
        BitSet loads = new BitSet();
        BitSet met = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int i = open.pop();
            if (i < elements.size() && !met.get(i)) {
                met.set(i);
                CodeElement element = elements.get(i);
                if (element instanceof LoadInstruction load && load.slot() == slot) {
                    loads.set(i);
                }
                if (!stores(element, slot)) {
                    addNext(open, element, i);
                }
            }
        }
        return loads;
    }

    private void addNext(Deque<Integer> open, CodeElement element, int i) {
        switch (element) {
            case BranchInstruction branch -> {
                open.push(places.get(branch.target()));
                if (branch.opcode() != Opcode.GOTO && branch.opcode() != Opcode.GOTO_W) {
                    open.push(i + 1);
                }
            }
            case LookupSwitchInstruction choice -> addCases(open, choice.defaultTarget(), choice.cases());
            case TableSwitchInstruction choice -> addCases(open, choice.defaultTarget(), choice.cases());
            case ReturnInstruction end -> {}
            case ThrowInstruction end -> {}
            default -> open.push(i + 1);
        }
        if (element instanceof Instruction) {
            handlers.stream()
                    .filter(handler -> places.get(handler.tryStart()) <= i && i < places.get(handler.tryEnd()))
                    .forEach(handler -> open.push(places.get(handler.handler())));
        }
    }

    private void addCases(Deque<Integer> open, Label otherwise, List<SwitchCase> cases) {
        open.push(places.get(otherwise));
        cases.forEach(one -> open.push(places.get(one.target())));
    }
}
