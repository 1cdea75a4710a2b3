// SPDX-License-Identifier: Apache-2.0
package company;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.MTD_void;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Monitors;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.support.Forge;
import colors.support.WithDaemon;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Class files that no Java compiler makes, and those at the limits of the format. Runs under the agent, with
 * -Xverify:all.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
public class AgentClassFilesTest { // which the classes call
    private static final MethodTypeDesc OF_OBJECT = MethodTypeDesc.of(CD_int, CD_Object);

    private static Object fresh(Forge forge, String name) throws ReflectiveOperationException {
        return forge.get(name).getConstructor().newInstance();
    }

    private static Object shared(Forge forge, String name) throws ReflectiveOperationException {
        Object made = SharedMemory.allocate(forge.get(name));
        assertTrue(SharedMemory.isShared(made));
        return made;
    }

    private static void field(ClassBuilder builder) {
        builder.withField("n", CD_int, ACC_PUBLIC);
    }

    /** {@code int get(Object)} of the field n of a class, as {@code ((C) object).n}. */
    private static void reader(ClassBuilder builder, String of) {
        Forge.method(builder, "get", OF_OBJECT, code -> code.aload(0)
                .checkcast(Forge.named(of))
                .getfield(Forge.named(of), "n", CD_int)
                .ireturn());
    }

    /** {@code n} and {@code set(Object, int)}, {@code make()} of a class. */
    private static void user(ClassBuilder builder, String of) {
        reader(builder, of);
        Forge.method(builder, "set", MethodTypeDesc.of(CD_void, CD_Object, CD_int), code -> code.aload(0)
                .checkcast(Forge.named(of))
                .iload(1)
                .putfield(Forge.named(of), "n", CD_int)
                .return_());
        Forge.method(builder, "make", MethodTypeDesc.of(CD_Object), code -> code.new_(Forge.named(of))
                .dup()
                .invokespecial(Forge.named(of), ConstantDescs.INIT_NAME, MTD_void)
                .areturn());
    }

    /** So much that is rewritten that no method has room for it: {@code array[0]++}. */
    private static void grow(CodeBuilder code, int array, int bytes) {
        for (int i = 0; i < bytes / 7; i++) {
            code.aload(array).iconst_0().dup2().iaload().iconst_1().iadd().iastore();
        }
    }

    private static void huge(ClassBuilder builder) {
        Forge.method(builder, "huge", MethodTypeDesc.of(CD_int, CD_int.arrayType()), code -> {
            grow(code, 0, 65_000);
            code.aload(0).iconst_0().iaload().ireturn();
        });
    }

    @Test
    void aTableOfConstantsFillsAMethod() throws Throwable {
        Forge forge = new Forge().add("Table", builder -> {
            field(builder);
            user(builder, "Table");
            builder.withField("table", CD_int.arrayType(), ACC_PUBLIC | ACC_STATIC);
            builder.withMethodBody("<clinit>", MTD_void, ACC_STATIC, code -> {
                code.loadConstant(7000).newarray(java.lang.classfile.TypeKind.INT);
                for (int i = 0; i < 7000; i++) {
                    code.dup().loadConstant(i).loadConstant(10_000 + i).iastore();
                }
                code.putstatic(Forge.named("Table"), "table", CD_int.arrayType())
                        .return_();
            });
        });
        Object object = shared(forge, "Table");
        forge.call("Table", "set", object, 5);
        assertEquals(5, forge.call("Table", "get", object));
        assertEquals(16_999, ((int[]) forge.get("Table").getField("table").get(null))[6999]);
    }

    /**
     * As Byte Buddy and others make proxies: from what reflection says of the superclass, which the agent has prepared.
     */
    @Test
    void aGeneratedSubclassHasAllConstructorsOfItsSuperclass() throws Throwable {
        Forge forge = new Forge().add("Proxied", builder -> {
            field(builder);
            user(builder, "Proxied");
        });
        var constructors = forge.get("Proxied").getDeclaredConstructors();
        forge.add("Proxied$Proxy", ClassFile.of().build(Forge.named("Proxied$Proxy"), builder -> {
            builder.withFlags(ACC_PUBLIC).withSuperclass(Forge.named("Proxied"));
            for (var constructor : constructors) {
                MethodTypeDesc type = MethodType.methodType(void.class, constructor.getParameterTypes())
                        .describeConstable()
                        .orElseThrow();
                builder.withMethodBody(ConstantDescs.INIT_NAME, type, ACC_PUBLIC, code -> {
                    code.aload(0);
                    for (int i = 0; i < type.parameterCount(); i++) {
                        code.aload(i + 1);
                    }
                    code.invokespecial(Forge.named("Proxied"), ConstantDescs.INIT_NAME, type)
                            .return_();
                });
            }
        }));
        Object made = fresh(forge, "Proxied$Proxy");
        forge.call("Proxied", "set", made, 7);
        assertEquals(7, forge.call("Proxied", "get", made));
        Object object = shared(forge, "Proxied$Proxy");
        forge.call("Proxied", "set", object, 8);
        assertEquals(8, forge.call("Proxied", "get", object));
    }

