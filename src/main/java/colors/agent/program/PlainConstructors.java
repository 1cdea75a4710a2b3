// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the constructors of a class do the same in shared mode and out of it: they make nothing of the program's, and
 * call nothing that could. So an exclusive class's new has not to change the mode, which takes longer than such a
 * constructor does. Static methods that they call, of any class of the program, are looked into.
 */
final class PlainConstructors {
    private static final int MOST_METHODS = 50;

    private final ClassLoader loader;
    private final Map<String, Optional<ClassModel>> models = new HashMap<>();
    private final Set<String> methods = new HashSet<>(); // that are looked into, or were

    private PlainConstructors(ClassLoader loader, ClassModel model) {
        this.loader = loader;
        models.put(model.thisClass().asInternalName(), Optional.of(model));
    }

    /** Those of the superclass apart. */
    static boolean areIn(ClassLoader loader, ClassModel model) {
        PlainConstructors constructors = new PlainConstructors(loader, model);
        return model.methods().stream()
                .filter(method -> method.methodName().equalsString(ConstantDescs.INIT_NAME))
                .allMatch(constructors::isPlain);
    }

    private boolean isPlain(MethodModel method) {
        int[] delegations = {method.methodName().equalsString(ConstantDescs.INIT_NAME) ? 1 : 0}; // this() or super()
        return method.code().isPresent()
                && method.code().get().elementStream().allMatch(element -> switch (element) {
                    case InvokeInstruction call
                    when Constructions.isConstructor(call) ->
                        isOfException(call.owner()) && takesTexts(call.typeSymbol()) || delegations[0]-- == 1;
                    case InvokeInstruction call -> isHarmless(call) || isPlain(call);
                    case NewObjectInstruction made -> isOfException(made.className());
                    case InvokeDynamicInstruction call -> isConcatenation(call);
                    default -> !makesArray(element);
                });
    }

    /** A static method of the program. One that calls itself is what the rest of it is. */
    private boolean isPlain(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String method = call.name().stringValue() + call.type().stringValue();
        if (call.opcode() != Opcode.INVOKESTATIC || ProgramClasses.isOfJdk(owner)) {
            return false;
        }
        if (!methods.add(owner + '.' + method)) {
            return true;
        }
        return methods.size() <= MOST_METHODS
                && models.computeIfAbsent(owner, this::read).stream()
                        .flatMap(model -> model.methods().stream())
                        .filter(found -> method.equals(found.methodName().stringValue()
                                + found.methodType().stringValue()))
                        .findFirst() // none: of a superclass
                        .filter(this::isPlain)
                        .isPresent();
    }

    private Optional<ClassModel> read(String name) {
        try (InputStream resource = loader.getResourceAsStream(name + ".class")) {
            return resource == null
                    ? Optional.empty()
                    : Optional.of(ClassFile.of().parse(resource.readAllBytes()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Methods of boxes, of Math and of strings make nothing of the program's, and call nothing of it. */
    private static boolean isHarmless(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return switch (call.opcode()) {
            case INVOKESTATIC ->
                Names.BOXED.contains(owner)
                        || owner.equals("java/lang/Math")
                        || owner.equals("java/util/Objects")
                                && call.name().equalsString("requireNonNull")
                                && !call.type().stringValue().contains("Supplier");
            case INVOKEVIRTUAL ->
                owner.equals("java/lang/String")
                        && (call.name().equalsString("equals") || takesTexts(call.typeSymbol()));
            default -> false;
        };
    }

    /** Of the JDK, of which no code is rewritten. */
    private static boolean isOfException(ClassEntry type) {
        String name = type.asInternalName();
        return ProgramClasses.isOfJdk(name) && (name.endsWith("Exception") || name.endsWith("Error"));
    }

    private static boolean isConcatenation(InvokeDynamicInstruction call) {
        return call.bootstrapMethod().owner().equals(ClassDesc.of("java.lang.invoke.StringConcatFactory"))
                && takesTexts(call.typeSymbol());
    }

    private static boolean takesTexts(MethodTypeDesc type) {
        return type.parameterList().stream()
                .allMatch(parameter -> parameter.isPrimitive() || parameter.equals(ConstantDescs.CD_String));
    }

    private static boolean makesArray(CodeElement element) {
        return element instanceof NewPrimitiveArrayInstruction
                || element instanceof NewReferenceArrayInstruction
                || element instanceof NewMultiArrayInstruction;
    }
}
