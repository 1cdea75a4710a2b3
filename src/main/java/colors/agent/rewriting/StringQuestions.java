// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import colors.heap.FieldText;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The reads of String fields in a method whose Strings go nowhere but into questions: as what is asked, or what it is
 * compared with, on the stack or in a variable. Then the read gives a {@link FieldText}, and the question is a call of
 * its method. Where nothing stands between them but constants and variables, which can neither store nor throw nor run
 * other code, a read at the place of the question is as good, and both are one call of an accessor of the class.
 *
 * <p>Follows the values on the stack from one place where control flow meets or parts to the next: what is on it there
 * goes anywhere.
 */
final class StringQuestions {
    /** What a call or branch is rewritten to. */
    enum Form {
        NONE,
        ACCESSOR,
        METHOD
    }

    /** A String that a getfield gives. */
    private static final class Read {
        final int place; // how many instructions before it were no constants and variables
        StringQuestion accessor; // that asks it
        int questions;
        boolean escapes;

        Read(int place) {
            this.place = place;
        }

        boolean isByAccessor() {
            return !escapes && questions == 1 && accessor != null;
        }

        boolean isText() {
            return !escapes && questions > 0 && !isByAccessor();
        }
    }

    private final Predicate<FieldInstruction> isAsked;
    private final List<CodeElement> elements;
    private final VariableFlow flow;
    private final Map<Integer, Read> loads = new HashMap<>(); // by the number of the element
    private final Map<Integer, Read> reads = new HashMap<>(); // by that of the getfield
    private final Map<Integer, List<Read>> asked = new HashMap<>(); // by that of the call or null test
    private final List<Read> stack = new ArrayList<>(); // null: another value; what is below is not known
    private int at; // the number of the element
    private int gets;
    private int asks;
    private int others; // instructions but constants and variables

    /** {@code isAsked}: whether a getfield is one of a String field that may be asked. */
    StringQuestions(CodeModel code, Predicate<FieldInstruction> isAsked) {
        this.isAsked = isAsked;
        elements = code.elementList();
        flow = new VariableFlow(elements);
        for (CodeElement element : elements) {
            follow(element);
            at++;
        }
    }

    /**
     * How the getfield with this number reads: by the accessor of a question, or {@link StringQuestion#TEXT}; null: as
     * ever.
     */
    StringQuestion of(int get) {
        Read read = reads.get(get);
        return read == null || read.escapes || read.questions == 0
                ? null
                : read.isByAccessor() ? read.accessor : StringQuestion.TEXT;
    }

    /** What becomes of the call or null test with this number, {@link #counts counted} together. */
    Form form(int ask) {
        List<Read> found = asked.getOrDefault(ask, List.of());
        return found.stream().anyMatch(Read::isByAccessor)
                ? Form.ACCESSOR
                : found.stream().anyMatch(Read::isText) ? Form.METHOD : Form.NONE;
    }

    static boolean counts(CodeElement element) {
        return element instanceof InvokeInstruction
                || element instanceof BranchInstruction branch && isNullTest(branch);
    }

    private static boolean isNullTest(BranchInstruction branch) {
        return branch.opcode() == Opcode.IFNULL || branch.opcode() == Opcode.IFNONNULL;
    }

    // ---- the stack ----------------------------------------------------------------------------------

    private Read pop() {
        return stack.isEmpty() ? null : stack.removeLast();
    }

    private void push() {
        stack.add(null);
    }

    /** Takes values that others get. */
    private void give(int values) {
        for (int i = 0; i < values; i++) {
            escape(pop());
        }
    }

    private static void escape(Read read) {
        if (read != null) {
            read.escapes = true;
        }
    }

    private void forget() {
        stack.forEach(StringQuestions::escape);
        stack.clear();
    }

    private void ask(Read read, StringQuestion accessor) {
        if (read != null) {
            read.questions++;
            read.accessor = read.place == others ? accessor : null;
            asked.computeIfAbsent(asks, key -> new ArrayList<>()).add(read);
        }
    }

    // ---- instructions -------------------------------------------------------------------------------

