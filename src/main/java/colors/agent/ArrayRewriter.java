// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rewrites what one method does with arrays: their instructions, and calls that give them to code that is not rewritten. */
final class ArrayRewriter {
    private static final ClassDesc CD_Objects = CD_Object.arrayType();
    private static final ClassDesc LOAN = ArrayLoan.class.describeConstable().orElseThrow();
    private static final Set<String> VALUES = Set.of("java/lang/String", "java/lang/Byte", "java/lang/Short", "java/lang/Character", "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double",
                    "java/lang/Boolean", "java/math/BigInteger", "java/math/BigDecimal", "java/util/UUID", "java/time/Instant", "java/time/LocalDateTime", "java/time/LocalDate", "java/time/Duration");
    private static final int CLASS_CONSTANTS = 49; // the first class file version that has them
    private static final MethodTypeDesc IS_SHARED = MethodTypeDesc.of(CD_boolean);

    private final ClassLoader loader;
    private final ProgramClass self;
    private final Iterator<Optional<ClassDesc>> elements; // of each aaload that is still to come
    private final Report.Counts counts;

    ArrayRewriter(ClassLoader loader, ProgramClass self, List<Optional<ClassDesc>> elements, Report.Counts counts) {
        this.loader = loader;
        this.self = self;
        this.elements = elements.iterator();
        this.counts = counts;
    }

