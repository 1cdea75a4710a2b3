// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import colors.agent.program.Constructions;
import colors.agent.program.Names;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A constructor whose object nobody sees before it returns: {@code this} is only what its own fields are stored into
 * and loaded from. So the fields can be variables until all are known, and the object can be made at once, in one
 * operation of the heap: as a static method that has the constructor's code, which the agent then rewrites as any
 * other.
 *
 * <p>The stack is followed by its depth and by where {@code this} stands on it. Where compilers do something that is
 * not understood, the constructor is none.
 */
public final class StraightConstructor {
    private static final DirectMethodHandleDesc COMPLETION =
            ConstantDescs.ofCallsiteBootstrap(Names.SUBCLASS, "completion", ConstantDescs.CD_CallSite);
    private static final int MOST_CODE = 1000; // bytes
    private static final int MOST_STACK = Long.SIZE - 1; // so that a bit stands for the depth, too
    private static final int MOST_WORDS = 200; // of fields, which are parameters of the call that makes the object

    /** What an instruction does with {@code this}. */
    private enum Role {
        PUT,
        GET,
        SUPER
    }

    /** The stack at a place: how deep it is, and a bit for each word that is {@code this}. */
    private record Operands(int depth, long self) {}

    private final ProgramClass self;
    private final List<CodeElement> code;
    private final Map<Integer, Role> roles = new HashMap<>(); // by the number of the element
    private final Map<ProgramClass.Field, Integer> variables = new HashMap<>();
    private int variablesEnd;

    private final Map<Label, Operands> labels = new HashMap<>();
    private Operands here = new Operands(0, 0); // null: not reached
    private int at; // the number of the element
    private boolean initialized; // after super()
    private boolean understood = true;
    private boolean jumps;

    private StraightConstructor(ProgramClass self, CodeModel code, int parameterWords) {
        this.self = self;
        this.code = code.elementList();
        variablesEnd = Math.max(parameterWords, ((CodeAttribute) code).maxLocals() - 1);
        for (ProgramClass.Field field : self.fields()) {
            variables.put(field, variablesEnd);
            variablesEnd += TypeKind.from(field.type()).slotSize();
        }
    }

    /** Whether constructors of a class may be straight: there is none of another class to call. */
    public static boolean mayBeIn(ProgramClass self) {
        return self.superName() == null
                && !self.is(ACC_ABSTRACT)
                && self.version() >= ProgramClass.DYNAMIC_CALLS
                && self.fields().stream()
                                .mapToInt(field -> TypeKind.from(field.type()).slotSize())
                                .sum()
                        <= MOST_WORDS;
    }

    /** Null when the constructor is none. */
    static StraightConstructor of(ProgramClass self, MethodModel method) {
        CodeModel code = method.code().orElse(null);
        if (code == null
                || !mayBeIn(self)
                || method.findAttribute(Attributes.code()).orElseThrow().codeLength() > MOST_CODE
                || ((CodeAttribute) code).maxStack() > MOST_STACK) {
            return null;
        }
        StraightConstructor straight =
                new StraightConstructor(self, code, ProgramClass.words(method.methodTypeSymbol()));
        for (CodeElement element : straight.code) {
            straight.follow(element);
            straight.at++;
        }
        return straight.understood && straight.initialized ? straight : null;
    }

    // ---- what it does -------------------------------------------------------------------------------

    private void follow(CodeElement element) {
        switch (element) {
            case LabelTarget label -> meet(label.label());
            case ExceptionCatch handler -> understood = false;
            case Instruction instruction when understood && here != null -> step(instruction);
            case Instruction instruction -> understood = false; // what no forward jump leads to
            default -> {}
        }
    }

    /** Control flow comes to a label from here, too. */
    private void meet(Label label) {
        Operands before = labels.get(label);
        if (here == null) {
            here = before;
        } else if (before == null) {
            labels.put(label, here);
        } else {
            understood &= before.equals(here);
        }
    }

    private void jump(Label label) {
        jumps = true;
        Operands before = labels.putIfAbsent(label, here);
        understood &= before == null || before.equals(here);
    }

    private boolean isSelf(int below) {
        return (here.self >>> here.depth - 1 - below & 1) != 0;
    }

    private void push(int words) {
        here = new Operands(here.depth + words, here.self);
    }

    private void pushSelf() {
        here = new Operands(here.depth + 1, here.self | 1L << here.depth);
    }

    /** Words none of which is {@code this}. */
    private void pop(int words) {
        for (int i = 0; i < words; i++) {
            understood &= here.depth > i && !isSelf(i);
        }
        drop(words);
    }

    private void drop(int words) {
        int depth = Math.max(0, here.depth - words);
        here = new Operands(depth, here.self & (1L << depth) - 1);
    }

    private void change(int popped, int pushed) {
        pop(popped);
        push(pushed);
    }

