// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_NATIVE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNCHRONIZED;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import colors.agent.program.Names;
import colors.agent.program.PreparedClasses;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClasses;
import colors.agent.program.Report;
import colors.agent.program.SerialVersion;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rewrites one class of the program. A prepared class gets accessors for its shared fields, which its generated
 * subclass overrides, a constructor that leaves the fields alone, and methods that stand for {@code new}; a class that
 * only uses such classes gets nothing but new code.
 */
public final class Preparer implements ClassTransform {

    private static final MethodTypeDesc SET_MODE = MethodTypeDesc.of(CD_boolean, CD_boolean);
    private static final DirectMethodHandleDesc BOOTSTRAP =
            ConstantDescs.ofCallsiteBootstrap(Names.SUBCLASS, "construction", ConstantDescs.CD_CallSite);

    private final PreparedClasses others;
    private final ClassModel model;
    private final ProgramClass self;
    private final boolean prepares;
    // the fields that objects of a class that is redefined have not; null: it is loaded
    private final Set<String> absentBefore;
    private final List<FieldModel> fields = new ArrayList<>(); // of an exclusive class
    private final Predicate<MethodModel> isCompact;
    private final Report.Counts counts;
    private final OutlinedCode outlined;
    private final Set<ProgramClass.Field> early = new LinkedHashSet<>(); // stored before super()
    private final Set<MethodTypeDesc> straight = new HashSet<>(); // constructors that have a static method

    /**
     * {@code prepares}: the class itself, not only its code; {@code isCompact}: whether the code of a method has to
     * stay small, not fast.
     */
    Preparer(
            PreparedClasses others,
            ClassModel model,
            ProgramClass self,
            boolean prepares,
            Class<?> redefined,
            Predicate<MethodModel> isCompact,
            Report.Counts counts) {
        this.others = others;
        this.model = model;
        this.self = self;
        this.prepares = prepares;
        absentBefore = redefined == null ? null : ProgramClasses.absentFields(redefined);
        this.isCompact = isCompact;
        this.counts = counts;
        outlined = new OutlinedCode(self, redefined);
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
        switch (element) {
            case AccessFlags flags
            when prepares ->
                builder.withFlags(flags.flagsMask() & ~ACC_FINAL | (self.isExclusive() ? ACC_ABSTRACT : 0));
            // its generated subclass cannot be named there
            case PermittedSubclassesAttribute permitted when prepares && !self.is(ACC_ABSTRACT) -> {}
            // it is known at the end what constructors store before super()
            case FieldModel field when prepares && self.isExclusive() -> fields.add(field);
            // ours takes its place
            case MethodModel method when prepares && ProgramClass.isMarkedConstructor(method) -> {}
            case MethodModel method
            when method.code().isPresent() -> {
                if (method.methodName().equalsString(Names.STRAIGHT)) {
                    straight.add(method.methodTypeSymbol().changeReturnType(CD_void));
                }
                rewrite(builder, method);
            }
            default -> builder.with(element);
        }
    }

    private void rewrite(ClassBuilder builder, MethodModel method) {
        if (prepares
                && (method.flags().flagsMask() & (ACC_SYNCHRONIZED | ACC_STATIC | ACC_NATIVE)) == ACC_SYNCHRONIZED) {
            splitSynchronized(builder, method);
        } else {
            builder.transformMethod(method, MethodTransform.transformingCode(uses(method)));
        }
    }

    private CodeTransform uses(MethodModel method) {
        CodeModel code = method.code().orElseThrow();
        boolean compact = isCompact.test(method);
        return CodeTransform.ofStateful(
                () -> new UseRewriter(others, self, method, code, prepares ? early : null, outlined, compact, counts));
    }

