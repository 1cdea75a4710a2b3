// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.classfile.ClassFile.ACC_VOLATILE;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_VarHandle;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import colors.agent.program.Names;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import colors.agent.rewriting.ClassRewriter;
import colors.agent.rewriting.Preparer;
import colors.agent.rewriting.StraightConstructor;
import colors.agent.rewriting.StringQuestion;
import colors.interfaces.FieldCode;
import colors.memory.Layout;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.Allocation;
import java.io.Serializable;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the class file of a {@link SharedSubclass}: an address, and an accessor for each shared field, which calls a
 * constant.
 */
final class SubclassGenerator {
    /** (granules, chunk)Object. */
    private static final String MAKE = "$colors$make";
    /** Allocates, and runs the constructor with these parameters. */
    static final String CONSTRUCT = "$colors$construct";

    /** Makes an object of the values of its fields, if the class may have a {@link StraightConstructor}. */
    static final String COMPLETE = "$colors$complete";

    private static final int VERSION = ClassFile.JAVA_25_VERSION;
    private static final String ALLOCATION = "$colors$allocation";
    private static final String IS_COMPLETE = "$colors$isComplete";
    private static final String COMPLETE_EACH = "$colors$completeEach";
    private static final ClassDesc ALLOCATES =
            Allocation.class.describeConstable().orElseThrow();
    private static final ClassDesc SHARED = Shared.class.describeConstable().orElseThrow();
    private static final ClassDesc MUTATOR = Mutator.class.describeConstable().orElseThrow();
    private static final DirectMethodHandleDesc CALL =
            ConstantDescs.ofCallsiteBootstrap(Names.SUBCLASS, "call", ConstantDescs.CD_CallSite, CD_String, CD_Class);
    private static final DirectMethodHandleDesc WRAPPER =
            ConstantDescs.ofCallsiteBootstrap(Names.SUBCLASS, "wrapper", ConstantDescs.CD_CallSite);
    private static final ClassDesc REFERENCE =
            Reference.class.describeConstable().orElseThrow();
    // none of the program's constructors ends so
    private static final MethodTypeDesc WRAPPING = MethodTypeDesc.of(CD_void, CD_int, Names.CHUNK, Names.MARKER);
    private static final MethodTypeDesc FIND_ACCESS =
            MethodTypeDesc.of(Names.ACCESS, CD_Class, CD_String, CD_String, CD_Class);

    private final Class<?> type;
    private final Lookup inside;
    private final ProgramClass prepared;
    private final ClassDesc self;
    private final List<Slot> slots = new ArrayList<>();

    /** A field of the class or a superclass, and the constant that reaches it. */
    private record Slot(ProgramClass declaring, ProgramClass.Field field, String constant) {

        ClassDesc accessType() {
            return FieldCode.access(field.type());
        }

        ClassDesc accessValue() {
            return FieldCode.value(field.type());
        }
    }

    /** {@code inside} looks up in the class. */
    SubclassGenerator(Class<?> type, Lookup inside) {
        this.type = type;
        this.inside = inside;
        prepared = ProgramClasses.find(type.getClassLoader(), type.getName().replace('.', '/'));
        self = ClassDesc.ofInternalName(prepared.name() + "$Shared");
        for (ProgramClass c = prepared; c != null && ProgramClasses.isPrepared(c); c = c.superclass()) {
            for (ProgramClass.Field field : c.fields()) {
                slots.add(new Slot(c, field, "$colors$field" + slots.size()));
            }
        }
    }

    byte[] generate() {
        return ClassRewriter.context(type.getClassLoader()).build(self, this::write);
    }

