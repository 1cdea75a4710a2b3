// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.AnnotationConstantValueEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Which {@code new C; dup; ...; invokespecial C.<init>} of a method belong together, and which call of a constructor is
 * that of this() or super(). Compilers nest them like brackets; where one does not, nothing is replaced. Instructions
 * are named by their number among those of their kind.
 */
public final class Constructions {
    private static final int NONE = -1;

    private static final class Pending {
        private final int number;
        private final String owner;
        private boolean duplicated;
        private boolean computes; // an argument, by code that could see whether the class is initialized

        Pending(int number, String owner) {
            this.number = number;
            this.owner = owner;
        }
    }

    private final Set<Integer> news = new HashSet<>();
    private final Set<Integer> calls = new HashSet<>();
    private final Set<Integer> computing = new HashSet<>();
    private final Set<Integer> single = new HashSet<>(); // news without a dup
    private final IntPredicate discards;
    private int delegation = NONE;
    private boolean understood;

    /** {@code byPairs}, {@code discards}: {@code StackTypes.makesByPairs} and {@code StackTypes.discards}. */
    public Constructions(
            CodeModel code, boolean byPairs, IntPredicate discards, Predicate<InvokeInstruction> replaced) {
        understood = byPairs;
        this.discards = discards;
        Scan scan = new Scan(replaced);
        code.forEach(scan::accept);
        if (!understood || !scan.pending.isEmpty()) {
            understood = false;
            news.clear();
            calls.clear();
        }
    }

    private final class Scan {
        private final Predicate<InvokeInstruction> replaced;
        private final Deque<Pending> pending = new ArrayDeque<>();
        private boolean afterNew;
        private int newCount;
        private int callCount;

        Scan(Predicate<InvokeInstruction> replaced) {
            this.replaced = replaced;
        }

        void accept(CodeElement element) {
            switch (element) {
                case NewObjectInstruction made -> {
                    pending.forEach(outer -> outer.computes = true);
                    pending.push(new Pending(newCount++, made.className().asInternalName()));
                }
                case StackInstruction stack
                when stack.opcode() == Opcode.DUP && afterNew -> pending.peek().duplicated = true;
                case InvokeInstruction call when isConstructor(call) -> end(pending, call, callCount++, replaced);
                case Instruction instruction
                when !isPlain(instruction) -> pending.forEach(made -> made.computes = true);
                default -> {}
            }
            if (element instanceof Instruction) {
                afterNew = element instanceof NewObjectInstruction;
            }
        }
    }

    /** What runs no other code and does not fail. */
    private static boolean isPlain(Instruction instruction) {
        return switch (instruction) {
            case ConstantInstruction.LoadConstantInstruction constant ->
                constant.constantEntry() instanceof AnnotationConstantValueEntry
                        || constant.constantEntry() instanceof StringEntry;
            case ConstantInstruction constant -> true;
            case LoadInstruction load -> true;
            case StackInstruction stack -> true;
            default -> false;
        };
    }

    public static boolean isConstructor(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESPECIAL && call.name().equalsString("<init>");
    }

    private void end(
            Deque<Pending> pending, InvokeInstruction call, int number, Predicate<InvokeInstruction> replaced) {
        if (pending.isEmpty()) {
            understood &= delegation == NONE;
            delegation = number;
            return;
        }
        Pending made = pending.pop();
        understood &= call.owner().asInternalName().equals(made.owner);
        if ((made.duplicated || discards.test(number)) && replaced.test(call)) {
            news.add(made.number);
            if (!made.duplicated) {
                single.add(made.number);
            }
            if (made.computes) {
                computing.add(made.number);
            }
            calls.add(number);
        }
    }

    /** False: nothing is replaced, because the code does not look like a compiler's. */
    public boolean isUnderstood() {
        return understood;
    }

    /** Whether this {@code new} is followed by a dup. */
    public boolean isDuplicated(int number) {
        return !single.contains(number);
    }

    /** Whether this {@code new}, with the dup after it, is to be left out. */
    public boolean dropsNew(int number) {
        return news.contains(number);
    }

    /**
     * Whether arguments of this {@code new} are computed by code that could see that it initializes its class first.
     */
    public boolean initializesFirst(int number) {
        return computing.contains(number);
    }

    /** Whether this call of a constructor is replaced by one of {@link Names#NEW} or {@code NewCollection}. */
    public boolean replacesCall(int number) {
        return calls.contains(number);
    }

    /** Whether this call is that of this() or super(). */
    public boolean isDelegation(int number) {
        return number == delegation;
    }
}