    @Test
    void aClassThatCannotBeRewrittenIsLeftWithAllThatOthersKnowOfIt() throws Throwable {
        Forge forge = new Forge()
                .add("Huge", builder -> {
                    field(builder);
                    huge(builder);
                    user(builder, "Huge");
                })
                .add("HugeUser", builder -> user(builder, "Huge"))
                .add("HugeChild", ClassFile.of().build(Forge.named("HugeChild"), builder -> {
                    builder.withFlags(ACC_PUBLIC).withSuperclass(Forge.named("Huge"));
                    builder.withMethodBody(ConstantDescs.INIT_NAME, MTD_void, ACC_PUBLIC, code -> code.aload(0)
                            .invokespecial(Forge.named("Huge"), ConstantDescs.INIT_NAME, MTD_void)
                            .return_());
                }));
        Object made = forge.call("HugeUser", "make"); // rewritten before the class was loaded
        forge.call("HugeUser", "set", made, 7);
        assertEquals(7, forge.call("HugeUser", "get", made));
        assertEquals(7, forge.call("Huge", "get", made));
        assertEquals(9285, forge.call("Huge", "huge", new int[1]));
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared(forge, "Huge"));
        assertTrue(thrown.getMessage().contains("could not rewrite it"), thrown.getMessage());
        assertThrows(SharedMemoryException.class, () -> shared(forge, "HugeChild"));
        assertEquals(0, forge.call("HugeUser", "get", fresh(forge, "HugeChild")));
    }

    @Test
    void nothingIsSharedThatAClassUsesWhichCouldNotBeRewritten() throws Throwable {
        Forge forge = new Forge()
                .add("Used", AgentClassFilesTest::field)
                .add("Other", AgentClassFilesTest::field)
                .add("LeftUser", builder -> {
                    user(builder, "Used");
                    huge(builder);
                });
        Object used = forge.call("LeftUser", "make");
        forge.call("LeftUser", "set", used, 3);
        assertEquals(3, forge.call("LeftUser", "get", used));
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared(forge, "Used"));
        assertEquals(Reason.STATE, thrown.reason());
        assertTrue(thrown.getMessage().contains("company.shareable.LeftUser"), thrown.getMessage());
        assertThrows(SharedMemoryException.class, () -> shared(forge, "Used")); // each time
        shared(forge, "Other");
    }

    @Test
    void aClassThatCannotBeRewrittenIsRefusedWhereWhatItUsesIsShared() throws Throwable {
        Forge forge = new Forge().add("SharedFirst", AgentClassFilesTest::field).add("LateUser", builder -> {
            user(builder, "SharedFirst");
            huge(builder);
        });
        Object object = shared(forge, "SharedFirst");
        for (int i = 0; i < 2; i++) {
            SharedMemoryException thrown =
                    assertThrows(SharedMemoryException.class, () -> forge.call("LateUser", "get", object));
            assertTrue(
                    thrown.getMessage().contains("company.shareable.LateUser could not be rewritten"),
                    thrown.getMessage());
        }
    }

    @Test
    void aClassThatNobodyFoundWhenItWasAskedForIsNotPrepared() throws Throwable {
        Forge hidden = new Forge(false)
                .add("Generated", builder -> {
                    field(builder);
                    user(builder, "Generated");
                })
                .add("GeneratedUser", builder -> user(builder, "Generated"));
        Object made = hidden.call("GeneratedUser", "make");
        hidden.call("GeneratedUser", "set", made, 8);
        assertEquals(8, hidden.call("Generated", "get", made));
        assertThrows(SharedMemoryException.class, () -> shared(hidden, "Generated"));
        Forge alone = new Forge(false).add("Lonely", builder -> {
            field(builder);
            user(builder, "Lonely");
        });
        Object object = shared(alone, "Lonely"); // nobody asked before
        alone.call("Lonely", "set", object, 9);
        assertEquals(9, alone.call("Lonely", "get", object));
    }

    @Test
    void aFullConstantPoolLeavesAClassAsItIs() throws Throwable {
        Forge forge = new Forge().add("Full", builder -> {
            field(builder);
            user(builder, "Full");
            for (int i = 0; builder.constantPool().size() < 65_530; i++) {
                builder.constantPool().intEntry(1_000_000 + i);
            }
        });
        Object object = fresh(forge, "Full");
        forge.call("Full", "set", object, 4);
        assertEquals(4, forge.call("Full", "get", object));
        assertThrows(SharedMemoryException.class, () -> shared(forge, "Full"));
    }

    // ---- monitors -----------------------------------------------------------------------------------

    /** Whether the monitor is held inside. */
    public static int isHeld(Object object) {
        return (SharedMemory.isShared(object) ? Monitors.isHeldByCurrentThread(object) : Thread.holdsLock(object))
                ? 1
                : 0;
    }

    private static final ClassDesc TEST = ClassDesc.of("company.AgentClassFilesTest");

    private static CodeBuilder held(CodeBuilder code, int object) {
        return code.aload(object).invokestatic(TEST, "isHeld", OF_OBJECT);
    }

    private static void monitors(ClassBuilder builder) {
        field(builder);
        monitorsOfAnyVariable(builder);
        nestedMonitors(builder);
        loopedMonitor(builder);
        monitorLeftByAnException(builder);
    }

    /** The object from anywhere, and the exit by another variable than the entry. */
    private static void monitorsOfAnyVariable(ClassBuilder builder) {
        Forge.method(builder, "plain", OF_OBJECT, code -> held(code.aload(0).monitorenter(), 0)
                .aload(0)
                .monitorexit()
                .ireturn());
        Forge.method(builder, "copied", OF_OBJECT, code -> held(
                        code.aload(0).dup().astore(1).monitorenter(), 1)
                .aload(0)
                .monitorexit()
                .ireturn());
        Forge.method(builder, "kotlin", OF_OBJECT, code -> held(
                        code.aload(0).astore(1).aload(1).monitorenter(), 0)
                .aload(1)
                .monitorexit()
                .ireturn());
        Forge.method(builder, "used", OF_OBJECT, code -> code.aload(0)
                .dup()
                .astore(1)
                .monitorenter()
                .aload(1)
                .checkcast(Forge.named("Locked"))
                .getfield(Forge.named("Locked"), "n", CD_int)
                .aload(1)
                .monitorexit()
                .ireturn());
    }

    private static void nestedMonitors(ClassBuilder builder) {
        Forge.method(builder, "nested", OF_OBJECT, code -> {
            code.aload(0).monitorenter().aload(0).dup().monitorenter().monitorexit();
            held(code, 0).aload(0).monitorexit();
            held(code, 0).loadConstant(10).imul().iadd().ireturn();
        });
    }

    private static void loopedMonitor(ClassBuilder builder) {
        Forge.method(builder, "looped", OF_OBJECT, code -> {
            Label top = code.newLabel();
            code.loadConstant(20_000)
                    .istore(1)
                    .iconst_0()
                    .istore(2)
                    .labelBinding(top)
                    .aload(0)
                    .monitorenter();
            held(code, 0).iload(2).iadd().istore(2);
            code.aload(0).monitorexit().iinc(1, -1).iload(1).ifne(top).iload(2).ireturn();
        });
    }

    private static void monitorLeftByAnException(ClassBuilder builder) {
        Forge.method(builder, "thrown", OF_OBJECT, code -> {
            Label start = code.newLabel();
            Label end = code.newLabel();
            Label handler = code.newLabel();
            code.aload(0)
                    .monitorenter()
                    .labelBinding(start)
                    .aload(0)
                    .checkcast(CD_String)
                    .pop()
                    .aload(0)
                    .monitorexit()
                    .labelBinding(end)
                    .iconst_m1()
                    .ireturn();
            code.labelBinding(handler).pop().aload(0).monitorexit();
            held(code, 0).ireturn();
            code.exceptionCatchAll(start, end, handler);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {ClassFile.JAVA_21_VERSION, ClassFile.JAVA_5_VERSION, ClassFile.JAVA_1_VERSION})
    void anyFormOfMonitorsLocksTheSharedObject(int version) throws Throwable {
        Forge forge = new Forge().add("Locked", version, AgentClassFilesTest::monitors);
        for (Object object : new Object[] {fresh(forge, "Locked"), shared(forge, "Locked")}) {
            assertEquals(1, forge.call("Locked", "plain", object));
            assertEquals(1, forge.call("Locked", "copied", object));
            assertEquals(1, forge.call("Locked", "kotlin", object));
            assertEquals(0, forge.call("Locked", "used", object));
            assertEquals(1, forge.call("Locked", "nested", object));
            assertEquals(20_000, forge.call("Locked", "looped", object));
            assertEquals(0, forge.call("Locked", "thrown", object));
            assertEquals(0, isHeld(object));
        }
    }

    // ---- what is not initialized yet ----------------------------------------------------------------

    /**
     * Compares and locks its object before super(), calls that in two places, and compares what a new made before its
     * constructor ran.
     */
    private static void unborn(ClassBuilder builder) {
        builder.withFlags(ACC_PUBLIC).withField("n", CD_int, ACC_PUBLIC);
        builder.withMethodBody(ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void, CD_int), ACC_PUBLIC, code -> {
            Label other = code.newLabel();
            Label end = code.newLabel();
            code.aload(0).monitorenter().aload(0).monitorexit();
            code.aload(0).iload(1).putfield(Forge.named("Unborn"), "n", CD_int);
            code.aload(0)
                    .aload(0)
                    .if_acmpne(other)
                    .aload(0)
                    .invokespecial(CD_Object, ConstantDescs.INIT_NAME, MTD_void);
            code.aload(0)
                    .dup()
                    .getfield(Forge.named("Unborn"), "n", CD_int)
                    .iconst_1()
                    .iadd()
                    .putfield(Forge.named("Unborn"), "n", CD_int)
                    .goto_(end);
            code.labelBinding(other).aload(0).invokespecial(CD_Object, ConstantDescs.INIT_NAME, MTD_void);
            code.labelBinding(end).return_();
        });
        reader(builder, "Unborn");
        Forge.method(builder, "make", MethodTypeDesc.of(CD_Object), code -> {
            Label same = code.newLabel();
            code.new_(Forge.named("Unborn"))
                    .dup()
                    .dup()
                    .astore(0)
                    .aload(0)
                    .if_acmpeq(same)
                    .aconst_null()
                    .athrow();
            code.labelBinding(same)
                    .dup()
                    .bipush(8)
                    .invokespecial(Forge.named("Unborn"), ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void, CD_int))
                    .areturn();
        });
    }

    @Test
    void whatIsNotInitializedIsComparedAndLockedAsItIs() throws Throwable {
        Forge forge =
                new Forge().add("Unborn", ClassFile.of().build(Forge.named("Unborn"), AgentClassFilesTest::unborn));
        assertEquals(9, forge.call("Unborn", "get", forge.call("Unborn", "make")));
        shared(forge, "Unborn");
        Object object = SharedMemory.construct(() -> made(forge));
        assertTrue(SharedMemory.isShared(object));
        assertEquals(6, forge.call("Unborn", "get", object));
    }

    /** By code that the agent rewrote. */
    private static Object made(Forge forge) {
        forge.add(
                "Maker",
                builder -> Forge.method(builder, "make", MethodTypeDesc.of(CD_Object), code -> {
                    code.new_(Forge.named("Unborn"))
                            .dup()
                            .iconst_5()
                            .invokespecial(
                                    Forge.named("Unborn"), ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void, CD_int))
                            .areturn();
                }));
        try {
            return forge.call("Maker", "make");
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    // ---- what shared objects cannot have ------------------------------------------------------------

    @Test
    void aClassWithTwoFieldsOfOneNameStaysPrivate() throws Throwable {
        Forge forge = new Forge().add("TwoFields", builder -> {
            field(builder);
            builder.withField("n", CD_long, ACC_PUBLIC);
            user(builder, "TwoFields");
        });
        Object made = fresh(forge, "TwoFields");
        forge.call("TwoFields", "set", made, 3);
        assertEquals(3, forge.call("TwoFields", "get", made));
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared(forge, "TwoFields"));
        assertTrue(thrown.getMessage().contains("two fields of the name n"), thrown.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {126, 127})
    void aConstructorWithTooManyParametersKeepsItsClassPrivate(int longs) throws Throwable {
        MethodTypeDesc parameters = MethodTypeDesc.of(CD_void, Collections.nCopies(longs, CD_long));
        Forge forge = new Forge().add("Long", builder -> {
            field(builder);
            user(builder, "Long");
            builder.withMethodBody(ConstantDescs.INIT_NAME, parameters, ACC_PUBLIC, code -> {
                code.aload(0)
                        .invokespecial(CD_Object, ConstantDescs.INIT_NAME, MTD_void)
                        .aload(0)
                        .lload(251)
                        .l2i()
                        .putfield(Forge.named("Long"), "n", CD_int)
                        .return_();
            });
            Forge.method(builder, "build", MethodTypeDesc.of(CD_Object), code -> {
                code.new_(Forge.named("Long")).dup();
                for (int i = 0; i < longs; i++) {
                    code.loadConstant((long) i);
                }
                code.invokespecial(Forge.named("Long"), ConstantDescs.INIT_NAME, parameters)
                        .areturn();
            });
        });
        assertEquals(125, forge.call("Long", "get", forge.call("Long", "build")));
        if (longs == 126) {
            shared(forge, "Long");
            Object object = SharedMemory.construct(() -> built(forge));
            assertTrue(SharedMemory.isShared(object));
            assertEquals(125, forge.call("Long", "get", object));
        } else {
            SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared(forge, "Long"));
            assertTrue(thrown.getMessage().contains("252 words"), thrown.getMessage());
        }
    }

    private static Object built(Forge forge) {
        try {
            return forge.call("Long", "build");
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    // ---- old class files, handles, hidden classes ---------------------------------------------------

    private static void fillArray(CodeBuilder code) {
        code.aload(0)
                .checkcast(Forge.named("Old"))
                .astore(1)
                .aload(1)
                .iconst_3()
                .newarray(TypeKind.INT)
                .putfield(Forge.named("Old"), "array", CD_int.arrayType());
        code.aload(1)
                .getfield(Forge.named("Old"), "array", CD_int.arrayType())
                .dup()
                .iconst_1()
                .bipush(6)
                .iastore()
                .dup()
                .arraylength()
                .swap()
                .iconst_1()
                .iaload()
                .iadd()
                .ireturn();
    }

    /** A finally block, as javac 1.4 made it. */
    private static void returnFromSubroutine(CodeBuilder code) {
        Label part = code.newLabel();
        code.with(DiscontinuedInstruction.JsrInstruction.of(part))
                .aload(0)
                .checkcast(Forge.named("Old"))
                .getfield(Forge.named("Old"), "n", CD_int)
                .ireturn();
        code.labelBinding(part)
                .astore(1)
                .aload(0)
                .checkcast(Forge.named("Old"))
                .dup()
                .getfield(Forge.named("Old"), "n", CD_int)
                .iconst_1()
                .iadd();
        code.putfield(Forge.named("Old"), "n", CD_int).with(DiscontinuedInstruction.RetInstruction.of(1));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                ClassFile.JAVA_1_VERSION,
                ClassFile.JAVA_2_VERSION,
                ClassFile.JAVA_3_VERSION,
                ClassFile.JAVA_4_VERSION,
                ClassFile.JAVA_5_VERSION,
                ClassFile.JAVA_6_VERSION,
                ClassFile.JAVA_7_VERSION,
                ClassFile.JAVA_8_VERSION
            })
    void oldClassFilesWork(int version) throws Throwable {
        Forge forge = new Forge().add("Old", version, builder -> {
            field(builder);
            user(builder, "Old");
            builder.withField("array", CD_int.arrayType(), ACC_PUBLIC);
            Forge.method(builder, "fill", OF_OBJECT, AgentClassFilesTest::fillArray);
            if (version < ClassFile.JAVA_6_VERSION) {
                Forge.method(builder, "subroutine", OF_OBJECT, AgentClassFilesTest::returnFromSubroutine);
            }
        });
        Object object = fresh(forge, "Old");
        assertEquals(9, forge.call("Old", "fill", object));
        object = shared(forge, "Old");
        forge.call("Old", "set", object, 41);
        if (version < ClassFile.JAVA_6_VERSION) {
            assertEquals(42, forge.call("Old", "subroutine", object));
        }
        assertEquals(version < ClassFile.JAVA_6_VERSION ? 42 : 41, forge.call("Old", "get", object));
    }

    @Test
    void constantHandlesOfFieldsReachSharedObjects() throws Throwable {
        Forge forge = new Forge().add("Handled", builder -> {
            field(builder);
            user(builder, "Handled");
            Forge.method(builder, "handle", MethodTypeDesc.of(ConstantDescs.CD_MethodHandle), code -> {
                code.loadConstant(MethodHandleDesc.ofField(
                                DirectMethodHandleDesc.Kind.GETTER, Forge.named("Handled"), "n", CD_int))
                        .areturn();
            });
        });
        Object object = shared(forge, "Handled");
        forge.call("Handled", "set", object, 12);
        assertEquals(12, ((MethodHandle) forge.call("Handled", "handle")).invoke(object));
    }

    @Test
    void hiddenClassesReachSharedObjects() throws Throwable {
        Forge forge = new Forge().add("Seen", builder -> {
            field(builder);
            user(builder, "Seen");
            Forge.method(
                    builder,
                    "lookup",
                    MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup),
                    code -> code.invokestatic(
                                    ConstantDescs.CD_MethodHandles,
                                    "lookup",
                                    MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup))
                            .areturn());
        });
        byte[] hidden =
                ClassFile.of().build(Forge.named("Hidden"), builder -> reader(builder.withFlags(ACC_PUBLIC), "Seen"));
        MethodHandles.Lookup inside = (MethodHandles.Lookup) forge.call("Seen", "lookup");
        MethodHandles.Lookup made = inside.defineHiddenClass(hidden, true);
        MethodHandles.Lookup withData =
                inside.defineHiddenClassWithClassData(hidden, "data", true, MethodHandles.Lookup.ClassOption.NESTMATE);
        Object object = shared(forge, "Seen");
        forge.call("Seen", "set", object, 13);
        for (MethodHandles.Lookup each : new MethodHandles.Lookup[] {made, withData}) {
            assertTrue(each.lookupClass().isHidden());
            assertEquals(
                    13,
                    each.findStatic(each.lookupClass(), "get", MethodType.methodType(int.class, Object.class))
                            .invoke(object));
        }
    }

    @Test
    void twoLoadersWithOneName() throws Throwable {
        Forge one = new Forge().add("Twice", builder -> {
            field(builder);
            user(builder, "Twice");
        });
        Forge other = new Forge().add("Twice", builder -> {
            builder.withField("n", CD_long, ACC_PUBLIC);
            Forge.method(builder, "get", MethodTypeDesc.of(CD_long, CD_Object), code -> code.aload(0)
                    .checkcast(Forge.named("Twice"))
                    .getfield(Forge.named("Twice"), "n", CD_long)
                    .lreturn());
        });
        Object of = one.call("Twice", "make");
        one.call("Twice", "set", of, 21);
        assertEquals(21, one.call("Twice", "get", of));
        Object longer = fresh(other, "Twice");
        Field field = other.get("Twice").getField("n");
        field.setLong(longer, 1L << 40);
        assertEquals(1L << 40, other.call("Twice", "get", longer));
        assertThrows(ClassCastException.class, () -> other.call("Twice", "get", of));
    }

    // ---- finalizers ---------------------------------------------------------------------------------

    /** What finalizers count. */
    public static volatile int finalized;

    public static void countFinalized() {
        finalized++;
    }

    private static void finalizer(ClassBuilder builder, int flags) {
        field(builder);
        builder.withMethodBody("finalize", MTD_void, flags, code -> code.invokestatic(TEST, "countFinalized", MTD_void)
                .return_());
    }

    @Test
    void finalizersRunForPrivateObjectsAlone() throws Throwable {
        Forge forge = new Forge()
                .add("Finalized", builder -> finalizer(builder, ACC_PROTECTED))
                .add("Final", builder -> finalizer(builder, ACC_PROTECTED | ClassFile.ACC_FINAL));
        for (int i = 0; i < 1000; i++) {
            shared(forge, "Finalized");
        }
        fresh(forge, "Finalized");
        for (int i = 0; i < 1000 && finalized == 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.gc();
        Thread.sleep(50);
        assertEquals(1, finalized);
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> shared(forge, "Final"));
        assertTrue(thrown.getMessage().contains("finalize()"), thrown.getMessage());
    }

    // ---- constructors -------------------------------------------------------------------------------

    private static void constructor(ClassBuilder builder, ClassDesc parameter, Consumer<CodeBuilder> body) {
        builder.withMethodBody(ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void, parameter), ACC_PUBLIC, code -> {
            code.aload(0).invokespecial(CD_Object, ConstantDescs.INIT_NAME, MTD_void);
            body.accept(code);
            code.return_();
        });
    }

    /** {@code make} of a class with such a constructor. */
    private static void maker(ClassBuilder builder, String made, ClassDesc parameter) {
        Forge.method(builder, "make", MethodTypeDesc.of(CD_Object, parameter), code -> code.new_(Forge.named(made))
                .dup()
                .loadLocal(TypeKind.from(parameter), 0)
                .invokespecial(Forge.named(made), ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void, parameter))
                .areturn());
    }

    private static Object makeShared(Forge forge, String maker, Object argument) {
        return SharedMemory.construct(() -> {
            try {
                return forge.call(maker, "make", argument);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
    }

    /**
     * {@code base = first ? new First() : new Second()}, by one store for each: the types of the two meet nowhere in
     * the program's code.
     */
    private static void either(ClassBuilder builder) {
        ClassDesc base = Forge.named("Base");
        builder.withField("base", base, ACC_PUBLIC);
        constructor(builder, CD_boolean, code -> code.iload(1)
                .ifThenElse(first -> storeNew(first, "First", base), second -> storeNew(second, "Second", base)));
    }

    private static void storeNew(CodeBuilder.BlockCodeBuilder code, String made, ClassDesc base) {
        code.aload(0);
        makeNew(code, made);
        code.putfield(Forge.named("Either"), "base", base);
    }

    private static byte[] subclass(String name, String superclass) {
        return ClassFile.of().build(Forge.named(name), builder -> builder.withFlags(ACC_PUBLIC | ACC_SUPER)
                .withSuperclass(Forge.named(superclass))
                .withMethodBody(ConstantDescs.INIT_NAME, MTD_void, ACC_PUBLIC, code -> code.aload(0)
                        .invokespecial(Forge.named(superclass), ConstantDescs.INIT_NAME, MTD_void)
                        .return_()));
    }

    @Test
    void aConstructorStoresInstancesOfClassesThatAreNoResources() throws Throwable {
        Forge forge = new Forge(false)
                .add("Base", AgentClassFilesTest::field)
                .add("First", subclass("First", "Base"))
                .add("Second", subclass("Second", "Base"));
        forge.add("Either", AgentClassFilesTest::either)
                .add("MakesEither", builder -> maker(builder, "Either", CD_boolean));
        for (String name : new String[] {"Base", "First", "Second", "Either"}) {
            forge.get(name);
        }
        for (boolean first : new boolean[] {true, false}) {
            Object alone = forge.call("MakesEither", "make", first);
            assertEquals(
                    first ? "First" : "Second",
                    alone.getClass().getField("base").get(alone).getClass().getSimpleName());
            Object shared = makeShared(forge, "MakesEither", first);
            assertTrue(SharedMemory.isShared(shared));
            assertEquals(
                    first ? "First" : "Second",
                    forge.get("Either").getField("base").get(shared).getClass().getSimpleName());
        }
    }

    /** {@code Ground ground = first ? new Left() : new Right(); return ground.n;}. */
    private static byte[] merging() {
        ClassDesc ground = Forge.named("Ground");
        ClassHierarchyResolver resolver = ClassHierarchyResolver.of(
                        List.of(), Map.of(ground, CD_Object, Forge.named("Left"), ground, Forge.named("Right"), ground))
                .orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver))
                .build(Forge.named("Merging"), builder -> {
                    builder.withFlags(ACC_PUBLIC | ACC_SUPER);
                    Forge.method(builder, "n", MethodTypeDesc.of(CD_int, CD_boolean), code -> {
                        code.iload(0).ifThenElse(first -> makeNew(first, "Left"), second -> makeNew(second, "Right"));
                        code.getfield(ground, "n", CD_int).ireturn();
                    });
                });
    }

    private static void makeNew(CodeBuilder code, String made) {
        code.new_(Forge.named(made)).dup().invokespecial(Forge.named(made), ConstantDescs.INIT_NAME, MTD_void);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void classesThatAreNoResourcesMeetInAMethod(boolean loadedBefore) throws Throwable {
        Forge forge = new Forge(false)
                .add("Ground", AgentClassFilesTest::field)
                .add("Left", subclass("Left", "Ground"))
                .add("Right", subclass("Right", "Ground"))
                .add("Merging", merging());
        if (loadedBefore) {
            for (String name : new String[] {"Ground", "Left", "Right"}) {
                forge.get(name);
            }
        }
        assertEquals(0, forge.call("Merging", "n", true));
        assertEquals(0, forge.call("Merging", "n", false));
        if (loadedBefore) {
            assertEquals(0, SharedMemory.construct(() -> {
                try {
                    return forge.call("Merging", "n", true);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }));
        }
    }

    /** As deep a stack as is followed, with the object at its bottom, and a call that leaves it as it is. */
    private static void tall(ClassBuilder builder) {
        field(builder);
        Forge.method(builder, "nothing", MTD_void, CodeBuilder::return_);
        constructor(builder, CD_int, code -> {
            code.aload(0);
            for (int i = 0; i < Long.SIZE - 1; i++) {
                code.iload(1);
            }
            code.invokestatic(Forge.named("Tall"), "nothing", MTD_void);
            for (int i = 0; i < Long.SIZE - 2; i++) {
                code.pop();
            }
            code.putfield(Forge.named("Tall"), "n", CD_int);
        });
    }

    /** Stores into a final field of another object, which the JVM lets constructors do. */
    private static void giving(ClassBuilder builder) {
        builder.withField("n", CD_int, ACC_PUBLIC | ACC_FINAL);
        constructor(builder, Forge.named("Giving"), code -> code.aload(1)
                .iconst_5()
                .putfield(Forge.named("Giving"), "n", CD_int));
    }

    @Test
    void constructorsThatNoCompilerMadeDoWhatTheyDoPrivately() throws Throwable {
        Forge forge = new Forge()
                .add("Tall", AgentClassFilesTest::tall)
                .add("MakesTall", builder -> maker(builder, "Tall", CD_int));
        forge.add("Giving", AgentClassFilesTest::giving)
                .add("MakesGiving", builder -> maker(builder, "Giving", Forge.named("Giving")))
                .add("ReadsGiving", builder -> reader(builder, "Giving"))
                .add("ReadsTall", builder -> reader(builder, "Tall"));
        assertEquals(7, forge.call("ReadsTall", "get", forge.call("MakesTall", "make", 7)));
        assertEquals(7, forge.call("ReadsTall", "get", makeShared(forge, "MakesTall", 7)));
        Object alone = fresh(forge, "Giving");
        assertEquals(0, forge.call("ReadsGiving", "get", forge.call("MakesGiving", "make", alone)));
        assertEquals(5, forge.call("ReadsGiving", "get", alone));
        Object other = fresh(forge, "Giving");
        assertEquals(0, forge.call("ReadsGiving", "get", makeShared(forge, "MakesGiving", other)));
        assertEquals(5, forge.call("ReadsGiving", "get", other));
    }

    // ---- full stacks --------------------------------------------------------------------------------

    /** What locks itself until the stack is full. */
    private static void deep(ClassBuilder builder) {
        field(builder);
        builder.withMethodBody("deep", MTD_void, ACC_PUBLIC, code -> {
            Label start = code.newLabel();
            Label end = code.newLabel();
            Label handler = code.newLabel();
            Label handled = code.newLabel();
            code.aload(0)
                    .dup()
                    .astore(1)
                    .monitorenter()
                    .labelBinding(start)
                    .aload(0)
                    .dup()
                    .getfield(Forge.named("Deep"), "n", CD_int)
                    .iconst_1()
                    .iadd()
                    .putfield(Forge.named("Deep"), "n", CD_int);
            code.aload(0)
                    .invokevirtual(Forge.named("Deep"), "deep", MTD_void)
                    .aload(1)
                    .monitorexit()
                    .labelBinding(end)
                    .return_();
            code.labelBinding(handler)
                    .astore(2)
                    .aload(1)
                    .monitorexit()
                    .labelBinding(handled)
                    .aload(2)
                    .athrow();
            code.exceptionCatchAll(start, end, handler).exceptionCatchAll(handler, handled, handler); // as javac does
        });
    }

    @Test
    void aFullStackIsAnError() throws Throwable {
        Forge forge = new Forge().add("Deep", AgentClassFilesTest::deep);
        for (Object object : new Object[] {fresh(forge, "Deep"), shared(forge, "Deep")}) {
            Throwable[] thrown = new Throwable[1];
            Thread thread = new Thread(
                    null,
                    () -> {
                        try {
                            object.getClass().getMethod("deep").invoke(object);
                        } catch (ReflectiveOperationException | StackOverflowError e) {
                            thrown[0] = e.getCause() == null ? e : e.getCause();
                        }
                    },
                    "deep",
                    512 << 10);
            thread.start();
            thread.join();
            assertInstanceOf(StackOverflowError.class, thrown[0]);
            assertEquals(0, isHeld(object));
            Thread other = new Thread(() -> {
                synchronized (object) {
                    thrown[0] = null;
                }
            });
            other.start();
            other.join();
            assertEquals(null, thrown[0], "nobody else could enter");
        }
    }

    @Test
    void leavingTheMonitorInTheBlockIsAnError() {
        company.shareable.Point point = SharedMemory.copyIn(new company.shareable.Point(1, 1));
        assertThrows(IllegalMonitorStateException.class, () -> {
            synchronized (point) {
                Monitors.exit(point);
            }
        });
        assertFalse(Monitors.isHeldByCurrentThread(point));
    }
}