    private void write(ClassBuilder builder) {
        builder.withVersion(VERSION, 0)
                .withFlags(ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC)
                .withSuperclass(prepared.desc())
                .withInterfaceSymbols(Names.INSTANCE);
        builder.withField(ALLOCATION, ALLOCATES, ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
        slots.forEach(
                slot -> builder.withField(slot.constant(), slot.accessType(), ACC_PRIVATE | ACC_STATIC | ACC_FINAL));
        if (StraightConstructor.mayBeIn(prepared)) {
            builder.withField(IS_COMPLETE, CD_boolean, ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
            writeCompletion(builder);
        }
        builder.withMethodBody("<clinit>", MTD_void, ACC_STATIC, this::initialize);
        FieldCode.writeIdentity(builder, self);
        writeConstructors(builder);
        writeEarly(builder);
        slots.forEach(slot -> writeAccessors(builder, slot));
        writeObjectMethods(builder);
    }

    private void initialize(CodeBuilder code) {
        for (Slot slot : slots) {
            code.loadConstant(prepared.desc())
                    .loadConstant(slot.declaring().name().replace('/', '.'))
                    .loadConstant(slot.field().name())
                    .loadConstant(slot.field().type());
            code.invokestatic(Names.SUBCLASS, "access", FIND_ACCESS)
                    .checkcast(slot.accessType())
                    .putstatic(self, slot.constant(), slot.accessType());
        }
        code.loadConstant(prepared.desc())
                .invokestatic(Names.SUBCLASS, "allocationOf", MethodTypeDesc.of(ALLOCATES, CD_Class))
                .putstatic(self, ALLOCATION, ALLOCATES);
        if (StraightConstructor.mayBeIn(prepared)) {
            code.getstatic(self, ALLOCATION, ALLOCATES)
                    .loadConstant(slots.size())
                    .anewarray(Names.ACCESS);
            for (int i = 0; i < slots.size(); i++) {
                code.dup()
                        .loadConstant(i)
                        .getstatic(self, slots.get(i).constant(), slots.get(i).accessType())
                        .aastore();
            }
            code.invokestatic(
                            Names.SUBCLASS,
                            "isComplete",
                            MethodTypeDesc.of(CD_boolean, ALLOCATES, Names.ACCESS.arrayType()))
                    .putstatic(self, IS_COMPLETE, CD_boolean);
        }
        code.return_();
    }

    // ---- address and construction -------------------------------------------------------------------

    private void writeConstructors(ClassBuilder builder) {
        builder.withMethodBody(INIT_NAME, WRAPPING, 0, code -> {
            FieldCode.setIdentity(code, self, 1);
            code.aload(0)
                    .aconst_null()
                    .invokespecial(prepared.desc(), INIT_NAME, Names.MARKED)
                    .return_();
        });
        prepared.constructors().forEach(constructor -> writeConstructor(builder, constructor.type()));
    }

    /** The address is there before the program's constructor runs, which stores fields by the accessors. */
    private void writeConstructor(ClassBuilder builder, MethodTypeDesc parameters) {
        MethodTypeDesc type = parameters.insertParameterTypes(parameters.parameterCount(), CD_int, Names.CHUNK);
        builder.withMethodBody(INIT_NAME, type, 0, code -> {
            FieldCode.setIdentity(code, self, 1 + ProgramClass.words(parameters));
            code.aload(0);
            Preparer.loadParameters(code, parameters, 1);
            code.invokespecial(prepared.desc(), INIT_NAME, parameters).return_();
        });
        builder.withMethodBody(CONSTRUCT, parameters.changeReturnType(prepared.desc()), ACC_STATIC, code -> {
            int mutator = code.allocateLocal(TypeKind.REFERENCE);
            code.invokestatic(MUTATOR, "current", MethodTypeDesc.of(MUTATOR)).astore(mutator);
            code.new_(self).dup();
            Preparer.loadParameters(code, parameters, 0);
            allocate(code, mutator);
            code.invokespecial(self, INIT_NAME, type).areturn();
        });
    }

    // ---- completion ---------------------------------------------------------------------------------

    private void writeCompletion(ClassBuilder builder) {
        MethodTypeDesc type = StraightConstructor.completion(prepared);
        builder.withMethodBody(COMPLETE, type, ACC_STATIC, code -> complete(code, type));
        builder.withMethodBody(COMPLETE_EACH, type, ACC_PRIVATE | ACC_STATIC, this::completeEach);
    }

    /**
     * The words of all fields, a block with them in it, and one operation that makes it an object. Where a value has no
     * word, each field is set.
     */
    private void complete(CodeBuilder code, MethodTypeDesc type) {
        Label each = code.newLabel();
        int mutator = code.allocateLocal(TypeKind.REFERENCE);
        int block = code.allocateLocal(TypeKind.LONG);
        List<Integer> kept = new ArrayList<>(); // variables with what must live until then
        code.getstatic(self, IS_COMPLETE, CD_boolean).ifeq(each);
        code.invokestatic(MUTATOR, "current", MethodTypeDesc.of(MUTATOR)).astore(mutator);
        Map<Slot, Integer> words = makeWords(code, mutator, kept, each);
        code.aload(mutator);
        call(code, ALLOCATION, ALLOCATES, "begin", MethodTypeDesc.of(CD_long, MUTATOR));
        code.lstore(block);
        initializeFields(code, block, words);
        code.aload(mutator).lload(block);
        call(code, ALLOCATION, ALLOCATES, "publish", MethodTypeDesc.of(CD_boolean, MUTATOR, CD_long));
        code.ifeq(each);
        // before anything else is linked: the program's class loader may use the heap
        int chunk = keepChunk(code, mutator);
        kept.forEach(variable -> code.aload(variable)
                .invokestatic(REFERENCE, "reachabilityFence", MethodTypeDesc.of(CD_void, CD_Object)));
        // Segment.granules, without a call
        code.lload(block)
                .getstatic(Names.SEGMENT, "BASE", CD_long)
                .lsub()
                .loadConstant(Layout.GRANULE_SHIFT)
                .lushr()
                .l2i();
        code.aload(chunk)
                .invokedynamic(DynamicCallSiteDesc.of(WRAPPER, MAKE, Names.WRAP))
                .checkcast(prepared.desc())
                .areturn();
        code.labelBinding(each);
        Preparer.loadParameters(code, type, 0);
        code.invokestatic(self, COMPLETE_EACH, type).areturn();
    }

    /**
     * The variables with the words of references. To {@code none} where a value has no word; to {@code kept} what keeps
     * the others alive.
     */
    private Map<Slot, Integer> makeWords(CodeBuilder code, int mutator, List<Integer> kept, Label none) {
        Map<Slot, Integer> words = new HashMap<>();
        int parameter = 0;
        for (Slot slot : slots) {
            TypeKind kind = TypeKind.from(slot.field().type());
            if (kind == TypeKind.REFERENCE) {
                int word = code.allocateLocal(TypeKind.LONG);
                words.put(slot, word);
                code.aload(mutator).aload(parameter);
                call(code, slot, "word", MethodTypeDesc.of(CD_long, MUTATOR, CD_Object));
                code.dup2().lstore(word).loadConstant(Tag.VACANT).lcmp().ifeq(none);
                kept.add(slot.field().type().equals(CD_String) ? keepChunk(code, mutator) : Integer.valueOf(parameter));
            }
            parameter += kind.slotSize();
        }
        return words;
    }

    private void initializeFields(CodeBuilder code, int block, Map<Slot, Integer> words) {
        int parameter = 0;
        for (Slot slot : slots) {
            TypeKind kind = TypeKind.from(slot.field().type());
            ClassDesc value = kind == TypeKind.REFERENCE ? CD_long : slot.accessValue();
            code.lload(block);
            code.loadLocal(kind == TypeKind.REFERENCE ? TypeKind.LONG : kind, words.getOrDefault(slot, parameter));
            widen(code, kind);
            call(code, slot, "initialize", MethodTypeDesc.of(CD_void, CD_long, value));
            parameter += kind.slotSize();
        }
    }

    /** What was just made is a root as long as the chunk that the mutator has now. */
    private static int keepChunk(CodeBuilder code, int mutator) {
        int chunk = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(mutator)
                .invokevirtual(MUTATOR, "wrapperChunk", MethodTypeDesc.of(Names.CHUNK))
                .astore(chunk);
        return chunk;
    }

    private static void widen(CodeBuilder code, TypeKind kind) {
        if (kind == TypeKind.FLOAT) {
            code.f2d();
        }
    }

    /** As a constructor does. */
    private void completeEach(CodeBuilder code) {
        int mutator = code.allocateLocal(TypeKind.REFERENCE);
        int made = code.allocateLocal(TypeKind.REFERENCE);
        code.invokestatic(MUTATOR, "current", MethodTypeDesc.of(MUTATOR)).astore(mutator);
        code.new_(self).dup();
        allocate(code, mutator);
        code.aconst_null().invokespecial(self, INIT_NAME, WRAPPING).astore(made);
        int parameter = 0;
        for (Slot slot : slots) {
            TypeKind kind = TypeKind.from(slot.field().type());
            code.aload(made).loadLocal(kind, parameter);
            widen(code, kind);
            call(code, slot, "set", MethodTypeDesc.of(CD_void, SHARED, slot.accessValue()));
            parameter += kind.slotSize();
        }
        code.aload(made).areturn();
    }

    /** Pushes the granules and the chunk of a new object. */
    private void allocate(CodeBuilder code, int mutator) {
        code.aload(mutator).getstatic(self, ALLOCATION, ALLOCATES).loadConstant(prepared.desc());
        code.invokestatic(Names.SUBCLASS, "allocate", MethodTypeDesc.of(CD_int, MUTATOR, ALLOCATES, CD_Class));
        code.aload(mutator).invokevirtual(MUTATOR, "wrapperChunk", MethodTypeDesc.of(Names.CHUNK));
    }

    // ---- early stores -------------------------------------------------------------------------------

    /**
     * What constructors stored before super() lies in the Java object: in shared memory as well, the superclass's
     * first.
     */
    private void writeEarly(ClassBuilder builder) {
        List<String> storing = new ArrayList<>();
        for (ProgramClass c = prepared; c != null && ProgramClasses.isPrepared(c); c = c.superclass()) {
            if (hasMethod(Names.early(c.name()))) {
                storing.addFirst(Names.early(c.name()));
            }
        }
        if (!storing.isEmpty()) {
            builder.withMethodBody(Names.EARLY, MTD_void, ACC_PROTECTED, code -> {
                storing.forEach(method -> code.aload(0).invokevirtual(prepared.desc(), method, MTD_void));
                code.return_();
            });
        }
    }

    private boolean hasMethod(String method) {
        try {
            return inside.findVirtual(type, method, MethodType.methodType(void.class)) != null;
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return false;
        }
    }

    // ---- fields -------------------------------------------------------------------------------------

    /**
     * A call of a constant, linked as a method handle. C2 stops inlining plain calls into a method that has become
     * 18,000 nodes, of which an access of shared memory takes 650 while it is parsed; what a method handle calls it
     * inlines later even then, by the nodes that are left (docs/compiled-code.md): a tree is read in 8.7 ns a node in
     * the place of 11.4.
     */
    private static void call(CodeBuilder code, String constant, ClassDesc owner, String method, MethodTypeDesc type) {
        code.invokedynamic(DynamicCallSiteDesc.of(CALL, method, type, constant, owner));
    }

    private static void call(CodeBuilder code, Slot slot, String method, MethodTypeDesc type) {
        call(code, slot.constant(), slot.accessType(), method, type);
    }

    private void writeAccessors(ClassBuilder builder, Slot slot) {
        ProgramClass.Field field = slot.field();
        String declaring = slot.declaring().name();
        int flags = Preparer.accessorFlags(field);
        builder.withMethodBody(
                Names.getter(declaring, field.name()), MethodTypeDesc.of(field.type()), flags, code -> get(code, slot));
        String setter = field.is(ACC_FINAL)
                ? Names.initializer(declaring, field.name())
                : Names.setter(declaring, field.name());
        builder.withMethodBody(setter, MethodTypeDesc.of(CD_void, field.type()), flags, code -> set(code, slot));
        if (StringQuestion.mayBeAsked(field)) {
            List.of(StringQuestion.values()).forEach(question -> writeQuestion(builder, slot, question));
        }
    }

    private static void writeQuestion(ClassBuilder builder, Slot slot, StringQuestion question) {
        MethodTypeDesc type = question.type();
        builder.withMethodBody(
                question.accessor(slot.declaring(), slot.field()), type, Preparer.accessorFlags(slot.field()), code -> {
                    code.aload(0);
                    Preparer.loadParameters(code, type, 1);
                    call(code, slot, question.access(), type.insertParameterTypes(0, SHARED));
                    code.return_(TypeKind.from(type.returnType()));
                });
    }

    private void get(CodeBuilder code, Slot slot) {
        code.aload(0);
        call(code, slot, "get", MethodTypeDesc.of(slot.accessValue(), SHARED));
        if (slot.field().is(ACC_VOLATILE)) {
            code.invokestatic(CD_VarHandle, "acquireFence", MTD_void);
        }
        ClassDesc type = slot.field().type();
        FieldCode.narrow(code, type);
        code.return_(TypeKind.from(type));
    }

    private void set(CodeBuilder code, Slot slot) {
        boolean isVolatile = slot.field().is(ACC_VOLATILE);
        if (isVolatile) {
            code.invokestatic(CD_VarHandle, "releaseFence", MTD_void);
        }
        TypeKind kind = TypeKind.from(slot.field().type());
        code.aload(0).loadLocal(kind, 1);
        widen(code, kind);
        call(code, slot, "set", MethodTypeDesc.of(CD_void, SHARED, slot.accessValue()));
        if (isVolatile) {
            code.invokestatic(CD_VarHandle, "fullFence", MTD_void);
        }
        code.return_();
    }

    // ---- what every object has ----------------------------------------------------------------------

    /** By identity, where the program does not say otherwise. */
    private void writeObjectMethods(ClassBuilder builder) {
        if (!prepared.inherits("hashCode()I")) {
            builder.withMethodBody("hashCode", MethodTypeDesc.of(CD_int), ACC_PUBLIC, code -> code.aload(0)
                    .invokestatic(Names.BORDER, "identityHashCode", Names.HASH)
                    .ireturn());
        }
        if (!prepared.inherits("equals(Ljava/lang/Object;)Z")) {
            builder.withMethodBody("equals", MethodTypeDesc.of(CD_boolean, CD_Object), ACC_PUBLIC, code -> code.aload(0)
                    .aload(1)
                    .invokestatic(Names.BORDER, "same", Names.SAME)
                    .ireturn());
        }
        if (!prepared.inherits("toString()Ljava/lang/String;")) {
            builder.withMethodBody("toString", MethodTypeDesc.of(CD_String), ACC_PUBLIC, code -> code.aload(0)
                    .invokestatic(Names.BORDER, "describe", MethodTypeDesc.of(CD_String, CD_Object))
                    .areturn());
        }
        // an empty one: the JVM then calls none for these objects, which come and go while the shared one lives
        if (prepared.inherits("finalize()V")) {
            builder.withMethodBody("finalize", MTD_void, ACC_PUBLIC, CodeBuilder::return_);
        }
        if (Serializable.class.isAssignableFrom(type) && !prepared.inherits("writeReplace()Ljava/lang/Object;")) {
            builder.withMethodBody("writeReplace", MethodTypeDesc.of(CD_Object), ACC_PRIVATE, code -> {
                code.aload(0)
                        .invokestatic(Names.BORDER, "refuseSerialization", MethodTypeDesc.of(CD_Object, CD_Object))
                        .areturn();
            });
        }
    }
}