    /** False for what has nothing to do with arrays, and is not written then. */
    boolean rewrite(CodeBuilder code, CodeElement element) {
        switch (element) {
            case ArrayLoadInstruction load -> load(code, load);
            case ArrayStoreInstruction store -> store(code, store);
            case OperatorInstruction operator when operator.opcode() == Opcode.ARRAYLENGTH -> {
                counts.arrays++;
                code.dup().with(operator).swap().invokestatic(Names.ARRAYS, "length", MethodTypeDesc.of(CD_int, CD_int, CD_Object));
            }
            case TypeCheckInstruction check when check.opcode() == Opcode.CHECKCAST && check.type().asSymbol().isArray() && hasClassConstants() -> {
                counts.arrays++;
                code.loadConstant(check.type().asSymbol()).invokestatic(Names.ARRAYS, "cast", MethodTypeDesc.of(CD_Object, CD_Object, CD_Class)).with(check);
            }
            case NewPrimitiveArrayInstruction made when hasClassConstants() -> allocate(code, made, made.typeKind().upperBound().arrayType());
            case NewReferenceArrayInstruction made when canBeShared(made.componentType().asSymbol()) -> allocate(code, made, made.componentType().asSymbol().arrayType());
            case NewMultiArrayInstruction made when canBeShared(made.arrayType().asSymbol()) -> allocate(code, made);
            case InvokeInstruction call when isLent(call) -> lend(code, call);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean hasClassConstants() {
        return self.version() >= CLASS_CONSTANTS;
    }

    // ---- elements -----------------------------------------------------------------------------------

    private void load(CodeBuilder code, ArrayLoadInstruction load) {
        counts.arrays++;
        switch (load.opcode()) {
            case AALOAD -> loadReference(code, load);
            case BALOAD -> code.invokestatic(Names.ARRAYS, "getByte", MethodTypeDesc.of(CD_int, CD_Object, CD_int));
            default -> {
                ClassDesc type = load.typeKind().upperBound();
                code.invokestatic(Names.ARRAYS, "get", MethodTypeDesc.of(type, type.arrayType(), CD_int));
            }
        }
    }

    private void loadReference(CodeBuilder code, ArrayLoadInstruction load) {
        Optional<ClassDesc> element = elements.next();
        if (element.isEmpty()) {
            counts.skip("a load from an array of unknown type");
            code.with(load);
            return;
        }
        code.invokestatic(Names.ARRAYS, "get", MethodTypeDesc.of(CD_Object, CD_Objects, CD_int));
        if (!element.get().equals(CD_Object)) {
            code.checkcast(element.get());
        }
    }

    private void store(CodeBuilder code, ArrayStoreInstruction store) {
        counts.arrays++;
        switch (store.opcode()) {
            case AASTORE -> code.invokestatic(Names.ARRAYS, "set", MethodTypeDesc.of(CD_void, CD_Objects, CD_int, CD_Object));
            case BASTORE -> code.invokestatic(Names.ARRAYS, "setByte", MethodTypeDesc.of(CD_void, CD_Object, CD_int, CD_int));
            default -> {
                ClassDesc type = store.typeKind().upperBound();
                code.invokestatic(Names.ARRAYS, "set", MethodTypeDesc.of(CD_void, type.arrayType(), CD_int, store.typeKind().asLoadable().upperBound()));
            }
        }
    }

    // ---- new arrays ---------------------------------------------------------------------------------

    /** Numbers, strings, values, and what the agent prepared; others, such as Object, are mostly no part of an object: arguments, buffers. */
    private boolean canBeShared(ClassDesc type) {
        if (!hasClassConstants()) {
            return false;
        }
        ClassDesc root = type;
        while (root.isArray()) {
            root = root.componentType();
        }
        if (root.isPrimitive()) {
            return true;
        }
        String name = root.descriptorString().substring(1, root.descriptorString().length() - 1);
        if (ProgramClasses.isOfJdk(name)) {
            return VALUES.contains(name);
        }
        ProgramClass found = ProgramClasses.patterns().matches(name) ? ProgramClasses.find(loader, name) : null;
        return found != null && (found.isPrepared() || found.is(ACC_INTERFACE));
    }

    private void allocate(CodeBuilder code, CodeElement made, ClassDesc type) {
        counts.arrays++;
        Label shared = code.newLabel();
        Label end = code.newLabel();
        code.invokestatic(Names.CONSTRUCTION, "isShared", IS_SHARED).ifne(shared);
        code.with(made).goto_(end).labelBinding(shared);
        code.loadConstant(type).invokestatic(Names.ARRAYS, "allocate", MethodTypeDesc.of(CD_Object, CD_int, CD_Class)).checkcast(type).labelBinding(end);
    }

    private void allocate(CodeBuilder code, NewMultiArrayInstruction made) {
        counts.arrays++;
        ClassDesc type = made.arrayType().asSymbol();
        Label shared = code.newLabel();
        Label end = code.newLabel();
        code.invokestatic(Names.CONSTRUCTION, "isShared", IS_SHARED).ifne(shared);
        code.with(made).goto_(end).labelBinding(shared);
        int lengths = code.allocateLocal(TypeKind.REFERENCE);
        code.loadConstant(made.dimensions()).newarray(TypeKind.INT).astore(lengths);
        for (int i = made.dimensions() - 1; i >= 0; i--) {
            code.aload(lengths).swap().loadConstant(i).swap().iastore();
        }
        code.aload(lengths).loadConstant(type).invokestatic(Names.ARRAYS, "allocate", MethodTypeDesc.of(CD_Object, CD_int.arrayType(), CD_Class)).checkcast(type).labelBinding(end);
    }

    // ---- other code ---------------------------------------------------------------------------------

    /** Whether a call may give an array to code that is not rewritten. */
    private boolean isLent(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return call.typeSymbol().parameterList().stream().anyMatch(parameter -> isLent(owner, call, parameter)) && !ProgramClasses.isRewritten(loader, owner) && !owner.equals(self.name());
    }

    /** Handles call what may be rewritten, or access an element in one step, which a copy would not. */
    private static boolean isLent(String owner, InvokeInstruction call, ClassDesc parameter) {
        if (owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle")) {
            return false;
        }
        return parameter.isArray() || parameter.equals(CD_Object) && (owner.equals("java/lang/reflect/Array") || owner.equals("java/lang/System") && call.name().equalsString("arraycopy"));
    }

    private void lend(CodeBuilder code, InvokeInstruction call) {
        counts.arrays++;
        String owner = call.owner().asInternalName();
        List<ClassDesc> parameters = call.typeSymbol().parameterList();
        int[] arguments = new int[parameters.size()];
        int[] loans = new int[parameters.size()];
        int first = 0;
        while (!isLent(owner, call, parameters.get(first))) {
            first++;
        }
        for (int i = parameters.size() - 1; i >= first; i--) {
            TypeKind kind = TypeKind.from(parameters.get(i));
            arguments[i] = code.allocateLocal(kind);
            code.storeLocal(kind, arguments[i]);
        }
        for (int i = first; i < parameters.size(); i++) {
            code.loadLocal(TypeKind.from(parameters.get(i)), arguments[i]);
            if (isLent(owner, call, parameters.get(i))) {
                loans[i] = code.allocateLocal(TypeKind.REFERENCE);
                code.dup().invokestatic(Names.ARRAYS, "lend", MethodTypeDesc.of(LOAN, CD_Object)).dup().astore(loans[i]);
                code.invokestatic(Names.ARRAYS, "argument", MethodTypeDesc.of(CD_Object, CD_Object, LOAN)).checkcast(parameters.get(i));
            }
        }
        code.with(call);
        for (int i = first; i < parameters.size(); i++) {
            if (isLent(owner, call, parameters.get(i))) {
                code.aload(loans[i]).invokestatic(Names.ARRAYS, "giveBack", MethodTypeDesc.of(CD_void, LOAN));
            }
        }
    }
}
