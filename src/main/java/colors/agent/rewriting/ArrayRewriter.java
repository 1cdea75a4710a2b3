// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import colors.agent.program.Called;
import colors.agent.program.Names;
import colors.agent.program.PreparedClasses;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import colors.agent.program.Report;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rewrites what one method does with arrays: their instructions, and calls that give them to code that is not
 * rewritten.
 */
final class ArrayRewriter {
    private static final ClassDesc CD_Objects = CD_Object.arrayType();
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    private static final Set<String> VALUES = Stream.concat(
                    Names.BOXED.stream(),
                    Stream.of(
                            "java/lang/String",
                            "java/math/BigInteger",
                            "java/math/BigDecimal",
                            "java/util/UUID",
                            "java/time/Instant",
                            "java/time/LocalDateTime",
                            "java/time/LocalDate",
                            "java/time/Duration"))
            .collect(Collectors.toUnmodifiableSet());
    private static final int CLASS_CONSTANTS = 49; // the first class file version that has them
    private static final MethodTypeDesc IS_SHARED = MethodTypeDesc.of(CD_boolean);

    private final PreparedClasses others;
    private final ProgramClass self;
    private final Iterator<Optional<ClassDesc>> elements; // of each aaload that is still to come
    private final Iterator<StackTypes.ArrayUse> uses; // of those that are still to come
    private final ArrayVariables variables;
    private final OutlinedCode outlined; // null: code is to be fast
    private final ArrayLending lending;
    private final Report.Counts counts;
    private final ArrayFill fill = new ArrayFill();
    private final boolean isConstructor; // of an array
    private ClassDesc filled; // the type of the array
    private boolean isMade; // on the stack is a new array that a library made

    ArrayRewriter(
            PreparedClasses others,
            ProgramClass self,
            StackTypes types,
            MethodModel method,
            CodeModel code,
            OutlinedCode outlined,
            Report.Counts counts) {
        this.others = others;
        this.outlined = outlined;
        this.self = self;
        elements = types.loads().iterator();
        uses = types.arrays().iterator();
        variables = outlined == null ? new ArrayVariables(code, types) : null;
        this.counts = counts;
        lending = new ArrayLending(others, self);
        isConstructor = method.flags().has(AccessFlag.SYNTHETIC) && makesArray(code);
    }

    /** What compilers make of {@code String[]::new}, which libraries call to fill what it gives. */
    private static boolean makesArray(CodeModel code) {
        List<Instruction> all = code.elementStream()
                .filter(Instruction.class::isInstance)
                .map(Instruction.class::cast)
                .limit(4)
                .toList();
        return all.size() == 3
                && all.get(0) instanceof LoadInstruction
                && (all.get(1) instanceof NewPrimitiveArrayInstruction
                        || all.get(1) instanceof NewReferenceArrayInstruction)
                && all.get(2) instanceof ReturnInstruction;
    }

    void begin(CodeBuilder code) {
        if (variables != null) {
            variables.begin(code);
        }
    }

    /** False for what has nothing to do with arrays, and is not written then. */
    boolean rewrite(CodeBuilder code, CodeElement element) {
        boolean written = rewriteOne(code, element);
        ClassDesc shared = made(element);
        if (shared == null) {
            return written;
        }
        if (!written) {
            code.with(element);
        }
        code.invokestatic(Names.ARRAYS, "ofMode", MethodTypeDesc.of(CD_Object, CD_Object))
                .checkcast(shared);
        counts.arrays++;
        return true;
    }

    /** Called after each element of the method. */
    void note(CodeElement element) {
        if (element instanceof Instruction || element instanceof LabelTarget) {
            isMade = element instanceof InvokeInstruction call && lending.makes(Called.of(call));
        }
    }

    /**
     * The type of a new array that a library made, and that is a shared one in shared mode as any that is new: of
     * numbers by its call, of other values by the cast behind that.
     */
    private ClassDesc made(CodeElement element) {
        ClassDesc type =
                switch (element) {
                    case InvokeInstruction call
                    when lending.makes(Called.of(call)) -> call.typeSymbol().returnType();
                    case TypeCheckInstruction check
                    when isMade
                            && check.opcode() == Opcode.CHECKCAST
                            && check.type().asSymbol().isArray() -> check.type().asSymbol();
                    default -> null;
                };
        return type != null
                        && (type.componentType().isPrimitive()
                                || type.componentType().isClassOrInterface()
                                        && VALUES.contains(Names.internalName(type.componentType())))
                ? type
                : null;
    }