    /** The method enters the monitor as a synchronized block does, and calls its body. */
    private void splitSynchronized(ClassBuilder builder, MethodModel method) {
        counts.monitors++;
        String body = Names.body(method.methodName().stringValue());
        builder.withMethod(
                body,
                method.methodTypeSymbol(),
                ACC_PRIVATE | ACC_SYNTHETIC,
                made -> made.transformCode(method.code().orElseThrow(), uses(method)));
        builder.withMethod(
                method.methodName(), method.methodType(), method.flags().flagsMask() & ~ACC_SYNCHRONIZED, made -> {
                    for (MethodElement element : method) {
                        if (!(element instanceof CodeModel) && !(element instanceof AccessFlags)) {
                            made.with(element);
                        }
                    }
                    made.withCode(code -> callSynchronized(code, body, method.methodTypeSymbol()));
                });
    }

    private void callSynchronized(CodeBuilder code, String body, MethodTypeDesc type) {
        TypeKind result = TypeKind.from(type.returnType());
        int locked = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0);
        enter(code, locked);
        code.trying(
                attempt -> {
                    attempt.aload(0);
                    loadParameters(attempt, type, 1);
                    attempt.invokespecial(self.desc(), body, type);
                    exit(attempt, locked);
                    attempt.return_(result);
                },
                handlers -> handlers.catchingAll(handler -> {
                    exit(handler, locked);
                    handler.athrow();
                }));
    }

    /**
     * Of the object on the stack. The test resolves the token's class, which must not wait until the stack may be full.
     */
    static void enter(CodeBuilder code, int locked) {
        code.invokestatic(Names.BORDER, "enter", Names.ENTER)
                .dup()
                .astore(locked)
                .dup()
                .instanceOf(Names.LOCK_TOKEN)
                .pop()
                .monitorenter();
    }

    private static void exit(CodeBuilder code, int locked) {
        code.aload(locked);
        exit(code);
    }

    /**
     * Of what is on the stack. For a private object there is no call, which could fail for want of stack where the code
     * had none.
     */
    static void exit(CodeBuilder code) {
        Label end = code.newLabel();
        code.dup()
                .instanceOf(Names.LOCK_TOKEN)
                .ifeq(end)
                .dup()
                .invokestatic(Names.BORDER, "exit", Names.EXIT)
                .labelBinding(end)
                .monitorexit();
    }

    public static void loadParameters(CodeBuilder code, MethodTypeDesc type, int first) {
        int slot = first;
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
    }

    // ---- what a prepared class gets -----------------------------------------------------------------

    @Override
    public void atEnd(ClassBuilder builder) {
        outlined.write(builder);
        if (prepares) {
            fields.forEach(field -> writeField(builder, field));
            addMembers(builder);
        }
    }

    /**
     * A field of an exclusive class, whose objects have only those that code stores into before the object is one, and
     * transient ones.
     */
    private void writeField(ClassBuilder builder, FieldModel field) {
        ProgramClass.Field shared = self.field(field.fieldName().stringValue(), field.fieldTypeSymbol());
        boolean absent = shared != null && isAbsent(shared);
        if (!absent) {
            builder.with(field);
            return;
        }
        counts.absent++;
        builder.withField(field.fieldName(), field.fieldType(), made -> {
            made.withFlags(shared.flags() & ~ACC_FINAL | ACC_STATIC);
            field.forEach(element -> {
                if (!(element instanceof AccessFlags || element instanceof ConstantValueAttribute)) {
                    made.with(element);
                }
            });
        });
    }

    private boolean isAbsent(ProgramClass.Field field) {
        boolean stored = early.contains(field);
        if (absentBefore == null) {
            if (stored && ProgramClasses.haveAbsentFields()) {
                counts.skip("field that a constructor stores before super(): " + field.name());
            }
            return !stored && ProgramClasses.haveAbsentFields();
        }
        if (stored && absentBefore.contains(field.name())) {
            throw new ProgramClasses.Conflict("a constructor stores field " + field.name()
                    + " before super() now, and objects of the class that is loaded do not have it");
        }
        return absentBefore.contains(field.name());
    }

    private void addMembers(ClassBuilder builder) {
        for (ProgramClass.Field field : self.fields()) {
            addAccessors(builder, field);
            if (StringQuestion.mayBeAsked(field)) {
                List.of(StringQuestion.values()).forEach(question -> addQuestion(builder, field, question));
            }
        }
        if (ProgramClasses.isSerializable(others.loader, self) && !self.hasVersion()) {
            builder.withField(SerialVersion.FIELD, ConstantDescs.CD_long, field -> field.withFlags(
                            ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC)
                    .with(ConstantValueAttribute.of(SerialVersion.of(model, self.flags()))));
        }
        addMarkedConstructor(builder);
        addEarly(builder);
        builder.withMethodBody(
                Names.INITIALIZE,
                ConstantDescs.MTD_void,
                ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC,
                CodeBuilder::return_);
        MethodTypeDesc gives = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup);
        builder.withMethodBody(Names.LOOKUP, gives, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, code -> code.invokestatic(
                        ConstantDescs.CD_MethodHandles, "lookup", gives)
                .areturn());
        if (!self.is(ACC_ABSTRACT) && self.version() >= ProgramClass.DYNAMIC_CALLS) {
            self.constructors().forEach(constructor -> addNew(builder, constructor));
        }
    }

    /** So that a subclass in another package overrides them too. */
    public static int accessorFlags(ProgramClass.Field field) {
        return ACC_SYNTHETIC | (field.is(ACC_PUBLIC) ? ACC_PUBLIC : ACC_PROTECTED);
    }

    private void addAccessors(ClassBuilder builder, ProgramClass.Field field) {
        TypeKind kind = TypeKind.from(field.type());
        int flags = accessorFlags(field);
        if (self.isExclusive()) {
            String setter = field.is(ACC_FINAL)
                    ? Names.initializer(self.name(), field.name())
                    : Names.setter(self.name(), field.name());
            builder.withMethod(
                    Names.getter(self.name(), field.name()),
                    MethodTypeDesc.of(field.type()),
                    flags | ACC_ABSTRACT,
                    method -> {});
            builder.withMethod(setter, MethodTypeDesc.of(CD_void, field.type()), flags | ACC_ABSTRACT, method -> {});
            return;
        }
        builder.withMethodBody(
                Names.getter(self.name(), field.name()), MethodTypeDesc.of(field.type()), flags, code -> code.aload(0)
                        .getfield(self.desc(), field.name(), field.type())
                        .return_(kind));
        MethodTypeDesc setting = MethodTypeDesc.of(CD_void, field.type());
        if (field.is(ACC_FINAL)) {
            builder.withMethodBody(Names.initializer(self.name(), field.name()), setting, flags, CodeBuilder::return_);
        } else {
            builder.withMethodBody(Names.setter(self.name(), field.name()), setting, flags, code -> code.aload(0)
                    .loadLocal(kind, 1)
                    .putfield(self.desc(), field.name(), field.type())
                    .return_());
        }
    }

    private void addQuestion(ClassBuilder builder, ProgramClass.Field field, StringQuestion question) {
        MethodTypeDesc type = question.type();
        if (self.isExclusive()) {
            builder.withMethod(question.accessor(self, field), type, accessorFlags(field) | ACC_ABSTRACT, method -> {});
            return;
        }
        builder.withMethodBody(question.accessor(self, field), type, accessorFlags(field), code -> {
            code.aload(0).getfield(self.desc(), field.name(), field.type());
            loadParameters(code, type, 1);
            question.answer(code);
            code.return_(TypeKind.from(type.returnType()));
        });
    }

    private void addMarkedConstructor(ClassBuilder builder) {
        ProgramClass superclass = self.superclass();
        ClassDesc superDesc = superclass == null ? ConstantDescs.CD_Object : superclass.desc();
        builder.withMethodBody(INIT_NAME, Names.MARKED, ACC_PROTECTED | ACC_SYNTHETIC, code -> {
            code.aload(0);
            if (superclass != null && others.contain(superclass)) {
                code.aload(1).invokespecial(superDesc, INIT_NAME, Names.MARKED);
            } else {
                code.invokespecial(superDesc, INIT_NAME, ConstantDescs.MTD_void);
            }
            code.return_();
        });
    }

    private void addEarly(ClassBuilder builder) {
        int flags = ACC_PROTECTED | ACC_SYNTHETIC;
        if (self.superclass() == null || !others.contain(self.superclass())) {
            builder.withMethodBody(Names.EARLY, ConstantDescs.MTD_void, flags, CodeBuilder::return_);
        }
        if (!early.isEmpty()) {
            builder.withMethodBody(Names.early(self.name()), ConstantDescs.MTD_void, flags, code -> {
                for (ProgramClass.Field field : early) {
                    String accessor = field.is(ACC_FINAL)
                            ? Names.initializer(self.name(), field.name())
                            : Names.setter(self.name(), field.name());
                    code.aload(0).aload(0).getfield(self.desc(), field.name(), field.type());
                    code.invokevirtual(self.desc(), accessor, MethodTypeDesc.of(CD_void, field.type()));
                }
                code.return_();
            });
        }
    }

    private void addNew(ClassBuilder builder, ProgramClass.Constructor constructor) {
        MethodTypeDesc type = constructor.type().changeReturnType(self.desc());
        int access = constructor.flags() & (ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE);
        if (self.isExclusive() && !self.isConstructedPlainly()) {
            builder.withMethodBody(
                    Names.NEW,
                    type,
                    access | ACC_STATIC | ACC_SYNTHETIC,
                    code -> constructInSharedMode(code, constructor.type()));
            return;
        }
        builder.withMethodBody(Names.NEW, type, access | ACC_STATIC | ACC_SYNTHETIC, code -> {
            if (!self.isExclusive()) {
                Label shared = code.newLabel();
                code.invokestatic(Names.CONSTRUCTION, "isShared", MethodTypeDesc.of(CD_boolean))
                        .ifne(shared);
                code.new_(self.desc()).dup();
                loadParameters(code, constructor.type(), 0);
                code.invokespecial(self.desc(), INIT_NAME, constructor.type()).areturn();
                code.labelBinding(shared);
            }
            construct(code, constructor.type());
            code.areturn();
        });
    }

    private void construct(CodeBuilder code, MethodTypeDesc parameters) {
        if (straight.contains(parameters)) {
            loadParameters(code, parameters, 0);
            code.invokestatic(self.desc(), Names.STRAIGHT, parameters.changeReturnType(self.desc()));
        } else {
            constructThere(code, self, parameters);
        }
    }

    /** Runs a constructor on an object that is there from the start; its parameters are the method's. */
    static void constructThere(CodeBuilder code, ProgramClass made, MethodTypeDesc parameters) {
        loadParameters(code, parameters, 0);
        code.invokedynamic(DynamicCallSiteDesc.of(BOOTSTRAP, "construct", parameters.changeReturnType(made.desc())));
    }

    /** What a constructor of an exclusive class makes is shared too, as what it stores has to be. */
    private void constructInSharedMode(CodeBuilder code, MethodTypeDesc parameters) {
        int before = code.allocateLocal(TypeKind.BOOLEAN);
        code.iconst_1().invokestatic(Names.CONSTRUCTION, "set", SET_MODE).istore(before);
        code.trying(
                attempt -> {
                    construct(attempt, parameters);
                    attempt.iload(before)
                            .invokestatic(Names.CONSTRUCTION, "set", SET_MODE)
                            .pop()
                            .areturn();
                },
                handlers -> handlers.catchingAll(handler -> handler.iload(before)
                        .invokestatic(Names.CONSTRUCTION, "set", SET_MODE)
                        .pop()
                        .athrow()));
    }
}