    private void follow(CodeElement element) {
        switch (element) {
            case LabelTarget label -> forget();
            case LoadInstruction load -> stack.add(loads.get(at));
            case ConstantInstruction constant when isPlain(constant) -> push();
            case Instruction instruction -> {
                step(instruction);
                others += instruction instanceof FieldInstruction field && field.opcode() == Opcode.GETFIELD ? 0 : 1;
                asks += counts(instruction) ? 1 : 0;
            }
            default -> {}
        }
    }

    /** Whether it is loaded without code of the program. */
    private static boolean isPlain(ConstantInstruction constant) {
        return constant.opcode() == Opcode.ACONST_NULL
                || constant.constantValue() instanceof String
                || constant.constantValue() instanceof Number;
    }

    private void step(Instruction instruction) {
        switch (instruction) {
            case ConstantInstruction constant -> push();
            case StoreInstruction store -> store(store);
            case FieldInstruction field -> access(field);
            case InvokeInstruction call -> invoke(call);
            case InvokeDynamicInstruction call ->
                change(call.typeSymbol().parameterCount(), isVoid(call.typeSymbol()) ? 0 : 1);
            case NewObjectInstruction made -> push();
            case NewPrimitiveArrayInstruction made -> change(1, 1);
            case NewReferenceArrayInstruction made -> change(1, 1);
            case NewMultiArrayInstruction made -> change(made.dimensions(), 1);
            case ArrayLoadInstruction load -> change(2, 1);
            case ArrayStoreInstruction store -> give(3);
            case TypeCheckInstruction check -> change(1, 1);
            case ConvertInstruction convert -> change(1, 1);
            case OperatorInstruction operator -> change(isUnary(operator.opcode()) ? 1 : 2, 1);
            case MonitorInstruction monitor -> give(1);
            case StackInstruction move
            when move.opcode() == Opcode.DUP && !stack.isEmpty() -> stack.add(stack.getLast());
            case StackInstruction move when move.opcode() == Opcode.POP -> pop();
            case BranchInstruction branch
            when isNullTest(branch) -> {
                ask(pop(), StringQuestion.IS_NULL);
                forget();
            }
            case IncrementInstruction none -> {}
            case NopInstruction none -> {}
            default -> forget();
        }
    }

    private void change(int popped, int pushed) {
        give(popped);
        for (int i = 0; i < pushed; i++) {
            push();
        }
    }

    private static boolean isVoid(MethodTypeDesc type) {
        return TypeKind.from(type.returnType()) == TypeKind.VOID;
    }

    private static boolean isUnary(Opcode opcode) {
        return switch (opcode) {
            case ARRAYLENGTH, INEG, LNEG, FNEG, DNEG -> true;
            default -> false;
        };
    }

    private void access(FieldInstruction field) {
        switch (field.opcode()) {
            case GETSTATIC -> push();
            case PUTSTATIC -> give(1);
            case PUTFIELD -> give(2);
            default -> {
                give(1);
                others++; // it may throw
                Read read = isAsked.test(field) ? new Read(others) : null;
                reads.put(gets++, read);
                stack.add(read);
            }
        }
    }

    /** The variable has the read's String, if no other one reaches the places that load it. */
    private void store(StoreInstruction store) {
        Read read = pop();
        if (read == null) {
            return;
        }
        int[] places = flow.loadsOf(at, store.slot());
        if (places == null || places.length > 0 && places[0] < at) {
            read.escapes = true; // one that was followed already, too
            return;
        }
        for (int place : places) {
            loads.put(place, read);
        }
    }

    private void invoke(InvokeInstruction call) {
        MethodTypeDesc type = call.typeSymbol();
        int parameters = type.parameterCount();
        TextMethod method = TextMethod.of(call);
        if (method != null && (method.isOfString() || stack.size() > 1 && stack.get(stack.size() - 2) != null)) {
            Read argument = parameters > (method.isOfString() ? 0 : 1) ? pop() : null;
            Read read = pop();
            if (method.takesText()) {
                ask(argument, null);
            } else {
                escape(argument);
            }
            ask(read, argument == null ? method.question() : null);
        } else {
            give(parameters + (call.opcode() == Opcode.INVOKESTATIC ? 0 : 1));
        }
        if (!isVoid(type)) {
            push();
        }
    }
}
