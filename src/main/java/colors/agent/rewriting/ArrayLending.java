// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;

import colors.agent.border.ArrayLoan;
import colors.agent.program.Called;
import colors.agent.program.Names;
import colors.agent.program.PreparedClasses;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;

/** Calls, and references to methods, that give arrays to code that is not rewritten: it gets private ones. */
final class ArrayLending {
    private static final ClassDesc LOAN = ArrayLoan.class.describeConstable().orElseThrow();
    // of Arrays
    private static final Set<String> CHANGING =
            Set.of("fill", "sort", "parallelSort", "parallelPrefix", "setAll", "parallelSetAll");
    private static final Set<String> WRITING = Set.of("getChars", "getBytes"); // of String

    private final PreparedClasses others;
    private final ProgramClass self;

    ArrayLending(PreparedClasses others, ProgramClass self) {
        this.others = others;
        this.self = self;
    }

    /** Whether {@code ArrayCalls} has the method. */
    static boolean isReplaced(Called called) {
        return called.isOf("java/lang/System", "arraycopy")
                || called.isOf("java/util/Arrays", "fill")
                        && called.type().parameterType(0).componentType().isPrimitive();
    }

    /** Whether a call may give an array to code that is not rewritten. */
    boolean isLent(Called called) {
        return called.type().parameterList().stream().anyMatch(parameter -> isLent(called, parameter))
                && isElsewhere(called.owner());
    }

    private boolean isElsewhere(ClassDesc owner) {
        return !owner.isClassOrInterface()
                || !ProgramClasses.isRewritten(others.loader, Names.internalName(owner)) && !owner.equals(self.desc());
    }

    /** Whether a method that is not rewritten gives an array that it just made. */
    boolean makes(Called called) {
        return called.type().returnType().isArray()
                && (called.isOf("java/util/Arrays", "copyOf")
                        || called.isOf("java/util/Arrays", "copyOfRange")
                        || called.name().equals("toArray") && isElsewhere(called.owner()));
    }

    /** Handles call what may be rewritten, or access an element in one step, which a copy would not. */
    private static boolean isLent(Called called, ClassDesc parameter) {
        String owner = called.owner().descriptorString();
        if (owner.equals("Ljava/lang/invoke/MethodHandle;") || owner.equals("Ljava/lang/invoke/VarHandle;")) {
            return false;
        }
        return parameter.isArray() || parameter.equals(CD_Object) && owner.equals("Ljava/lang/reflect/Array;");
    }

    /** Whether a method of the JDK only reads the arrays that it gets. */
    private static boolean onlyReads(Called called) {
        return switch (called.owner().descriptorString()) {
            case "Ljava/util/Arrays;" -> !CHANGING.contains(called.name());
            case "Ljava/lang/String;" -> !WRITING.contains(called.name());
            default -> false;
        };
    }

    /** Calls with copies of the arrays that are on the stack. */
    static void call(CodeBuilder code, Called called) {
        List<ClassDesc> parameters = called.type().parameterList();
        int[] arguments = new int[parameters.size()];
        int[] loans = new int[parameters.size()];
        boolean onlyReads = onlyReads(called);
        int first = 0;
        while (!isLent(called, parameters.get(first))) {
            first++;
        }
        for (int i = parameters.size() - 1; i >= first; i--) {
            TypeKind kind = TypeKind.from(parameters.get(i));
            arguments[i] = code.allocateLocal(kind);
            code.storeLocal(kind, arguments[i]);
        }
        for (int i = first; i < parameters.size(); i++) {
            code.loadLocal(TypeKind.from(parameters.get(i)), arguments[i]);
            if (onlyReads && isLent(called, parameters.get(i))) {
                code.invokestatic(Names.ARRAYS, "copyOut", MethodTypeDesc.of(CD_Object, CD_Object))
                        .checkcast(parameters.get(i));
            } else if (isLent(called, parameters.get(i))) {
                loans[i] = code.allocateLocal(TypeKind.REFERENCE);
                code.dup()
                        .invokestatic(Names.ARRAYS, "lend", MethodTypeDesc.of(LOAN, CD_Object))
                        .dup()
                        .astore(loans[i]);
                code.invokestatic(Names.ARRAYS, "argument", MethodTypeDesc.of(CD_Object, CD_Object, LOAN))
                        .checkcast(parameters.get(i));
            }
        }
        called.call(code);
        for (int i = first; i < parameters.size() && !onlyReads; i++) {
            if (isLent(called, parameters.get(i))) {
                code.aload(loans[i]).invokestatic(Names.ARRAYS, "giveBack", MethodTypeDesc.of(CD_void, LOAN));
            }
        }
    }

    // ---- references to methods ----------------------------------------------------------------------

    /**
     * What stands for a reference such as {@code Arrays::toString}, which others call with arrays; the reference itself
     * where there is nothing to do.
     */
    DirectMethodHandleDesc reference(DirectMethodHandleDesc handle, OutlinedCode added) {
        Called called = Called.of(handle);
        if (called == null || called.owner().isArray()) {
            return handle;
        }
        if (isReplaced(called)) {
            return MethodHandleDesc.ofMethod(
                    DirectMethodHandleDesc.Kind.STATIC, Names.ARRAY_CALLS, called.name(), called.type());
        }
        if (!isLent(called)) {
            return handle;
        }
        MethodTypeDesc type = handle.invocationType();
        DirectMethodHandleDesc made = added.reference(
                handle.toString() + handle.owner().descriptorString(), type, code -> write(code, handle, called));
        return made == null ? handle : made;
    }

    private void write(CodeBuilder code, DirectMethodHandleDesc handle, Called called) {
        MethodTypeDesc type = handle.invocationType();
        if (handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            code.new_(called.owner()).dup();
        }
        Preparer.loadParameters(code, type, 0);
        call(code, called);
        code.return_(TypeKind.from(type.returnType()));
    }
}
