// SPDX-License-Identifier: Apache-2.0
package colors.agent;

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
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The types of the elements that a method loads from arrays of references: a call that stands for {@code aaload} gives an Object, and the verifier wants to
 * know what it was. Follows the code once from its beginning to its end, as the verifier does, and takes the types where control flow meets from
 * the method's frames (JVM specification, 4.10.1). Only array types matter; null stands for any other one-word type and for a half of a long or
 * double.
 */
final class ArrayTypes {
    private static final int FRAMES = 50; // the first class file version that has them

    private final List<ClassDesc> loaded = new ArrayList<>(); // the element type for each aaload in turn; null: not known
    private final Map<Label, StackMapFrameInfo> frames = new HashMap<>();
    private final Map<Integer, ClassDesc> locals = new HashMap<>();
    private final List<ClassDesc> stack = new ArrayList<>();
    private boolean reachable = true; // and the types are known

    private ArrayTypes() {
    }

    /** The type of the element that each aaload of a method gives, in their order; an empty one where it is not known. */
    static List<Optional<ClassDesc>> ofLoads(ClassDesc self, MethodModel method, int version, CodeModel code) {
        ArrayTypes types = new ArrayTypes();
        types.begin(self, method);
        code.findAttribute(Attributes.stackMapTable()).ifPresent(table -> table.entries().forEach(frame -> types.frames.put(frame.target(), frame)));
        types.reachable = version >= FRAMES;
        code.forEach(types::follow);
        return types.loaded.stream().map(Optional::ofNullable).toList();
    }

    private void begin(ClassDesc self, MethodModel method) {
        int slot = 0;
        if ((method.flags().flagsMask() & ClassFile.ACC_STATIC) == 0) {
            locals.put(slot++, arrayOrNull(self));
        }
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            locals.put(slot, arrayOrNull(parameter));
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
            stack.add(arrayOrNull(type));
            pushOthers(slots - 1);
        }
    }

    private void pushOthers(int slots) {
        for (int i = 0; i < slots; i++) {
            stack.add(null);
        }
    }

    private ClassDesc pop() {
        return stack.removeLast();
    }

    private void pop(int slots) {
        for (int i = 0; i < slots; i++) {
            pop();
        }
    }

    private static int slots(MethodTypeDesc type) {
        return type.parameterList().stream().mapToInt(parameter -> TypeKind.from(parameter).slotSize()).sum();
    }

    /** The top {@code count} slots again, below {@code skipped} more. */
    private void duplicate(int count, int skipped) {
        stack.addAll(stack.size() - count - skipped, new ArrayList<>(stack.subList(stack.size() - count, stack.size())));
    }

    // ---- instructions -------------------------------------------------------------------------------

    private void follow(CodeElement element) {
        if (element instanceof LabelTarget label && frames.get(label.label()) instanceof StackMapFrameInfo frame) {
            enter(frame);
        } else if (element instanceof ArrayLoadInstruction load && load.opcode() == Opcode.AALOAD) {
            loaded.add(reachable ? loadElement() : null);
        } else if (reachable) {
            apply(element);
        }
    }

    private void enter(StackMapFrameInfo frame) {
        reachable = true;
        locals.clear();
        int slot = 0;
        for (VerificationTypeInfo type : frame.locals()) {
            locals.put(slot, typeOf(type));
            slot += slotsOf(type);
        }
        stack.clear();
        for (VerificationTypeInfo type : frame.stack()) {
            stack.add(typeOf(type));
            pushOthers(slotsOf(type) - 1);
        }
    }

    private static ClassDesc typeOf(VerificationTypeInfo type) {
        return type instanceof ObjectVerificationTypeInfo object ? arrayOrNull(object.classSymbol()) : null;
    }

    private static int slotsOf(VerificationTypeInfo type) {
        return type == SimpleVerificationTypeInfo.LONG || type == SimpleVerificationTypeInfo.DOUBLE ? 2 : 1;
    }

    /** Null where the array is one that is always null. */
    private ClassDesc loadElement() {
        pop();
        ClassDesc array = pop();
        ClassDesc element = array == null ? null : array.componentType();
        stack.add(element == null ? null : arrayOrNull(element));
        return element;
    }

    private void apply(CodeElement element) {
        switch (element) {
            case ArrayLoadInstruction load -> {
                pop(2);
                pushOthers(load.typeKind().slotSize());
            }
            case ArrayStoreInstruction store -> pop(2 + store.typeKind().slotSize());
            case BranchInstruction branch -> branch(branch.opcode());
            case ConstantInstruction constant -> pushOthers(constant.typeKind().slotSize());
            case ConvertInstruction convert -> {
                pop(convert.fromType().slotSize());
                pushOthers(convert.toType().slotSize());
            }
            case FieldInstruction field -> access(field);
            case InvokeInstruction call -> {
                pop(slots(call.typeSymbol()) + (call.opcode() == Opcode.INVOKESTATIC ? 0 : 1));
                push(call.typeSymbol().returnType());
            }
            case InvokeDynamicInstruction call -> {
                pop(slots(call.typeSymbol()));
                push(call.typeSymbol().returnType());
            }
            case LoadInstruction load when load.typeKind() == TypeKind.REFERENCE -> stack.add(locals.get(load.slot()));
            case LoadInstruction load -> pushOthers(load.typeKind().slotSize());
            case StoreInstruction store -> {
                pop(store.typeKind().slotSize() - 1);
                locals.put(store.slot(), pop());
            }
            case MonitorInstruction monitor -> pop();
            case NewMultiArrayInstruction made -> {
                pop(made.dimensions());
                push(made.arrayType().asSymbol());
            }
            case NewObjectInstruction made -> pushOthers(1);
            case NewPrimitiveArrayInstruction made -> {
                pop();
                push(made.typeKind().upperBound().arrayType());
            }
            case NewReferenceArrayInstruction made -> {
                pop();
                push(made.componentType().asSymbol().arrayType());
            }
            case OperatorInstruction operator -> operate(operator);
            case StackInstruction move -> move(move.opcode());
            case TypeCheckInstruction check -> {
                pop();
                push(check.opcode() == Opcode.CHECKCAST ? check.type().asSymbol() : ConstantDescs.CD_int);
            }
            case ReturnInstruction end -> reachable = false;
            case ThrowInstruction end -> reachable = false;
            case TableSwitchInstruction end -> reachable = false;
            case LookupSwitchInstruction end -> reachable = false;
            case IncrementInstruction none -> {
            }
            case NopInstruction none -> {
            }
            case Instruction other -> reachable = false; // of class files that have no frames
            default -> { // no instruction
            }
        }
    }

    private void branch(Opcode opcode) {
        switch (opcode) {
            case GOTO, GOTO_W -> reachable = false;
            case IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE -> pop(2);
            default -> pop();
        }
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
            case INEG, LNEG, FNEG, DNEG -> {
            }
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
                ClassDesc top = pop();
                stack.add(stack.size() - 1, top);
            }
        }
    }
}
