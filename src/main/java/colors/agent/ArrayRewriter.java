// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
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
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rewrites what one method does with arrays: their instructions, and calls that give them to code that is not rewritten. */
final class ArrayRewriter {
    private static final ClassDesc CD_Objects = CD_Object.arrayType();
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    private static final ClassDesc LOAN = ArrayLoan.class.describeConstable().orElseThrow();
    private static final Set<String> VALUES = Set.of("java/lang/String", "java/lang/Byte", "java/lang/Short", "java/lang/Character", "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double",
                    "java/lang/Boolean", "java/math/BigInteger", "java/math/BigDecimal", "java/util/UUID", "java/time/Instant", "java/time/LocalDateTime", "java/time/LocalDate", "java/time/Duration");
    private static final Set<String> CHANGING = Set.of("fill", "sort", "parallelSort", "parallelPrefix", "setAll", "parallelSetAll"); // of Arrays
    private static final int CLASS_CONSTANTS = 49; // the first class file version that has them
    private static final MethodTypeDesc IS_SHARED = MethodTypeDesc.of(CD_boolean);

    private final PreparedClasses others;
    private final ProgramClass self;
    private final Iterator<Optional<ClassDesc>> elements; // of each aaload that is still to come
    private final Iterator<StackTypes.ArrayUse> uses; // of those that are still to come
    private final ArrayVariables variables;
    private final OutlinedCode outlined; // null: code is to be fast
    private final Report.Counts counts;
    private final ArrayFill fill = new ArrayFill();
    private ClassDesc filled; // the type of the array

    ArrayRewriter(PreparedClasses others, ProgramClass self, StackTypes types, CodeModel code, OutlinedCode outlined, Report.Counts counts) {
        this.others = others;
        this.outlined = outlined;
        this.self = self;
        elements = types.loads().iterator();
        uses = types.arrays().iterator();
        variables = outlined == null ? new ArrayVariables(code, types) : null;
        this.counts = counts;
    }

    void begin(CodeBuilder code) {
        if (variables != null) {
            variables.begin(code);
        }
    }

