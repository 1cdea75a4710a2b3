// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Boolean;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import colors.SharedMemoryException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
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
import java.lang.reflect.Field;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * Makes core reflection take {@link AbsentFields} for what the program wrote: {@link Field#getModifiers} and the
 * accessors behind {@link Field#get} and set; and gives nobody an offset of one. Installed before main where there are
 * exclusive classes, and stays: when another agent changes one of these classes, the JVM begins with the JDK's code. As
 * for {@link InstantiationHook}, what the changed code calls is a class put beside the JDK's.
 */
final class AbsentFieldsHook implements ClassFileTransformer {
    private static final String PACKAGE = "jdk.internal.reflect";
    private static final ClassDesc HOOK = ClassDesc.of(PACKAGE, "ColorsFields");
    private static final ClassDesc FIELD = Field.class.describeConstable().orElseThrow();
    private static final ClassDesc UNSAFE = ClassDesc.of("jdk.internal.misc.Unsafe");
    private static final ClassDesc HANDLES = ClassDesc.of("jdk.internal.access.JavaLangInvokeAccess");
    private static final ClassDesc INTERNAL_ERROR =
            InternalError.class.describeConstable().orElseThrow();
    private static final ClassDesc FLAGS =
            ToIntFunction.class.describeConstable().orElseThrow();
    private static final ClassDesc FUNCTION =
            BiFunction.class.describeConstable().orElseThrow();
    private static final ClassDesc CONSUMER = Consumer.class.describeConstable().orElseThrow();
    private static final ClassDesc PREDICATE =
            Predicate.class.describeConstable().orElseThrow();
    private static final ClassDesc UNARY =
            UnaryOperator.class.describeConstable().orElseThrow();
    private static final ClassDesc UNARY_FUNCTION = ClassDesc.of("java.util.function.Function");
    private static final MethodTypeDesc MODIFIERS = MethodTypeDesc.of(CD_int, CD_int, FIELD);
    private static final MethodTypeDesc UNREFLECT = MethodTypeDesc.of(CD_MethodHandle, FIELD, CD_boolean);
    private static final MethodTypeDesc OFFSET = MethodTypeDesc.of(CD_long, FIELD);
    private static final MethodTypeDesc CHECK = MethodTypeDesc.of(CD_void, FIELD);
    private static final MethodTypeDesc CAUSE = MethodTypeDesc.of(CD_Throwable, INTERNAL_ERROR);
    private static final long NO_OFFSET = -1; // Unsafe.INVALID_FIELD_OFFSET

    /** What has to be changed in the JDK, all of it. */
    private enum Site {
        MODIFIERS,
        ACCESS_CHECK,
        READ,
        WRITE,
        ACCESSOR,
        OFFSET,
        SERIALIZATION
    }

    private final Set<Site> changed = Collections.synchronizedSet(EnumSet.noneOf(Site.class));

    private AbsentFieldsHook() {}

    /** Exclusive classes keep their fields where this fails. */
    static void install(Instrumentation instrumentation)
            throws ReflectiveOperationException, UnmodifiableClassException {
        Class<?> beside = Class.forName(PACKAGE + ".FieldAccessor");
        Set<Module> colors = Set.of(AbsentFieldsHook.class.getModule());
        instrumentation.redefineModule(
                beside.getModule(),
                Set.of(),
                Map.of(),
                Map.of(PACKAGE, colors, Field.class.getPackageName(), colors),
                Set.of(),
                Map.of());
        Lookup inside = MethodHandles.privateLookupIn(beside, MethodHandles.lookup());
        Class<?> hook = inside.defineClass(generate());
        set(inside, hook, "flags", ToIntFunction.class, (ToIntFunction<Field>) AbsentFields::flags);
        set(inside, hook, "handle", BiFunction.class, (BiFunction<Field, Boolean, MethodHandle>) AbsentFields::handle);
        set(inside, hook, "refusal", Consumer.class, (Consumer<Field>) AbsentFields::refuseOffset);
        set(inside, hook, "absent", Predicate.class, (Predicate<Field>) AbsentFields::contain);
        set(inside, hook, "cause", UnaryOperator.class, (UnaryOperator<Throwable>) AbsentFieldsHook::cause);
        MethodHandle modifiers = MethodHandles.privateLookupIn(Field.class, MethodHandles.lookup())
                .findGetter(Field.class, "modifiers", int.class);
        AbsentFieldsHook transformer = new AbsentFieldsHook();
        instrumentation.addTransformer(transformer, true);
        instrumentation.retransformClasses(
                Field.class,
                Class.forName(PACKAGE + ".MethodHandleAccessorFactory"),
                Class.forName("jdk.internal.misc.Unsafe"),
                Class.forName("java.io.ObjectStreamClass$FieldReflector", false, null));
        if (transformer.changed.size() < Site.values().length) {
            throw new NoSuchMethodException(
                    "the JDK has not all of " + Arrays.toString(Site.values()) + ", but " + transformer.changed);
        }
        AbsentFields.make(modifiers);
    }

    private static void set(Lookup inside, Class<?> hook, String name, Class<?> type, Object value)
            throws ReflectiveOperationException {
        inside.findStaticVarHandle(hook, name, type).set(value);
    }

    /** The JDK's accessors throw an error of what a handle throws that reads no Java field. */
    private static Throwable cause(Throwable thrown) {
        return thrown.getCause() instanceof SharedMemoryException clear ? clear : thrown;
    }

    // ---- the class beside the JDK's -----------------------------------------------------------------

    private static byte[] generate() {
        return ClassFile.of().build(HOOK, builder -> {
            builder.withFlags(ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
            builder.withField("flags", FLAGS, ACC_STATIC)
                    .withField("handle", FUNCTION, ACC_STATIC)
                    .withField("refusal", CONSUMER, ACC_STATIC)
                    .withField("absent", PREDICATE, ACC_STATIC)
                    .withField("cause", UNARY, ACC_STATIC);
            writeModifiers(builder);
            writeHandle(builder);
            writeOffsets(builder);
            writeCause(builder);
        });
    }

    private static void writeModifiers(ClassBuilder builder) {
        builder.withMethodBody("modifiers", MODIFIERS, ACC_PUBLIC | ACC_STATIC, code -> {
            Label other = code.newLabel();
            code.iload(0).loadConstant(ACC_STATIC).iand().ifeq(other);
            code.getstatic(HOOK, "flags", FLAGS)
                    .aload(1)
                    .invokeinterface(FLAGS, "applyAsInt", MethodTypeDesc.of(CD_int, CD_Object))
                    .istore(2);
            code.iload(2).iflt(other).iload(2).ireturn();
            code.labelBinding(other).iload(0).ireturn();
        });
    }

    private static void writeHandle(ClassBuilder builder) {
        builder.withMethodBody(
                "unreflectField", UNREFLECT.insertParameterTypes(0, HANDLES), ACC_PUBLIC | ACC_STATIC, code -> {
                    Label other = code.newLabel();
                    code.getstatic(HOOK, "handle", FUNCTION)
                            .aload(1)
                            .iload(2)
                            .invokestatic(CD_Boolean, "valueOf", MethodTypeDesc.of(CD_Boolean, CD_boolean));
                    code.invokeinterface(FUNCTION, "apply", MethodTypeDesc.of(CD_Object, CD_Object, CD_Object))
                            .checkcast(CD_MethodHandle)
                            .astore(3);
                    code.aload(3).ifnull(other).aload(3).areturn();
                    code.labelBinding(other)
                            .aload(0)
                            .aload(1)
                            .iload(2)
                            .invokeinterface(HANDLES, "unreflectField", UNREFLECT)
                            .areturn();
                });
    }

    private static void writeOffsets(ClassBuilder builder) {
        builder.withMethodBody(
                "checkOffset", CHECK, ACC_PUBLIC | ACC_STATIC, code -> code.getstatic(HOOK, "refusal", CONSUMER)
                        .aload(0)
                        .invokeinterface(CONSUMER, "accept", MethodTypeDesc.of(CD_void, CD_Object))
                        .return_());
        builder.withMethodBody(
                "objectFieldOffset", OFFSET.insertParameterTypes(0, UNSAFE), ACC_PUBLIC | ACC_STATIC, code -> {
                    Label other = code.newLabel();
                    code.getstatic(HOOK, "absent", PREDICATE)
                            .aload(1)
                            .invokeinterface(PREDICATE, "test", MethodTypeDesc.of(CD_boolean, CD_Object))
                            .ifeq(other);
                    code.loadConstant(NO_OFFSET).lreturn();
                    code.labelBinding(other)
                            .aload(0)
                            .aload(1)
                            .invokevirtual(UNSAFE, "objectFieldOffset", OFFSET)
                            .lreturn();
                });
    }

    private static void writeCause(ClassBuilder builder) {
        builder.withMethodBody("cause", CAUSE, ACC_PUBLIC | ACC_STATIC, code -> code.getstatic(HOOK, "cause", UNARY)
                .aload(0)
                .invokeinterface(UNARY_FUNCTION, "apply", MethodTypeDesc.of(CD_Object, CD_Object))
                .checkcast(CD_Throwable)
                .areturn());
    }

    // ---- the JDK's classes --------------------------------------------------------------------------

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || name == null) {
            return null;
        }
        return switch (name) {
            case "java/lang/reflect/Field" -> change(classFile, this::changeField);
            case "jdk/internal/reflect/MethodHandleAccessorFactory" ->
                change(classFile, ClassTransform.transformingMethodBodies(this::giveHandle));
            case "jdk/internal/misc/Unsafe" ->
                change(
                        classFile,
                        ClassTransform.transformingMethodBodies(
                                AbsentFieldsHook::givesOffset, CodeTransform.ofStateful(RefuseOffset::new)));
            case "java/io/ObjectStreamClass$FieldReflector" ->
                change(
                        classFile,
                        ClassTransform.transformingMethodBodies(
                                method -> method.methodName().equalsString(INIT_NAME), this::giveNoOffset));
            default -> null;
        };
    }

    private static byte[] change(byte[] classFile, ClassTransform changes) {
        ClassFile context = ClassFile.of();
        return context.transformClass(context.parse(classFile), changes);
    }

    private void changeField(ClassBuilder builder, ClassElement element) {
        CodeTransform change = element instanceof MethodModel method ? changeOf(method) : null;
        if (change == null) {
            builder.with(element);
        } else {
            builder.transformMethod((MethodModel) element, MethodTransform.transformingCode(change));
        }
    }

    /** Null: the method of {@link Field} stays as it is. */
    private CodeTransform changeOf(MethodModel method) {
        return switch (method.methodName().stringValue()) {
            case "getModifiers" -> this::giveModifiers;
            case "checkAccess" -> this::checkAccess;
            case String name when ReflectionHook.isRead(method) -> new Rethrow(Site.READ);
            case String name when ReflectionHook.isWrite(method) -> new Rethrow(Site.WRITE);
            default -> null;
        };
    }

    private void giveModifiers(CodeBuilder code, CodeElement element) {
        if (element instanceof ReturnInstruction) {
            changed.add(Site.MODIFIERS);
            code.aload(0).invokestatic(HOOK, "modifiers", MODIFIERS);
        }
        code.with(element);
    }

    private void checkAccess(CodeBuilder code, CodeElement element) {
        if (element instanceof FieldInstruction read
                && read.opcode() == Opcode.GETFIELD
                && read.name().equalsString("modifiers")) {
            changed.add(Site.ACCESS_CHECK);
            code.invokevirtual(FIELD, "getModifiers", MethodTypeDesc.of(CD_int));
        } else {
            code.with(element);
        }
    }

    private void giveHandle(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call
                && call.name().equalsString("unreflectField")
                && call.typeSymbol().equals(UNREFLECT)) {
            changed.add(Site.ACCESSOR);
            code.invokestatic(HOOK, "unreflectField", UNREFLECT.insertParameterTypes(0, HANDLES));
        } else {
            code.with(element);
        }
    }

    private static boolean givesOffset(MethodModel method) {
        return (method.methodName().equalsString("objectFieldOffset")
                        || method.methodName().equalsString("staticFieldOffset"))
                && method.methodTypeSymbol().equals(OFFSET);
    }

    /**
     * Serialization asks for all classes, and writes no shared object. It takes this offset for that of a field that a
     * class has not.
     */
    private void giveNoOffset(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call
                && call.name().equalsString("objectFieldOffset")
                && call.typeSymbol().equals(OFFSET)) {
            changed.add(Site.SERIALIZATION);
            code.invokestatic(HOOK, "objectFieldOffset", OFFSET.insertParameterTypes(0, UNSAFE));
        } else {
            code.with(element);
        }
    }

    private final class RefuseOffset implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            changed.add(Site.OFFSET);
            code.aload(1).invokestatic(HOOK, "checkOffset", CHECK);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }

    /** Throws what an accessor wrapped. */
    private final class Rethrow implements CodeTransform {
        private final Site site;
        private Label start;

        Rethrow(Site site) {
            this.site = site;
        }

        @Override
        public void atStart(CodeBuilder code) {
            changed.add(site);
            start = code.newBoundLabel();
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }

        @Override
        public void atEnd(CodeBuilder code) {
            Label end = code.newBoundLabel();
            code.exceptionCatch(start, end, end, INTERNAL_ERROR)
                    .invokestatic(HOOK, "cause", CAUSE)
                    .athrow();
        }
    }
}
