// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import colors.agent.program.Constructions;
import colors.agent.program.ProgramClass;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.UninitializedVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
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
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a rewrite has to know of the operands of a method's instructions: the types of the elements that it loads from
 * arrays of references, for a call that stands for {@code aaload} gives an Object, and the verifier wants to know what
 * it was; and which operands are not initialized yet, for those are passed to no call. Follows the code once from its
 * beginning to its end, as the verifier does, and takes the types where control flow meets from the method's frames
 * (JVM specification, 4.10.1). Null stands for any other one-word type, and for a half of a long or double.
 */
final class StackTypes {
    private static final int FRAMES = 50; // the first class file version that has them
    private static final ClassDesc UNINITIALIZED_THIS = ClassDesc.of("this"); // like those of news compared by identity

    /** Whether the constructor of an operand returned: if not, which object it is. */
    enum Operand {
        INITIALIZED,
        THIS,
        NEW
    }

    /**
     * What an instruction for arrays works on.
     *
     * @param type null: not known
     * @param slot the variable that still has this array; {@link #NO_SLOT}: none, or not known
     */
    record ArrayUse(ClassDesc type, int slot) {}

    /** A word on the stack, and the variable that it was loaded from, if that has not been stored to since. */
    private record Word(ClassDesc type, int slot) {}

    static final int NO_SLOT = -1;
    private static final Word OTHER = new Word(null, NO_SLOT);
    private static final ArrayUse UNKNOWN = new ArrayUse(null, NO_SLOT);

    // the element type for each aaload in turn; null: not known
    private final List<ClassDesc> loaded = new ArrayList<>();
    private final List<Operand> compared = new ArrayList<>(); // for each if_acmpeq and if_acmpne in turn
    private final List<Operand> locked = new ArrayList<>(); // for each monitorenter and monitorexit in turn
    // by each call of a constructor in turn; null: not known
    private final List<Operand> constructed = new ArrayList<>();
    private final List<Boolean> discarded = new ArrayList<>(); // by the same calls: whether nothing else has the object
    private final List<Operand> stored = new ArrayList<>(); // the object of each putfield in turn; null: not known
    private final Map<Label, StackMapFrameInfo> frames = new HashMap<>();
    private final Set<Label> branchedBackTo = new HashSet<>();
    // the stacks with which branches come to a label that is still to come, as far as they agree
    private final Map<Label, List<Word>> arriving = new HashMap<>();
    // what stands for the object of the new at a label, until its constructor returned
    private final Map<Label, ClassDesc> news = new HashMap<>();
    private final List<Label> here = new ArrayList<>(); // the labels before the next instruction
    private final Map<Integer, ClassDesc> locals = new HashMap<>();
    private final List<ArrayUse> arrays = new ArrayList<>(); // of each load, store and arraylength in turn
    // what each astore stores, in turn; null: what is not initialized; Object: no array, or not known
    private final List<ClassDesc> assigned = new ArrayList<>();
    private final List<Word> stack = new ArrayList<>();
    private final Map<Integer, ClassDesc> parameters = new HashMap<>(); // that are arrays, by slots
    private boolean reachable = true; // and the types are known
    private boolean keepsThis = true;
    private boolean makesByPairs = true;

    private StackTypes() {}

    static StackTypes of(ClassDesc self, MethodModel method, int version, CodeModel code) {
        StackTypes types = new StackTypes();
        types.begin(self, method);
        code.findAttribute(Attributes.stackMapTable())
                .ifPresent(table -> table.entries().forEach(frame -> types.frames.put(frame.target(), frame)));
        types.reachable = version >= FRAMES;
        types.findLoops(code);
        code.forEach(types::follow);
        return types;
    }

    /**
     * The type of the element that each aaload of a method gives, in their order; an empty one where it is not known.
     */
    List<Optional<ClassDesc>> loads() {
        return loaded.stream().map(Optional::ofNullable).toList();
    }

