// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.agent.border.ArrayBorder;
import colors.roots.Instance;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * Leads {@link Field}'s get and set to {@link Reflected} when they meet a shared object, and makes {@link
 * Method#invoke} give private copies of shared arrays. Installed when the first shared object does: the code of these
 * two classes is changed then, of no other of the JDK; and whenever another agent changes it, because the JVM begins
 * with the JDK's. What it calls has to be in its own module, so a class of a few fields is put beside it.
 */
final class ReflectionHook {
    private static final ClassDesc HOOK = ClassDesc.of("java.lang.reflect.ColorsHook");
    private static final ClassDesc OPERATOR =
            BinaryOperator.class.describeConstable().orElseThrow();
    private static final ClassDesc CONSUMER =
            BiConsumer.class.describeConstable().orElseThrow();
    private static final ClassDesc UNARY =
            UnaryOperator.class.describeConstable().orElseThrow();
    private static final ClassDesc UNARY_FUNCTION = ClassDesc.of("java.util.function.Function");
    private static final ClassDesc FUNCTION = ClassDesc.of("java.util.function.BiFunction");

    private ReflectionHook() {}

    /** Needs the instrumentation of the agent. Called once. */
    static void install(Instrumentation instrumentation) {
        Module colors = ReflectionHook.class.getModule();
        instrumentation.redefineModule(
                Field.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of(Field.class.getPackageName(), Set.of(colors)),
                Set.of(),
                Map.of());
        try {
            Class<?> hook = MethodHandles.privateLookupIn(Field.class, MethodHandles.lookup())
                    .defineClass(generate());
            set(hook, "before", (BinaryOperator<Object>) Reflected::before);
            set(hook, "after", (BiConsumer<Object, Object>) Reflected::after);
            set(hook, "result", (UnaryOperator<Object>) ArrayBorder::copyOut);
            set(hook, "instance", Instance.class);
            ClassFileTransformer transformer = new Calls();
            instrumentation.addTransformer(transformer, true);
            instrumentation.retransformClasses(Field.class, Method.class);
        } catch (ReflectiveOperationException | UnmodifiableClassException e) {
            throw SharedMemoryException.of(Reason.STATE, "reflection on shared objects could not be set up: " + e, e);
        }
    }

    private static void set(Class<?> hook, String name, Object value) throws ReflectiveOperationException {
        Field field = hook.getDeclaredField(name);
        field.setAccessible(true);
        field.set(null, value);
    }

    /**
     * Static fields that hold what to call, and the calls for private and shared objects. For java.lang.reflect alone.
     */
    private static byte[] generate() {
        return ClassFile.of().build(HOOK, builder -> {
            builder.withFlags(ACC_SUPER);
            builder.withField("before", OPERATOR, ACC_STATIC)
                    .withField("after", CONSUMER, ACC_STATIC)
                    .withField("result", UNARY, ACC_STATIC)
                    .withField("instance", CD_Class, ACC_STATIC);
            writeBefore(builder);
            writeAfter(builder);
            writeResult(builder);
        });
    }

    private static void writeBefore(ClassBuilder builder) {
        builder.withMethodBody("before", MethodTypeDesc.of(CD_Object, CD_Object, CD_Object), ACC_STATIC, code -> {
            Label shared = testShared(code);
            code.aload(1).areturn().labelBinding(shared);
            code.getstatic(HOOK, "before", OPERATOR)
                    .aload(0)
                    .aload(1)
                    .invokeinterface(FUNCTION, "apply", MethodTypeDesc.of(CD_Object, CD_Object, CD_Object))
                    .areturn();
        });
    }

    private static void writeAfter(ClassBuilder builder) {
        builder.withMethodBody("after", MethodTypeDesc.of(CD_void, CD_Object, CD_Object), ACC_STATIC, code -> {
            Label shared = testShared(code);
            code.return_().labelBinding(shared);
            code.getstatic(HOOK, "after", CONSUMER)
                    .aload(0)
                    .aload(1)
                    .invokeinterface(CONSUMER, "accept", MethodTypeDesc.of(CD_void, CD_Object, CD_Object))
                    .return_();
        });
    }

    private static void writeResult(ClassBuilder builder) {
        builder.withMethodBody("result", MethodTypeDesc.of(CD_Object, CD_Object), ACC_STATIC, code -> {
            Label other = code.newLabel();
            code.aload(0)
                    .ifnull(other)
                    .aload(0)
                    .invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(CD_Class))
                    .invokevirtual(CD_Class, "isArray", MethodTypeDesc.of(CD_boolean))
                    .ifeq(other);
            code.getstatic(HOOK, "result", UNARY)
                    .aload(0)
                    .invokeinterface(UNARY_FUNCTION, "apply", MethodTypeDesc.of(CD_Object, CD_Object))
                    .areturn();
            code.labelBinding(other).aload(0).areturn();
        });
    }

    private static Label testShared(CodeBuilder code) {
        Label shared = code.newLabel();
        code.getstatic(HOOK, "instance", CD_Class)
                .aload(1)
                .invokevirtual(CD_Class, "isInstance", MethodTypeDesc.of(CD_boolean, CD_Object))
                .ifne(shared);
        return shared;
    }

    /** Puts the calls into get, set, getInt, setInt ... of Field. */
    private static final class Calls implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            if (redefined != Field.class && redefined != Method.class) {
                return null;
            }
            ClassModel model = ClassFile.of().parse(classFile);
            if (redefined == Method.class) {
                return ClassFile.of()
                        .transformClass(
                                model,
                                ClassTransform.transformingMethodBodies(
                                        method -> method.methodName().equalsString("invoke"), Calls::giveResult));
            }
            return ClassFile.of()
                    .transformClass(
                            model,
                            ClassTransform.transformingMethodBodies(
                                    method -> isRead(method) || isWrite(method), CodeTransform.ofStateful(Call::new)));
        }

        private static void giveResult(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction) {
                code.invokestatic(HOOK, "result", MethodTypeDesc.of(CD_Object, CD_Object));
            }
            code.with(element);
        }
    }

    /** Whether it is get, getInt and so on of {@link Field}. */
    static boolean isRead(MethodModel method) {
        return method.methodName().stringValue().startsWith("get")
                && method.methodType().stringValue().startsWith("(Ljava/lang/Object;)")
                && (method.flags().flagsMask() & ACC_PUBLIC) != 0;
    }

    /** Whether it is set, setInt and so on. */
    static boolean isWrite(MethodModel method) {
        return method.methodName().stringValue().startsWith("set")
                && method.methodType().stringValue().startsWith("(Ljava/lang/Object;")
                && (method.flags().flagsMask() & ACC_PUBLIC) != 0;
    }

    private static final class Call implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            code.aload(0)
                    .aload(1)
                    .invokestatic(HOOK, "before", MethodTypeDesc.of(CD_Object, CD_Object, CD_Object))
                    .astore(1);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction end && end.typeKind() == TypeKind.VOID) {
                code.aload(0).aload(1).invokestatic(HOOK, "after", MethodTypeDesc.of(CD_void, CD_Object, CD_Object));
            }
            code.with(element);
        }
    }
}