    /** False for what has nothing to do with arrays, and is not written then. */
    boolean rewrite(CodeBuilder code, CodeElement element) {
        switch (element) {
            case ArrayLoadInstruction load -> load(code, load);
            case ArrayStoreInstruction store -> store(code, store);
            case OperatorInstruction operator when operator.opcode() == Opcode.ARRAYLENGTH -> length(code, operator);
            case StoreInstruction store when variables != null && store.typeKind() == TypeKind.REFERENCE -> {
                variables.assign(code, store.slot());
                code.with(store);
            }
            case TypeCheckInstruction check when check.opcode() == Opcode.CHECKCAST && check.type().asSymbol().isArray() && hasClassConstants() -> {
                counts.arrays++;
                cast(code, check.type().asSymbol());
            }
            case NewPrimitiveArrayInstruction made -> allocate(code, made, made.typeKind().upperBound().arrayType());
            case NewReferenceArrayInstruction made when canBeShared(made.componentType().asSymbol()) -> allocate(code, made, made.componentType().asSymbol().arrayType());
            case NewMultiArrayInstruction made when canBeShared(made.arrayType().asSymbol()) -> allocate(code, made, made.arrayType().asSymbol());
            case InvokeInstruction call when isReplaced(call) -> {
                counts.arrays++;
                code.invokestatic(Names.ARRAY_CALLS, call.name().stringValue(), call.typeSymbol());
            }
            case InvokeInstruction call when isLent(call) -> lend(code, call);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void cast(CodeBuilder code, ClassDesc type) {
        if (outlined != null) {
            outlined.call(code, "cast", MethodTypeDesc.of(type, CD_Object), body -> {
                body.aload(0).loadConstant(type).invokestatic(Names.ARRAYS, "cast", MethodTypeDesc.of(CD_Object, CD_Object, CD_Class)).checkcast(type).areturn();
            });
        } else {
            code.loadConstant(type).invokestatic(Names.ARRAYS, "cast", MethodTypeDesc.of(CD_Object, CD_Object, CD_Class)).checkcast(type);
        }
    }

    private boolean hasClassConstants() {
        return self.version() >= CLASS_CONSTANTS;
    }

    // ---- elements -----------------------------------------------------------------------------------

    /** The variable with what the array stands for that a use works on; none: the call has to look it up. */
    private int access(StackTypes.ArrayUse use) {
        return variables == null ? StackTypes.NO_SLOT : variables.of(use);
    }

    private void length(CodeBuilder code, OperatorInstruction operator) {
        counts.arrays++;
        int access = access(uses.next());
        if (access != StackTypes.NO_SLOT) {
            code.with(operator).aload(access).invokestatic(Names.ARRAYS, "length", MethodTypeDesc.of(CD_int, CD_int, Names.ARRAY_ACCESS));
        } else if (outlined == null) {
            code.dup().with(operator).swap().invokestatic(Names.ARRAYS, "length", MethodTypeDesc.of(CD_int, CD_int, CD_Object));
        } else {
            code.invokestatic(Names.ARRAYS, "length", MethodTypeDesc.of(CD_int, CD_Object));
        }
    }

    private void load(CodeBuilder code, ArrayLoadInstruction load) {
        counts.arrays++;
        StackTypes.ArrayUse use = uses.next();
        int access = access(use);
        switch (load.opcode()) {
            case AALOAD -> loadReference(code, load, access);
            case BALOAD -> {
                ClassDesc type = use.type();
                call(code, type == null ? "getByte" : "get", type == null ? MethodTypeDesc.of(CD_int, CD_Object, CD_int) : MethodTypeDesc.of(type.componentType(), type, CD_int), access);
            }
            default -> {
                ClassDesc type = load.typeKind().upperBound();
                call(code, "get", MethodTypeDesc.of(type, type.arrayType(), CD_int), access);
            }
        }
    }

    /** The last parameter is what the array stands for, where a variable has it. */
    private static void call(CodeBuilder code, String name, MethodTypeDesc type, int access) {
        if (access == StackTypes.NO_SLOT) {
            code.invokestatic(Names.ARRAYS, name, type);
        } else {
            code.aload(access).invokestatic(Names.ARRAYS, name, type.insertParameterTypes(type.parameterCount(), Names.ARRAY_ACCESS));
        }
    }

    private void loadReference(CodeBuilder code, ArrayLoadInstruction load, int access) {
        Optional<ClassDesc> element = elements.next();
        if (element.isEmpty()) {
            counts.skip("a load from an array of unknown type");
            code.with(load);
            return;
        }
        MethodTypeDesc get = MethodTypeDesc.of(CD_Object, CD_Objects, CD_int);
        if (element.get().equals(CD_Object)) {
            call(code, "get", get, access);
        } else if (outlined == null) {
            call(code, "get", get, access);
            code.checkcast(element.get());
        } else {
            outlined.call(code, "get", get.changeReturnType(element.get()), body -> body.aload(0).iload(1).invokestatic(Names.ARRAYS, "get", get).checkcast(element.get()).areturn());
        }
    }

    private void store(CodeBuilder code, ArrayStoreInstruction store) {
        counts.arrays++;
        StackTypes.ArrayUse use = uses.next();
        int access = access(use);
        switch (store.opcode()) {
            case AASTORE -> call(code, "set", MethodTypeDesc.of(CD_void, CD_Objects, CD_int, CD_Object), access);
            case BASTORE -> {
                boolean ofBytes = BYTES.equals(use.type());
                call(code, ofBytes ? "set" : "setByte", MethodTypeDesc.of(CD_void, ofBytes ? BYTES : CD_Object, CD_int, CD_int), access);
            }
            default -> {
                ClassDesc type = store.typeKind().upperBound();
                call(code, "set", MethodTypeDesc.of(CD_void, type.arrayType(), CD_int, store.typeKind().asLoadable().upperBound()), access);
            }
        }
    }

    // ---- new arrays ---------------------------------------------------------------------------------

    /** Numbers, strings, values, and what the agent prepared; others, such as Object, are mostly no part of an object: arguments, buffers. */
    private boolean canBeShared(ClassDesc type) {
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
        ProgramClass found = ProgramClasses.findDeclared(others.loader, name);
        return found != null && (found.isInterface() || others.contain(found));
    }

    /** It is private until the constants are in it that follow. */
    private void allocate(CodeBuilder code, CodeElement made, ClassDesc type) {
        counts.arrays++;
        code.with(made);
        fill.begin();
        filled = type;
    }

    /** Whether this stores a constant into a new array. */
    boolean fill(CodeBuilder code, CodeElement element) {
        boolean taken = fill.isOpen() && fill.take(code, element);
        if (taken && element instanceof ArrayStoreInstruction) {
            uses.next();
        }
        return taken;
    }

    /** After the last constant: in shared mode the array becomes a shared one. Returns what was taken for another constant. */
    List<CodeElement> endFill(CodeBuilder code) {
        if (!fill.isOpen()) {
            return List.of();
        }
        MethodTypeDesc share = MethodTypeDesc.of(CD_Object, CD_Object);
        if (outlined != null) {
            code.invokestatic(Names.ARRAYS, "ofMode", share).checkcast(filled);
        } else {
            Label end = code.newLabel();
            code.invokestatic(Names.CONSTRUCTION, "isShared", IS_SHARED).ifeq(end);
            code.invokestatic(Names.ARRAYS, "share", share).checkcast(filled).labelBinding(end);
        }
        return fill.end();
    }

    // ---- other code ---------------------------------------------------------------------------------

    /** Whether {@link ArrayCalls} has the method. */
    private static boolean isReplaced(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return owner.equals("java/lang/System") && call.name().equalsString("arraycopy")
                        || owner.equals("java/util/Arrays") && call.name().equalsString("fill") && call.typeSymbol().parameterType(0).componentType().isPrimitive();
    }

    /** Whether a method of the JDK only reads the arrays that it gets, and keeps none. */
    private static boolean onlyReads(InvokeInstruction call) {
        return switch (call.owner().asInternalName()) {
            case "java/util/Arrays" -> !CHANGING.contains(call.name().stringValue());
            case "java/lang/String" -> !call.name().equalsString("getChars") && !call.name().equalsString("getBytes");
            default -> false;
        };
    }

    /** Whether a call may give an array to code that is not rewritten. */
    private boolean isLent(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return call.typeSymbol().parameterList().stream().anyMatch(parameter -> isLent(owner, call, parameter)) && !ProgramClasses.isRewritten(others.loader, owner) && !owner.equals(self.name());
    }

    /** Handles call what may be rewritten, or access an element in one step, which a copy would not. */
    private static boolean isLent(String owner, InvokeInstruction call, ClassDesc parameter) {
        if (owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle")) {
            return false;
        }
        return parameter.isArray() || parameter.equals(CD_Object) && owner.equals("java/lang/reflect/Array");
    }

    private void lend(CodeBuilder code, InvokeInstruction call) {
        counts.arrays++;
        if (outlined == null || !canOutline(call)) {
            lendHere(code, call);
            return;
        }
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        MethodTypeDesc type = isStatic ? call.typeSymbol() : call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol());
        outlined.call(code, call.opcode() + " " + call.owner().asInternalName() + "." + call.name().stringValue(), type, body -> {
            Preparer.loadParameters(body, type, 0);
            lendHere(body, call);
            body.return_(TypeKind.from(type.returnType()));
        });
    }

    /** Not where the verifier wants to know more of the receiver than its class: that it is new, or inherits a protected method. */
    private boolean canOutline(InvokeInstruction call) {
        boolean isInherited = call.opcode() == Opcode.INVOKEVIRTUAL && self.inheritsFrom(call.owner().asInternalName());
        return call.opcode() != Opcode.INVOKESPECIAL && !isInherited;
    }

    private void lendHere(CodeBuilder code, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        List<ClassDesc> parameters = call.typeSymbol().parameterList();
        int[] arguments = new int[parameters.size()];
        int[] loans = new int[parameters.size()];
        boolean onlyReads = onlyReads(call);
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
            if (onlyReads && isLent(owner, call, parameters.get(i))) {
                code.invokestatic(Names.ARRAYS, "copyOut", MethodTypeDesc.of(CD_Object, CD_Object)).checkcast(parameters.get(i));
            } else if (isLent(owner, call, parameters.get(i))) {
                loans[i] = code.allocateLocal(TypeKind.REFERENCE);
                code.dup().invokestatic(Names.ARRAYS, "lend", MethodTypeDesc.of(LOAN, CD_Object)).dup().astore(loans[i]);
                code.invokestatic(Names.ARRAYS, "argument", MethodTypeDesc.of(CD_Object, CD_Object, LOAN)).checkcast(parameters.get(i));
            }
        }
        code.with(call);
        for (int i = first; i < parameters.size() && !onlyReads; i++) {
            if (isLent(owner, call, parameters.get(i))) {
                code.aload(loans[i]).invokestatic(Names.ARRAYS, "giveBack", MethodTypeDesc.of(CD_void, LOAN));
            }
        }
    }
}