    private void step(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load when load.slot() == 0 -> pushSelf();
            case LoadInstruction load -> push(load.typeKind().slotSize());
            case StoreInstruction store -> {
                understood &= store.slot() != 0;
                pop(store.typeKind().slotSize());
            }
            case ConstantInstruction constant -> push(constant.typeKind().slotSize());
            case FieldInstruction field -> access(field);
            case InvokeInstruction call -> invoke(call);
            case InvokeDynamicInstruction call ->
                change(
                        ProgramClass.words(call.typeSymbol()),
                        TypeKind.from(call.typeSymbol().returnType()).slotSize());
            case NewObjectInstruction made -> push(1);
            case NewPrimitiveArrayInstruction made -> change(1, 1);
            case NewReferenceArrayInstruction made -> change(1, 1);
            case NewMultiArrayInstruction made -> change(made.dimensions(), 1);
            case ArrayLoadInstruction load -> change(2, load.typeKind().slotSize());
            case ArrayStoreInstruction store -> pop(2 + store.typeKind().slotSize());
            case ConvertInstruction convert ->
                change(convert.fromType().slotSize(), convert.toType().slotSize());
            case OperatorInstruction operator -> operate(operator);
            case TypeCheckInstruction check -> change(1, 1);
            case BranchInstruction branch -> branch(branch);
            case StackInstruction move -> move(move.opcode());
            case ReturnInstruction end -> {
                understood &= here.depth == 0;
                here = null;
            }
            case ThrowInstruction end -> {
                pop(1);
                here = null;
            }
            case IncrementInstruction none -> {}
            case NopInstruction none -> {}
            default -> understood = false; // switches, monitors
        }
    }

    private void access(FieldInstruction field) {
        int words = TypeKind.from(field.typeSymbol()).slotSize();
        switch (field.opcode()) {
            case GETSTATIC -> push(words);
            case PUTSTATIC -> pop(words);
            case GETFIELD -> {
                if (here.depth > 0 && isSelf(0)) {
                    roles.put(at, Role.GET);
                    understood &= isOwn(field) && isValue(field.typeSymbol());
                    drop(1);
                } else {
                    pop(1);
                }
                push(words);
            }
            default -> {
                pop(words);
                if (here.depth > 0 && isSelf(0)) {
                    roles.put(at, Role.PUT);
                    understood &= isOwn(field);
                    drop(1);
                } else {
                    understood &= !isOwn(field) || !isFinal(field); // only a constructor may store there
                    pop(1);
                }
            }
        }
    }

    private boolean isFinal(FieldInstruction field) {
        return self.field(field.name().stringValue(), field.typeSymbol()).is(ACC_FINAL);
    }

    private boolean isOwn(FieldInstruction field) {
        return field.owner().asInternalName().equals(self.name())
                && self.field(field.name().stringValue(), field.typeSymbol()) != null;
    }

    /** Whether it is the same before and after it is stored in shared memory: others may be copied, or refused. */
    private static boolean isValue(ClassDesc type) {
        return type.isPrimitive() || type.equals(ConstantDescs.CD_String);
    }

    private void invoke(InvokeInstruction call) {
        pop(ProgramClass.words(call.typeSymbol()));
        if (call.opcode() != Opcode.INVOKESTATIC) {
            if (here.depth > 0 && isSelf(0)) {
                roles.put(at, Role.SUPER);
                understood &= Constructions.isConstructor(call)
                        && call.owner().asInternalName().equals("java/lang/Object")
                        && !initialized;
                initialized = true;
                drop(1);
            } else {
                pop(1);
            }
        }
        push(TypeKind.from(call.typeSymbol().returnType()).slotSize());
    }

    /** The result of all others has the words of the operand that stays. */
    private void operate(OperatorInstruction operator) {
        switch (operator.opcode()) {
            case ARRAYLENGTH -> change(1, 1);
            case INEG, FNEG -> change(1, 1);
            case LNEG, DNEG -> change(2, 2);
            case FCMPL, FCMPG -> change(2, 1);
            case LCMP, DCMPL, DCMPG -> change(4, 1);
            case ISHL, ISHR, IUSHR -> change(2, 1);
            case LSHL, LSHR, LUSHR -> change(3, 2);
            default ->
                change(2 * operator.typeKind().slotSize(), operator.typeKind().slotSize());
        }
    }

    private void branch(BranchInstruction branch) {
        switch (branch.opcode()) {
            case GOTO, GOTO_W -> {
                jump(branch.target());
                here = null;
                return;
            }
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> pop(2);
            default -> pop(1);
        }
        jump(branch.target());
    }

    /** Of {@code this}, only dup, for {@code this.count++}. */
    private void move(Opcode opcode) {
        switch (opcode) {
            case POP -> pop(1);
            case POP2 -> pop(2);
            case DUP -> {
                if (here.depth > 0 && isSelf(0)) {
                    pushSelf();
                } else {
                    change(1, 2);
                }
            }
            case DUP_X1 -> change(2, 3);
            case DUP_X2 -> change(3, 4);
            case DUP2 -> change(2, 4);
            case DUP2_X1 -> change(3, 5);
            case DUP2_X2 -> change(4, 6);
            default -> change(2, 2); // swap
        }
    }

    // ---- the static method --------------------------------------------------------------------------

    /** The type of the call that makes an object of its fields' values, which generated code links. */
    public static MethodTypeDesc completion(ProgramClass self) {
        return MethodTypeDesc.of(
                self.desc(),
                self.fields().stream().map(ProgramClass.Field::type).toList());
    }

    void write(ClassBuilder builder, MethodModel method) {
        write(builder, self, method.methodTypeSymbol(), this::write);
    }

    private static void write(
            ClassBuilder builder, ProgramClass of, MethodTypeDesc constructor, Consumer<CodeBuilder> body) {
        builder.withMethodBody(
                Names.STRAIGHT,
                constructor.changeReturnType(of.desc()),
                ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC,
                body);
    }

    /**
     * The constructors that were straight when a class was loaded. A debugger may change their code, but adds and
     * removes no methods.
     */
    static Set<MethodTypeDesc> presentIn(Class<?> loaded) {
        return Arrays.stream(loaded.getDeclaredMethods())
                .filter(method -> method.getName().equals(Names.STRAIGHT))
                .map(method -> MethodType.methodType(void.class, method.getParameterTypes())
                        .describeConstable()
                        .orElseThrow())
                .collect(Collectors.toSet());
    }

    /** The static method of a constructor that was straight, and is not any more. */
    static void writeOther(ClassBuilder builder, ProgramClass of, MethodTypeDesc constructor) {
        write(builder, of, constructor, code -> {
            Preparer.constructThere(code, of, constructor);
            code.areturn();
        });
    }

    private void write(CodeBuilder builder) {
        List<ProgramClass.Field> fields = self.fields();
        fields.forEach(field -> {
            TypeKind kind = TypeKind.from(field.type());
            zero(builder, kind).storeLocal(kind, variables.get(field));
        });
        Label end = builder.newLabel();
        for (int i = 0; i < code.size(); i++) {
            write(builder, code.get(i), roles.get(i), end);
        }
        builder.labelBinding(end);
        fields.forEach(field -> builder.loadLocal(TypeKind.from(field.type()), variables.get(field)));
        builder.invokedynamic(DynamicCallSiteDesc.of(COMPLETION, "complete", completion(self)))
                .areturn();
    }

    private static CodeBuilder zero(CodeBuilder builder, TypeKind kind) {
        return switch (kind) {
            case LONG -> builder.lconst_0();
            case FLOAT -> builder.fconst_0();
            case DOUBLE -> builder.dconst_0();
            case REFERENCE -> builder.aconst_null();
            default -> builder.iconst_0();
        };
    }

    /** Null takes the place of {@code this} on the stack. */
    private void write(CodeBuilder builder, CodeElement element, Role role, Label end) {
        switch (element) {
            case LoadInstruction load when load.slot() == 0 -> builder.aconst_null();
            case LoadInstruction load -> builder.loadLocal(load.typeKind(), load.slot() - 1);
            case StoreInstruction store -> builder.storeLocal(store.typeKind(), store.slot() - 1);
            case IncrementInstruction increment -> builder.iinc(increment.slot() - 1, increment.constant());
            case FieldInstruction field when role == Role.PUT -> put(builder, field);
            case FieldInstruction field
            when role == Role.GET -> builder.pop().loadLocal(TypeKind.from(field.typeSymbol()), variableOf(field));
            case InvokeInstruction call when role == Role.SUPER -> builder.pop();
            case ReturnInstruction done -> builder.goto_(end);
            case Instruction instruction -> builder.with(instruction);
            case LabelTarget label -> builder.with(label);
            case LineNumber line -> builder.with(line);
            default -> { // what names variables, whose numbers change
            }
        }
    }

    private int variableOf(FieldInstruction field) {
        return variables.get(self.field(field.name().stringValue(), field.typeSymbol()));
    }

    /**
     * A store to a field narrows an int. A variable may hold values of several classes where jumps meet, and a field
     * does not: a cast says that they are of its type, which the class file library would have to find the classes for.
     * Some loaders do not show them.
     */
    private void put(CodeBuilder builder, FieldInstruction field) {
        TypeKind kind = TypeKind.from(field.typeSymbol());
        switch (kind) {
            case BYTE -> builder.i2b();
            case SHORT -> builder.i2s();
            case CHAR -> builder.i2c();
            case BOOLEAN -> builder.loadConstant(1).iand();
            case REFERENCE -> {
                if (jumps
                        && field.typeSymbol().isClassOrInterface()
                        && !ProgramClasses.isOfJdk(Names.internalName(field.typeSymbol()))) {
                    builder.checkcast(field.typeSymbol());
                }
            }
            default -> {}
        }
        builder.storeLocal(kind, variableOf(field)).pop();
    }
}