    private void findLoops(CodeModel code) {
        Set<Label> met = new HashSet<>();
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget label -> met.add(label.label());
                case BranchInstruction branch when met.contains(branch.target()) -> branchedBackTo.add(branch.target());
                case TableSwitchInstruction choice -> noteBack(met, choice.defaultTarget(), choice.cases());
                case LookupSwitchInstruction choice -> noteBack(met, choice.defaultTarget(), choice.cases());
                default -> {}
            }
        }
    }

    private void noteBack(Set<Label> met, Label otherwise, List<SwitchCase> cases) {
        Stream.concat(Stream.of(otherwise), cases.stream().map(SwitchCase::target))
                .filter(met::contains)
                .forEach(branchedBackTo::add);
    }

    /** The types of the parameters that are arrays, by slots. */
    Map<Integer, ClassDesc> parameters() {
        return parameters;
    }

    /** What each load from an array, store to one and arraylength works on, in their order. */
    List<ArrayUse> arrays() {
        return arrays;
    }

    /**
     * The type of the array that each astore stores, in their order; Object where it is none or not known, an empty one
     * where the object is not initialized.
     */
    List<Optional<ClassDesc>> assigned() {
        return assigned.stream().map(Optional::ofNullable).toList();
    }

    /** Whether the comparison of references with this number has an operand that is not initialized. */
    boolean comparesUninitialized(int number) {
        return compared.get(number) != Operand.INITIALIZED;
    }

    /** Whether the monitor instruction with this number locks or unlocks what is not initialized. */
    boolean locksUninitialized(int number) {
        return locked.get(number) != Operand.INITIALIZED;
    }

    /** The object that the putfield with this number stores into; empty where it is not known. */
    Optional<Operand> stores(int number) {
        return Optional.ofNullable(stored.get(number));
    }

    /** The object that the call of a constructor with this number initializes; empty where it is not known. */
    Optional<Operand> constructs(int number) {
        return Optional.ofNullable(constructed.get(number));
    }

    /** Whether a constructor has its object in the first variable still when it called that of its superclass. */
    boolean keepsThis() {
        return keepsThis;
    }

    /**
     * Whether the call of a constructor with this number makes an object that nothing has afterwards: some compilers
     * write a statement new C() so.
     */
    boolean discards(int number) {
        return discarded.get(number);
    }

    /**
     * Whether each object that is made is on the stack twice, or once, when its constructor is called, and nowhere else
     * before.
     */
    boolean makesByPairs() {
        return makesByPairs;
    }

    private void begin(ClassDesc self, MethodModel method) {
        int slot = 0;
        if ((method.flags().flagsMask() & ClassFile.ACC_STATIC) == 0) {
            locals.put(
                    slot++,
                    method.methodName().equalsString(ConstantDescs.INIT_NAME) ? UNINITIALIZED_THIS : arrayOrNull(self));
        }
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            locals.put(slot, arrayOrNull(parameter));
            if (parameter.isArray()) {
                parameters.put(slot, parameter);
            }
            slot += TypeKind.from(parameter).slotSize();
        }
    }

    private static ClassDesc arrayOrNull(ClassDesc type) {
        return type.isArray() ? type : null;
    }

    // ---- the stack ----------------------------------------------------------------------------------

    private void push(ClassDesc type) {
        int slots = TypeKind.from(type).slotSize();
        if (slots > 0) {
            add(arrayOrNull(type));
            pushOthers(slots - 1);
        }
    }

    private void add(ClassDesc type) {
        stack.add(new Word(type, NO_SLOT));
    }

    private void pushOthers(int slots) {
        for (int i = 0; i < slots; i++) {
            stack.add(OTHER);
        }
    }

    private ClassDesc pop() {
        return stack.removeLast().type;
    }

    private void pop(int slots) {
        for (int i = 0; i < slots; i++) {
            pop();
        }
    }

    /** The top {@code count} slots again, below {@code skipped} more. */
    private void duplicate(int count, int skipped) {
        stack.addAll(
                stack.size() - count - skipped, new ArrayList<>(stack.subList(stack.size() - count, stack.size())));
    }

    // ---- instructions -------------------------------------------------------------------------------

    private void follow(CodeElement element) {
        switch (element) {
            case LabelTarget label -> {
                here.add(label.label());
                if (frames.get(label.label()) instanceof StackMapFrameInfo frame) {
                    enter(frame);
                }
            }
            case ArrayLoadInstruction load
            when load.opcode() == Opcode.AALOAD -> {
                note(load);
                loaded.add(reachable ? loadElement() : null);
            }
            case Instruction instruction -> {
                note(instruction);
                if (reachable) {
                    apply(instruction);
                }
            }
            default -> {}
        }
        if (element instanceof Instruction) {
            here.clear();
        }
    }

    /**
     * Where nothing is known, compilers' code is assumed, which does nothing else with an object before its constructor
     * ran.
     */
    private void note(Instruction instruction) {
        switch (instruction) {
            case BranchInstruction branch
            when branch.opcode() == Opcode.IF_ACMPEQ || branch.opcode() == Opcode.IF_ACMPNE ->
                compared.add(!reachable ? Operand.INITIALIZED : used(0) == Operand.INITIALIZED ? used(1) : used(0));
            case MonitorInstruction monitor -> locked.add(reachable ? used(0) : Operand.INITIALIZED);
            case InvokeInstruction call
            when Constructions.isConstructor(call) -> {
                constructed.add(reachable ? operand(ProgramClass.words(call.typeSymbol())) : null);
                discarded.add(reachable && isDiscarded(word(ProgramClass.words(call.typeSymbol())).type));
            }
            case FieldInstruction field
            when field.opcode() == Opcode.PUTFIELD ->
                stored.add(reachable ? operand(TypeKind.from(field.typeSymbol()).slotSize()) : null);
            case ArrayLoadInstruction load -> arrays.add(reachable ? use(1) : UNKNOWN);
            case ArrayStoreInstruction store ->
                arrays.add(reachable ? use(1 + store.typeKind().slotSize()) : UNKNOWN);
            case OperatorInstruction operator
            when operator.opcode() == Opcode.ARRAYLENGTH -> arrays.add(reachable ? use(0) : UNKNOWN);
            case StoreInstruction store
            when store.typeKind() == TypeKind.REFERENCE ->
                assigned.add(
                        reachable && operand(0) != Operand.INITIALIZED
                                ? null
                                : reachable && word(0).type != null ? word(0).type : ConstantDescs.CD_Object);
            default -> {}
        }
    }

    private ArrayUse use(int skipped) {
        Word array = word(skipped);
        return new ArrayUse(array.type, array.slot);
    }

    /** That below so many slots. */
    private Word word(int skipped) {
        return stack.get(stack.size() - 1 - skipped);
    }

    private Operand used(int skipped) {
        Operand operand = operand(skipped);
        makesByPairs &= operand != Operand.NEW;
        return operand;
    }

    /** That below so many slots. */
    private Operand operand(int skipped) {
        ClassDesc type = word(skipped).type;
        return type == null || type.isArray()
                ? Operand.INITIALIZED
                : type == UNINITIALIZED_THIS ? Operand.THIS : Operand.NEW;
    }

    private boolean isDiscarded(ClassDesc made) {
        return made != UNINITIALIZED_THIS
                && stack.stream().filter(word -> word.type == made).count() == 1
                && !locals.containsValue(made);
    }

    private void enter(StackMapFrameInfo frame) {
        if (reachable) {
            arrive(frame.target(), stack);
        }
        reachable = true;
        locals.clear();
        int slot = 0;
        for (VerificationTypeInfo type : frame.locals()) {
            locals.put(slot, typeOf(type));
            slot += slotsOf(type);
        }
        stack.clear();
        for (VerificationTypeInfo type : frame.stack()) {
            add(typeOf(type));
            pushOthers(slotsOf(type) - 1);
        }
        List<Word> agreed =
                branchedBackTo.contains(frame.target()) ? List.of() : arriving.getOrDefault(frame.target(), List.of());
        for (int i = 0; i < agreed.size(); i++) {
            stack.set(i, new Word(stack.get(i).type, agreed.get(i).slot));
        }
    }

    /** Control flow comes to a label with words that were loaded from variables, if all that comes there does. */
    private void arrive(Label label, List<Word> words) {
        List<Word> agreed = new ArrayList<>();
        List<Word> before = arriving.getOrDefault(label, words);
        for (int i = 0; i < words.size(); i++) {
            agreed.add(before.get(i).slot == words.get(i).slot ? words.get(i) : OTHER);
        }
        arriving.put(label, agreed);
    }

    private ClassDesc typeOf(VerificationTypeInfo type) {
        return switch (type) {
            case ObjectVerificationTypeInfo object -> arrayOrNull(object.classSymbol());
            case UninitializedVerificationTypeInfo made ->
                news.computeIfAbsent(made.newTarget(), label -> ClassDesc.of("new"));
            case SimpleVerificationTypeInfo simple ->
                simple == SimpleVerificationTypeInfo.UNINITIALIZED_THIS ? UNINITIALIZED_THIS : null;
        };
    }

    private void makeNew() {
        ClassDesc made = here.stream()
                .map(news::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> ClassDesc.of("new"));
        here.forEach(label -> news.put(label, made));
        add(made);
    }

    /** The constructor of what is on the stack returned. */
    private void initialize() {
        ClassDesc made = pop();
        makesByPairs &= made == UNINITIALIZED_THIS
                || stack.stream().filter(word -> word.type == made).count() <= 1 && !locals.containsValue(made);
        keepsThis &= made != UNINITIALIZED_THIS || locals.get(0) == made;
        stack.replaceAll(word -> word.type == made ? OTHER : word);
        locals.replaceAll((slot, type) -> type == made ? null : type);
    }

    /** What was loaded from a variable before is not what it has now. */
    private void forget(StoreInstruction store) {
        stack.replaceAll(word -> store.slot() <= word.slot
                        && word.slot < store.slot() + store.typeKind().slotSize()
                ? new Word(word.type, NO_SLOT)
                : word);
    }

    private static int slotsOf(VerificationTypeInfo type) {
        return type == SimpleVerificationTypeInfo.LONG || type == SimpleVerificationTypeInfo.DOUBLE ? 2 : 1;
    }

    /** Null where the array is one that is always null. */
    private ClassDesc loadElement() {
        pop();
        ClassDesc array = pop();
        ClassDesc element = array == null || !array.isArray() ? null : array.componentType();
        add(element == null ? null : arrayOrNull(element));
        return element;
    }

    private void apply(Instruction instruction) {
        switch (instruction) {
            case ArrayLoadInstruction load -> replace(2, load.typeKind().slotSize());
            case ArrayStoreInstruction store -> pop(2 + store.typeKind().slotSize());
            case ConstantInstruction constant -> pushOthers(constant.typeKind().slotSize());
            case ConvertInstruction convert ->
                replace(convert.fromType().slotSize(), convert.toType().slotSize());
            case FieldInstruction field -> access(field);
            case InvokeInstruction call -> invoke(call);
            case InvokeDynamicInstruction call -> {
                pop(ProgramClass.words(call.typeSymbol()));
                push(call.typeSymbol().returnType());
            }
            case LoadInstruction load
            when load.typeKind() == TypeKind.REFERENCE -> stack.add(new Word(locals.get(load.slot()), load.slot()));
            case LoadInstruction load -> pushOthers(load.typeKind().slotSize());
            case StoreInstruction store -> {
                pop(store.typeKind().slotSize() - 1);
                locals.put(store.slot(), pop());
                forget(store);
            }
            case MonitorInstruction monitor -> pop();
            case NewMultiArrayInstruction made ->
                replace(made.dimensions(), made.arrayType().asSymbol());
            case NewObjectInstruction made -> makeNew();
            case NewPrimitiveArrayInstruction made ->
                replace(1, made.typeKind().upperBound().arrayType());
            case NewReferenceArrayInstruction made ->
                replace(1, made.componentType().asSymbol().arrayType());
            case OperatorInstruction operator -> operate(operator);
            case StackInstruction move -> move(move.opcode());
            case TypeCheckInstruction check ->
                replace(1, check.opcode() == Opcode.CHECKCAST ? check.type().asSymbol() : ConstantDescs.CD_int);
            case IncrementInstruction none -> {}
            case NopInstruction none -> {}
            default -> follow(instruction);
        }
    }

    private void replace(int words, int others) {
        pop(words);
        pushOthers(others);
    }

    /** Pops so many words, and pushes one of a type. */
    private void replace(int words, ClassDesc type) {
        pop(words);
        push(type);
    }

    private void invoke(InvokeInstruction call) {
        pop(ProgramClass.words(call.typeSymbol()));
        if (Constructions.isConstructor(call)) {
            initialize();
        } else if (call.opcode() != Opcode.INVOKESTATIC) {
            pop();
        }
        push(call.typeSymbol().returnType());
    }

    /** What goes on elsewhere, or not at all, as the jsr and ret of class files that have no frames. */
    private void follow(Instruction instruction) {
        switch (instruction) {
            case BranchInstruction branch -> branch(branch);
            case TableSwitchInstruction choice -> choose(choice.defaultTarget(), choice.cases());
            case LookupSwitchInstruction choice -> choose(choice.defaultTarget(), choice.cases());
            default -> reachable = false;
        }
    }

    private void branch(BranchInstruction branch) {
        switch (branch.opcode()) {
            case GOTO, GOTO_W -> reachable = false;
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> pop(2);
            default -> pop();
        }
        arrive(branch.target(), stack);
    }

    private void choose(Label otherwise, List<SwitchCase> cases) {
        pop();
        arrive(otherwise, stack);
        cases.forEach(one -> arrive(one.target(), stack));
        reachable = false;
    }

    private void access(FieldInstruction field) {
        int slots = TypeKind.from(field.typeSymbol()).slotSize();
        switch (field.opcode()) {
            case GETSTATIC -> push(field.typeSymbol());
            case PUTSTATIC -> pop(slots);
            case GETFIELD -> {
                pop();
                push(field.typeSymbol());
            }
            default -> pop(slots + 1);
        }
    }

    /** The result of all others has the slots of the operand that stays. */
    private void operate(OperatorInstruction operator) {
        switch (operator.opcode()) {
            case ARRAYLENGTH -> {
                pop();
                pushOthers(1);
            }
            case INEG, LNEG, FNEG, DNEG -> {}
            case FCMPL, FCMPG -> pop();
            case LCMP, DCMPL, DCMPG -> pop(3);
            case ISHL, ISHR, IUSHR, LSHL, LSHR, LUSHR -> pop();
            default -> pop(operator.typeKind().slotSize());
        }
    }

    private void move(Opcode opcode) {
        switch (opcode) {
            case POP -> pop();
            case POP2 -> pop(2);
            case DUP -> duplicate(1, 0);
            case DUP_X1 -> duplicate(1, 1);
            case DUP_X2 -> duplicate(1, 2);
            case DUP2 -> duplicate(2, 0);
            case DUP2_X1 -> duplicate(2, 1);
            case DUP2_X2 -> duplicate(2, 2);
            default -> { // swap
                Word top = stack.removeLast();
                stack.add(stack.size() - 1, top);
            }
        }
    }
}