    private boolean rewriteOne(CodeBuilder code, CodeElement element) {
        switch (element) {
            case ArrayLoadInstruction load -> load(code, load);
            case ArrayStoreInstruction store -> store(code, store);
            case OperatorInstruction operator when operator.opcode() == Opcode.ARRAYLENGTH -> length(code, operator);
            case StoreInstruction store
            when variables != null && store.typeKind() == TypeKind.REFERENCE -> {
                variables.assign(code, store.slot());
                code.with(store);
            }
            case TypeCheckInstruction check
            when check.opcode() == Opcode.CHECKCAST && check.type().asSymbol().isArray() && hasClassConstants() -> {
                counts.arrays++;
                cast(code, check.type().asSymbol());
            }
            case NewPrimitiveArrayInstruction made ->
                allocate(code, made, made.typeKind().upperBound().arrayType());
            case NewReferenceArrayInstruction made
            when canBeShared(made.componentType().asSymbol()) ->
                allocate(code, made, made.componentType().asSymbol().arrayType());
            case NewMultiArrayInstruction made
            when canBeShared(made.arrayType().asSymbol()) ->
                allocate(code, made, made.arrayType().asSymbol());
            case InvokeInstruction call
            when ArrayLending.isReplaced(Called.of(call)) -> {
                counts.arrays++;
                code.invokestatic(Names.ARRAY_CALLS, call.name().stringValue(), call.typeSymbol());
            }
            case InvokeInstruction call when lending.isLent(Called.of(call)) -> lend(code, call);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void cast(CodeBuilder code, ClassDesc type) {
        if (outlined != null) {
            outlined.call(code, "cast", MethodTypeDesc.of(type, CD_Object), body -> {
                body.aload(0)
                        .loadConstant(type)
                        .invokestatic(Names.ARRAYS, "cast", MethodTypeDesc.of(CD_Object, CD_Object, CD_Class))
                        .checkcast(type)
                        .areturn();
            });
        } else {
            code.loadConstant(type)
                    .invokestatic(Names.ARRAYS, "cast", MethodTypeDesc.of(CD_Object, CD_Object, CD_Class))
                    .checkcast(type);
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
            code.with(operator)
                    .aload(access)
                    .invokestatic(Names.ARRAYS, "length", MethodTypeDesc.of(CD_int, CD_int, Names.ARRAY_ACCESS));
        } else if (outlined == null) {
            code.dup()
                    .with(operator)
                    .swap()
                    .invokestatic(Names.ARRAYS, "length", MethodTypeDesc.of(CD_int, CD_int, CD_Object));
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
                call(
                        code,
                        type == null ? "getByte" : "get",
                        type == null
                                ? MethodTypeDesc.of(CD_int, CD_Object, CD_int)
                                : MethodTypeDesc.of(type.componentType(), type, CD_int),
                        access);
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
            code.aload(access)
                    .invokestatic(
                            Names.ARRAYS, name, type.insertParameterTypes(type.parameterCount(), Names.ARRAY_ACCESS));
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
            outlined.call(code, "get", get.changeReturnType(element.get()), body -> body.aload(0)
                    .iload(1)
                    .invokestatic(Names.ARRAYS, "get", get)
                    .checkcast(element.get())
                    .areturn());
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
                call(
                        code,
                        ofBytes ? "set" : "setByte",
                        MethodTypeDesc.of(CD_void, ofBytes ? BYTES : CD_Object, CD_int, CD_int),
                        access);
            }
            default -> {
                ClassDesc type = store.typeKind().upperBound();
                call(
                        code,
                        "set",
                        MethodTypeDesc.of(
                                CD_void,
                                type.arrayType(),
                                CD_int,
                                store.typeKind().asLoadable().upperBound()),
                        access);
            }
        }
    }

    // ---- new arrays ---------------------------------------------------------------------------------

    /**
     * Numbers, strings, values, and what the agent prepared; others, such as Object, are mostly no part of an object:
     * arguments, buffers.
     */
    private boolean canBeShared(ClassDesc type) {
        ClassDesc root = type;
        while (root.isArray()) {
            root = root.componentType();
        }
        if (root.isPrimitive()) {
            return true;
        }
        String name =
                root.descriptorString().substring(1, root.descriptorString().length() - 1);
        if (ProgramClasses.isOfJdk(name)) {
            return VALUES.contains(name);
        }
        ProgramClass found = ProgramClasses.findDeclared(others.loader, name);
        return found != null && (found.isInterface() || others.contain(found));
    }

    /** It is private until the constants are in it that follow. */
    private void allocate(CodeBuilder code, CodeElement made, ClassDesc type) {
        code.with(made);
        if (isConstructor) {
            return;
        }
        counts.arrays++;
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

    /**
     * After the last constant: in shared mode the array becomes a shared one. Returns what was taken for another
     * constant.
     */
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

    private void lend(CodeBuilder code, InvokeInstruction call) {
        counts.arrays++;
        if (outlined == null || !canOutline(call)) {
            ArrayLending.call(code, Called.of(call));
            return;
        }
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        MethodTypeDesc type = isStatic
                ? call.typeSymbol()
                : call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol());
        outlined.call(
                code,
                call.opcode() + " " + call.owner().asInternalName() + "."
                        + call.name().stringValue(),
                type,
                body -> {
                    Preparer.loadParameters(body, type, 0);
                    ArrayLending.call(body, Called.of(call));
                    body.return_(TypeKind.from(type.returnType()));
                });
    }

    /**
     * Not where the verifier wants to know more of the receiver than its class: that it is new, or inherits a protected
     * method.
     */
    private boolean canOutline(InvokeInstruction call) {
        boolean isInherited = call.opcode() == Opcode.INVOKEVIRTUAL
                && self.inheritsFrom(call.owner().asInternalName());
        return call.opcode() != Opcode.INVOKESPECIAL && !isInherited;
    }
}
