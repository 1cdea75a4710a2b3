// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes {@link Constructor#newInstance} of an exclusive class call its method of the name {@code Names.NEW}, and {@link
 * Class#getModifiers} say what the program wrote: for the JVM the class is abstract. Installed before main where there
 * are exclusive classes, and stays, as {@link AbsentFieldsHook} does. As for {@link ReflectionHook}, what the changed
 * code calls is a class put beside the JDK's.
 */
final class InstantiationHook implements ClassFileTransformer {
    private static final String PACKAGE = "jdk.internal.reflect";
    private static final ClassDesc HOOK = ClassDesc.of(PACKAGE, "ColorsHook");
    private static final ClassDesc ACCESSOR = ClassDesc.of(PACKAGE, "ConstructorAccessor");
    private static final ClassDesc MADE = ClassDesc.of(PACKAGE, "ConstructorAccessorImpl");
    private static final ClassDesc BY_HANDLE = ClassDesc.of(PACKAGE, "DirectConstructorHandleAccessor");
    private static final ClassDesc CONSTRUCTOR =
            Constructor.class.describeConstable().orElseThrow();
    private static final ClassDesc FUNCTION = Function.class.describeConstable().orElseThrow();
    private static final ClassDesc PREDICATE =
            Predicate.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc ACCESSOR_OF = MethodTypeDesc.of(ACCESSOR, ACCESSOR, CONSTRUCTOR);
    private static final MethodTypeDesc MODIFIERS_OF = MethodTypeDesc.of(CD_int, CD_int, CD_Class);
    private static final int PASSED_SINGLY = 3; // arguments, by the accessors that take a handle

    private InstantiationHook() {}

    static void install(Instrumentation instrumentation)
            throws ReflectiveOperationException, UnmodifiableClassException {
        Class<?> beside = Class.forName(PACKAGE + ".ConstructorAccessor");
        instrumentation.redefineModule(
                beside.getModule(),
                Set.of(),
                Map.of(),
                Map.of(PACKAGE, Set.of(InstantiationHook.class.getModule())),
                Set.of(),
                Map.of());
        Lookup inside = MethodHandles.privateLookupIn(beside, MethodHandles.lookup());
        Class<?> hook = inside.defineClass(generate());
        set(inside, hook, "constructing", Function.class, (Function<Constructor<?>, MethodHandle>)
                InstantiationHook::handle);
        set(inside, hook, "concrete", Predicate.class, (Predicate<Class<?>>) SharedSubclass::isConcrete);
        ClassFileTransformer transformer = new InstantiationHook();
        instrumentation.addTransformer(transformer, true);
        instrumentation.retransformClasses(Constructor.class, Class.class);
    }

    private static void set(Lookup inside, Class<?> hook, String name, Class<?> type, Object value)
            throws ReflectiveOperationException {
        inside.findStaticVarHandle(hook, name, type).set(value);
    }

    /** What the JDK's accessor of a constructor is to call; null: the constructor. */
    private static MethodHandle handle(Constructor<?> constructor) {
        if (!SharedSubclass.isConcrete(constructor.getDeclaringClass())) {
            return null;
        }
        MethodHandle handle = SharedSubclass.makerOf(
                        constructor.getDeclaringClass(),
                        MethodType.methodType(void.class, constructor.getParameterTypes()))
                .asFixedArity();
        int count = constructor.getParameterCount();
        return count <= PASSED_SINGLY
                ? handle.asType(MethodType.genericMethodType(count))
                : handle.asSpreader(Object[].class, count).asType(MethodType.methodType(Object.class, Object[].class));
    }

    private static byte[] generate() {
        return ClassFile.of().build(HOOK, builder -> {
            builder.withFlags(ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
            builder.withField("constructing", FUNCTION, ACC_STATIC).withField("concrete", PREDICATE, ACC_STATIC);
            writeAccessor(builder);
            writeModifiers(builder);
        });
    }

    private static void writeAccessor(ClassBuilder builder) {
        builder.withMethodBody("accessor", ACCESSOR_OF, ACC_PUBLIC | ACC_STATIC, code -> {
            Label other = code.newLabel();
            code.getstatic(HOOK, "constructing", FUNCTION)
                    .aload(1)
                    .invokeinterface(FUNCTION, "apply", MethodTypeDesc.of(CD_Object, CD_Object))
                    .checkcast(CD_MethodHandle)
                    .astore(2);
            code.aload(2).ifnull(other);
            code.aload(1)
                    .aload(2)
                    .invokestatic(
                            BY_HANDLE, "constructorAccessor", MethodTypeDesc.of(MADE, CONSTRUCTOR, CD_MethodHandle))
                    .areturn();
            code.labelBinding(other).aload(0).areturn();
        });
    }

    /** Asks of abstract classes alone, and of no arrays: a prepared class is not final. */
    private static void writeModifiers(ClassBuilder builder) {
        builder.withMethodBody("modifiers", MODIFIERS_OF, ACC_PUBLIC | ACC_STATIC, code -> {
            Label other = code.newLabel();
            code.iload(0)
                    .loadConstant(ACC_ABSTRACT | ACC_INTERFACE | ACC_FINAL)
                    .iand()
                    .loadConstant(ACC_ABSTRACT)
                    .if_icmpne(other);
            code.getstatic(HOOK, "concrete", PREDICATE)
                    .aload(1)
                    .invokeinterface(PREDICATE, "test", MethodTypeDesc.of(CD_boolean, CD_Object))
                    .ifeq(other);
            code.iload(0).loadConstant(~ACC_ABSTRACT).iand().ireturn();
            code.labelBinding(other).iload(0).ireturn();
        });
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (redefined != Constructor.class && redefined != Class.class) {
            return null;
        }
        String changed = redefined == Class.class ? "getModifiers" : "acquireConstructorAccessor";
        return ClassFile.of()
                .transformClass(
                        ClassFile.of().parse(classFile),
                        ClassTransform.transformingMethodBodies(
                                method -> method.methodName().equalsString(changed),
                                redefined == Class.class
                                        ? InstantiationHook::giveModifiers
                                        : InstantiationHook::giveAccessor));
    }

    private static void giveAccessor(CodeBuilder code, CodeElement element) {
        code.with(element);
        if (element instanceof InvokeInstruction call && call.name().equalsString("newConstructorAccessor")) {
            code.aload(0).invokestatic(HOOK, "accessor", ACCESSOR_OF);
        }
    }

    private static void giveModifiers(CodeBuilder code, CodeElement element) {
        if (element instanceof ReturnInstruction) {
            code.aload(0).invokestatic(HOOK, "modifiers", MODIFIERS_OF);
        }
        code.with(element);
    }
}
