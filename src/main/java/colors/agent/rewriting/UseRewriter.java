// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import colors.agent.border.Boxes;
import colors.agent.border.NewCollection;
import colors.agent.program.Constructions;
import colors.agent.program.Names;
import colors.agent.program.PreparedClasses;
import colors.agent.program.ProgramClass;
import colors.agent.program.Report;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.util.Set;

/**
 * Rewrites the code of one method so that it takes shared objects where it takes private ones: fields by accessors,
 * which generated subclasses override; what cannot be overridden by calls of {@code Border}.
 */
final class UseRewriter implements CodeTransform {
    private static final MethodTypeDesc HOLD = MethodTypeDesc.of(CD_Object, CD_Object, CD_Object);
    private static final MethodTypeDesc FIND = HOLD;
    private static final DirectMethodHandleDesc ALLOCATION =
            ConstantDescs.ofCallsiteBootstrap(Names.SUBCLASS, "allocation", ConstantDescs.CD_CallSite);

    private final PreparedClasses others;
    private final ProgramClass self; // of the method
    private final boolean isConstructor;
    private final Constructions constructions;
    private final StackTypes types;
    private final ArrayRewriter arrays;
    private final ArrayLending lending; // null: no method may be added
    private final OutlinedCode added;
    private final StringQuestions questions;
    private final Report.Counts counts;
    private final boolean hasOwnVariables; // for what it locks
    private int held; // else: the variable with the HeldLocks

    private final Set<ProgramClass.Field> early; // of the class, stored before super(); null: it is not prepared
    private boolean initialized; // in a constructor: after this() or super()
    private int comparisonCount;
    private int monitorCount;
    private int storeCount;
    private int newCount;
    private int callCount;
    private int readCount;
    private int askCount;
    private Asked asked; // whose object is on the stack in the String's place
    private boolean dropDup;
    private Instruction previous;
    private ClassDesc allocated; // what a constant names that was just loaded, if it is a prepared class

    /** A String field, and what it is asked. */
    private record Asked(StringQuestion question, ClassDesc on, ProgramClass declaring, ProgramClass.Field field) {}

    /**
     * {@code early} takes the fields that a constructor stores before super(); {@code added}: methods that are added to
     * the class; {@code isCompact}: code is to be small and in these, else it is to be fast.
     */
    UseRewriter(
            PreparedClasses others,
            ProgramClass self,
            MethodModel method,
            CodeModel code,
            Set<ProgramClass.Field> early,
            OutlinedCode added,
            boolean isCompact,
            Report.Counts counts) {
        this.others = others;
        this.early = early;
        this.self = self;
        this.isConstructor = method.methodName().equalsString(ConstantDescs.INIT_NAME);
        this.counts = counts;
        types = StackTypes.of(self.desc(), method, self.version(), code);
        questions = new StringQuestions(code, this::mayBeAsked);
        arrays = new ArrayRewriter(others, self, types, method, code, isCompact ? added : null, counts);
        lending = canAddMethods(self) ? new ArrayLending(others, self) : null;
        this.added = added;
        constructions = new Constructions(
                code,
                types.makesByPairs(),
                types::discards,
                call -> hasNew(call.owner().asInternalName()) || newCollection(call) != null);
        if (!constructions.isUnderstood()) {
            counts.skip("new in a method that no known compiler made");
        }
        hasOwnVariables = MonitorForm.isCompilers(code);
    }

    /** Whether {@code new} of a class is a call of its {@link Names#NEW}. */
    private boolean hasNew(String name) {
        ProgramClass made = others.find(name);
        return made != null && !made.is(ACC_ABSTRACT) && made.version() >= ProgramClass.DYNAMIC_CALLS;
    }

    /** The method of {@link NewCollection} for a constructor; null for another one. */
    private static String newCollection(InvokeInstruction call) {
        return NewCollection.methodFor(
                call.owner().asInternalName(), call.type().stringValue());
    }

    /** Whether {@code SharedMemory.allocate} of a class can be linked to it. */
    private boolean isAllocated(ClassDesc type) {
        return type.isClassOrInterface()
                && hasNew(Names.internalName(type))
                && self.version() >= ProgramClass.DYNAMIC_CALLS;
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (!hasOwnVariables) {
            held = code.allocateLocal(TypeKind.REFERENCE);
            code.aconst_null().astore(held);
        }
        arrays.begin(code);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        if (!arrays.fill(code, element)) {
            arrays.endFill(code).forEach(taken -> rewrite(code, taken));
            rewrite(code, element);
        }
    }

    private void rewrite(CodeBuilder code, CodeElement element) {
        StringQuestions.Form form =
                StringQuestions.counts(element) ? questions.form(askCount++) : StringQuestions.Form.NONE;
        switch (element) {
            case FieldInstruction field -> access(code, field);
            case InvokeInstruction call when form != StringQuestions.Form.NONE -> ask(code, form, call);
            case BranchInstruction branch when form != StringQuestions.Form.NONE -> testNull(code, form, branch);
            case NewObjectInstruction made -> makeNew(code, made);
            case StackInstruction stack when dropDup && stack.opcode() == Opcode.DUP -> dropDup = false;
            case MonitorInstruction monitor -> monitor(code, monitor);
            case BranchInstruction branch
            when branch.opcode() == Opcode.IF_ACMPEQ || branch.opcode() == Opcode.IF_ACMPNE -> compare(code, branch);
            case TypeCheckInstruction check
            when check.opcode() == Opcode.CHECKCAST
                    && Boxes.METHODS.containsKey(check.type().asInternalName()) -> {
                counts.boxes++;
                code.invokestatic(Names.BOXES, Boxes.METHODS.get(check.type().asInternalName()), Names.ENTER)
                        .with(check);
            }
            case InvokeInstruction call when Constructions.isConstructor(call) -> construct(code, call);
            case InvokeInstruction call -> invoke(code, call);
            case InvokeDynamicInstruction call -> invokeDynamic(code, call);
            case ConstantInstruction.LoadConstantInstruction constant
            when constant.constantValue() instanceof DirectMethodHandleDesc handle && isOfField(handle) ->
                code.loadConstant(accessor(handle));
            default -> other(code, element);
        }
        arrays.note(element);
        if (element instanceof Instruction instruction) {
            previous = instruction;
            allocated = instruction instanceof ConstantInstruction.LoadConstantInstruction constant
                            && constant.constantValue() instanceof ClassDesc type
                            && isAllocated(type)
                    ? type
                    : null;
        }
    }

    private void other(CodeBuilder code, CodeElement element) {
        if (!arrays.rewrite(code, element)) {
            code.with(element);
        }
    }

    // ---- fields -------------------------------------------------------------------------------------

    private void access(CodeBuilder code, FieldInstruction access) {
        boolean put = access.opcode() == Opcode.PUTFIELD;
        boolean ofThis = put
                && types.stores(storeCount++)
                        .map(operand -> operand == StackTypes.Operand.THIS)
                        .orElse(isConstructor && !initialized);
        boolean isStatic = !put && access.opcode() != Opcode.GETFIELD;
        StringQuestion question = put || isStatic ? null : questions.of(readCount++);
        ProgramClass declaring = isStatic
                ? null
                : others.declaring(
                        access.owner().asInternalName(), access.name().stringValue(), access.typeSymbol());
        if (declaring == null) {
            code.with(access);
            return;
        }
        ProgramClass.Field field = declaring.field(access.name().stringValue(), access.typeSymbol());
        if (ofThis && declaring == self) {
            early.add(field);
            code.with(access);
            return;
        }
        counts.fields++;
        ClassDesc on = access.owner().asSymbol();
        if (question != null) {
            asked = new Asked(question, on, declaring, field);
            if (question == StringQuestion.TEXT) {
                ask(code);
            }
        } else if (!put) {
            code.invokevirtual(on, Names.getter(declaring.name(), field.name()), MethodTypeDesc.of(field.type()));
        } else if (field.is(ACC_FINAL)) {
            initialize(code, access, declaring, field);
        } else {
            code.invokevirtual(
                    on, Names.setter(declaring.name(), field.name()), MethodTypeDesc.of(CD_void, field.type()));
        }
    }

    private boolean mayBeAsked(FieldInstruction access) {
        ProgramClass declaring = access.typeSymbol().equals(ConstantDescs.CD_String)
                ? others.declaring(
                        access.owner().asInternalName(), access.name().stringValue(), access.typeSymbol())
                : null;
        return declaring != null
                && StringQuestion.mayBeAsked(declaring.field(access.name().stringValue(), access.typeSymbol()));
    }

    private void ask(CodeBuilder code, StringQuestions.Form form, InvokeInstruction call) {
        if (form == StringQuestions.Form.ACCESSOR) {
            ask(code);
        } else {
            TextMethod.of(call).call(code);
        }
    }

    private void testNull(CodeBuilder code, StringQuestions.Form form, BranchInstruction branch) {
        if (form == StringQuestions.Form.ACCESSOR) {
            ask(code);
        } else {
            TextMethod.testNull(code);
        }
        code.branch(branch.opcode() == Opcode.IFNULL ? Opcode.IFNE : Opcode.IFEQ, branch.target());
    }

    private void ask(CodeBuilder code) {
        code.invokevirtual(asked.on, asked.question.accessor(asked.declaring, asked.field), asked.question.type());
        asked = null;
    }

    /** A final field stays one for private objects: its own store remains. */
    private static void initialize(
            CodeBuilder code, FieldInstruction access, ProgramClass declaring, ProgramClass.Field field) {
        if (declaring.isExclusive()) {
            code.invokevirtual(
                    access.owner().asSymbol(),
                    Names.initializer(declaring.name(), field.name()),
                    MethodTypeDesc.of(CD_void, field.type()));
            return;
        }
        TypeKind kind = TypeKind.from(field.type());
        int value = code.allocateLocal(kind);
        code.storeLocal(kind, value).dup().loadLocal(kind, value);
        code.invokevirtual(
                access.owner().asSymbol(),
                Names.initializer(declaring.name(), field.name()),
                MethodTypeDesc.of(CD_void, field.type()));
        code.loadLocal(kind, value).with(access);
    }

    // ---- construction -------------------------------------------------------------------------------

    private void makeNew(CodeBuilder code, NewObjectInstruction made) {
        int number = newCount++;
        if (constructions.dropsNew(number)) {
            dropDup = constructions.isDuplicated(number);
            String name = made.className().asInternalName();
            if (constructions.initializesFirst(number) && !name.equals(self.name()) && others.find(name) != null) {
                code.invokestatic(made.className().asSymbol(), Names.INITIALIZE, ConstantDescs.MTD_void);
            }
        } else {
            ProgramClass exclusive = others.find(made.className().asInternalName());
            if (exclusive != null && exclusive.isExclusive()) {
                code.loadConstant(exclusive.name().replace('/', '.'))
                        .invokestatic(Names.BORDER, "refuseNew", Names.REFUSE_NEW);
            }
            code.with(made);
        }
    }

    private void construct(CodeBuilder code, InvokeInstruction call) {
        int number = callCount++;
        if (constructions.replacesCall(number)) {
            counts.news++;
            ClassDesc made = call.owner().asSymbol();
            String collection = newCollection(call);
            code.invokestatic(
                    collection == null ? made : Names.COLLECTIONS,
                    collection == null ? Names.NEW : collection,
                    call.typeSymbol().changeReturnType(made));
            if (types.discards(number)) {
                code.pop();
            }
            return;
        }
        other(code, call);
        if (isConstructor
                && types.constructs(number)
                        .map(object -> object == StackTypes.Operand.THIS)
                        .orElse(constructions.isDelegation(number))) {
            initialized = true;
            if (isFirst() && !call.owner().asInternalName().equals(self.name())) {
                code.aload(0).invokevirtual(self.desc(), Names.EARLY, ConstantDescs.MTD_void);
            }
        }
    }

    /**
     * Whether what a prepared class's constructor calls is the first one that shares nothing: fields are reached from
     * then on.
     */
    private boolean isFirst() {
        if (early == null || self.superclass() != null && others.contain(self.superclass())) {
            return false;
        }
        if (!types.keepsThis()) {
            throw new IllegalArgumentException("a constructor stores into its first variable before super()");
        }
        return true;
    }

    /** References to constructors and methods, {@code Employee::new}, {@code employee::notifyAll}. */
    private void invokeDynamic(CodeBuilder code, InvokeDynamicInstruction call) {
        ConstantDesc[] arguments = call.bootstrapArgs().toArray(ConstantDesc[]::new);
        MethodTypeDesc type = call.typeSymbol();
        boolean isOrdinary = isOrdinary(call.bootstrapMethod().methodName(), arguments);
        boolean changed = false;
        for (int i = 0; i < arguments.length; i++) {
            ConstantDesc before = arguments[i];
            arguments[i] = before instanceof DirectMethodHandleDesc handle ? reference(handle, isOrdinary) : before;
            if (arguments[i] != before) {
                changed = true;
                type = withReceiver(type, (DirectMethodHandleDesc) arguments[i]);
            }
        }
        if (changed) {
            code.invokedynamic(
                    DynamicCallSiteDesc.of(call.bootstrapMethod(), call.name().stringValue(), type, arguments));
        } else {
            code.with(call);
        }
    }

    /**
     * Whether a lambda or reference is made that cannot be serialized: those that can keep the names of their methods.
     */
    private static boolean isOrdinary(String bootstrap, ConstantDesc[] arguments) {
        return bootstrap.equals("metafactory")
                || bootstrap.equals("altMetafactory")
                        && arguments.length > 3
                        && arguments[3] instanceof Integer flags
                        && (flags & LambdaMetafactory.FLAG_SERIALIZABLE) == 0;
    }

    /** What a lambda captures has to have the very type of the parameter that it becomes. */
    private static MethodTypeDesc withReceiver(MethodTypeDesc type, DirectMethodHandleDesc implementation) {
        boolean stands = implementation.owner().equals(Names.BORDER) || Names.isOutlined(implementation.methodName());
        return stands && type.parameterCount() > 0
                ? type.changeParameterType(0, implementation.invocationType().parameterType(0))
                : type;
    }

    private DirectMethodHandleDesc reference(DirectMethodHandleDesc handle, boolean isOrdinary) {
        MethodTypeDesc type = handle.invocationType();
        if (isOfField(handle)) {
            return accessor(handle);
        }
        if (handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR && hasNew(Names.internalName(handle.owner()))) {
            counts.news++;
            return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, handle.owner(), Names.NEW, type);
        }
        boolean virtual = handle.kind() == DirectMethodHandleDesc.Kind.VIRTUAL
                || handle.kind() == DirectMethodHandleDesc.Kind.INTERFACE_VIRTUAL;
        String border = virtual ? finalMethod(handle.methodName(), type.dropParameterTypes(0, 1)) : null;
        if (border == null) {
            DirectMethodHandleDesc lent = isOrdinary && lending != null ? lending.reference(handle, added) : handle;
            counts.arrays += lent == handle ? 0 : 1;
            return lent;
        }
        counts.calls++;
        return MethodHandleDesc.ofMethod(
                DirectMethodHandleDesc.Kind.STATIC, Names.BORDER, border, type.changeParameterType(0, CD_Object));
    }

    /** Interfaces of old class files take no methods with code. */
    private static boolean canAddMethods(ProgramClass to) {
        return !to.isInterface() || to.version() >= ClassFile.JAVA_8_VERSION;
    }

    private static boolean isOfField(DirectMethodHandleDesc handle) {
        return handle.kind() == DirectMethodHandleDesc.Kind.GETTER
                || handle.kind() == DirectMethodHandleDesc.Kind.SETTER;
    }

    /** A constant handle of a field, which no compiler makes for fields of other classes than records. */
    private DirectMethodHandleDesc accessor(DirectMethodHandleDesc handle) {
        boolean get = handle.kind() == DirectMethodHandleDesc.Kind.GETTER;
        MethodTypeDesc type = handle.invocationType();
        ClassDesc value = get ? type.returnType() : type.parameterType(1);
        ProgramClass declaring = others.declaring(Names.internalName(handle.owner()), handle.methodName(), value);
        if (declaring == null
                || !get && declaring.field(handle.methodName(), value).is(ACC_FINAL)) {
            return handle;
        }
        counts.handles++;
        String name = get
                ? Names.getter(declaring.name(), handle.methodName())
                : Names.setter(declaring.name(), handle.methodName());
        return MethodHandleDesc.ofMethod(
                DirectMethodHandleDesc.Kind.VIRTUAL, handle.owner(), name, type.dropParameterTypes(0, 1));
    }

    // ---- identity and monitors ----------------------------------------------------------------------

    private void compare(CodeBuilder code, BranchInstruction branch) {
        if (types.comparesUninitialized(comparisonCount++)) {
            code.with(branch);
            return;
        }
        counts.comparisons++;
        code.invokestatic(Names.BORDER, "same", Names.SAME);
        if (branch.opcode() == Opcode.IF_ACMPEQ) {
            code.ifne(branch.target());
        } else {
            code.ifeq(branch.target());
        }
    }

    private void monitor(CodeBuilder code, MonitorInstruction monitor) {
        if (types.locksUninitialized(monitorCount++)) {
            code.with(monitor);
        } else if (hasOwnVariables) {
            monitorInVariable(code, monitor);
        } else {
            monitorOfAny(code, monitor);
        }
    }

    /** The token replaces what is locked in its variable, which was stored or loaded just now. */
    private void monitorInVariable(CodeBuilder code, MonitorInstruction monitor) {
        if (monitor.opcode() == Opcode.MONITOREXIT) {
            Preparer.exit(code);
        } else {
            counts.monitors++;
            Preparer.enter(
                    code,
                    previous instanceof StoreInstruction store ? store.slot() : ((LoadInstruction) previous).slot());
        }
    }

    /**
     * Any other form: the tokens are in a variable of their own, which is null as long as only private objects are
     * locked.
     */
    private void monitorOfAny(CodeBuilder code, MonitorInstruction monitor) {
        if (monitor.opcode() == Opcode.MONITORENTER) {
            counts.monitors++;
            code.dup().aload(held).invokestatic(Names.BORDER, "enter", HOLD).astore(held);
            code.aload(held)
                    .invokestatic(Names.BORDER, "toLock", FIND)
                    .dup()
                    .instanceOf(Names.LOCK_TOKEN)
                    .pop()
                    .with(monitor);
            return;
        }
        Label found = code.newLabel();
        code.aload(held)
                .ifnull(found)
                .aload(held)
                .invokestatic(Names.BORDER, "toUnlock", FIND)
                .labelBinding(found);
        Preparer.exit(code);
    }

    private void invoke(CodeBuilder code, InvokeInstruction call) {
        if (allocated != null
                && isOf(call, "colors/SharedMemory")
                && call.name().equalsString("allocate")) {
            counts.calls++; // the class, which is on the stack, is known when this is linked: 12 instead of 18 ns
            code.pop().invokedynamic(DynamicCallSiteDesc.of(ALLOCATION, "allocate", MethodTypeDesc.of(allocated)));
            return;
        }
        if (HandleCalls.isOne(call)) {
            HandleCalls.replace(code, call, counts);
            return;
        }
        if (isClone(call)) {
            counts.calls++;
            clone(code, call);
            return;
        }
        String border = replacement(call);
        if (border == null) {
            other(code, call);
            return;
        }
        counts.calls++;
        MethodTypeDesc type = call.typeSymbol();
        code.invokestatic(
                Names.BORDER,
                border,
                call.opcode() == Opcode.INVOKESTATIC ? type : type.insertParameterTypes(0, CD_Object));
    }

    /** Object's, or an array's. */
    private boolean isClone(InvokeInstruction call) {
        if (!call.name().equalsString("clone") || !call.type().equalsString("()Ljava/lang/Object;")) {
            return false;
        }
        return call.owner().asSymbol().isArray() || isObjects(call);
    }

    /** The object's own, if it is private. */
    private static void clone(CodeBuilder code, InvokeInstruction call) {
        Label end = code.newLabel();
        code.dup().invokestatic(Names.BORDER, "cloneOf", Names.ENTER).dup_x1().ifnonnull(end);
        code.with(call).swap().labelBinding(end).pop();
    }

    /** A call that names Object's method, or a superclass that inherits it. */
    private boolean isObjects(InvokeInstruction call) {
        ProgramClass owner =
                isOf(call, "java/lang/Object") ? null : others.find(call.owner().asInternalName());
        return isOf(call, "java/lang/Object")
                || owner != null
                        && !owner.inherits(
                                call.name().stringValue() + call.type().stringValue());
    }

    private static String ofObject(InvokeInstruction call) {
        return switch (call.name().stringValue() + call.type().stringValue()) {
            case "hashCode()I" -> "identityHashCode";
            case "equals(Ljava/lang/Object;)Z" -> "same";
            case "toString()Ljava/lang/String;" -> "text";
            default -> finalMethod(call.name().stringValue(), call.typeSymbol());
        };
    }

    /** The method of {@code Border} for one of Object that cannot be overridden, or was not; null for another. */
    private String replacement(InvokeInstruction call) {
        String name = call.name().stringValue();
        return switch (call.opcode()) {
            case INVOKESTATIC ->
                isOf(call, "java/lang/System") && name.equals("identityHashCode")
                        ? "identityHashCode"
                        : isOf(call, "java/lang/Thread") && name.equals("holdsLock") ? "holdsLock" : null;
            case INVOKESPECIAL -> isObjects(call) ? ofObject(call) : finalMethod(name, call.typeSymbol());
            // javac names the receiver's static type, an interface too
            case INVOKEVIRTUAL, INVOKEINTERFACE -> finalMethod(name, call.typeSymbol());
            default -> null;
        };
    }

    private static String finalMethod(String name, MethodTypeDesc type) {
        return switch (name) {
            case "getClass" -> type.parameterCount() == 0 ? "classOf" : null;
            case "notify" -> type.equals(MethodTypeDesc.of(CD_void)) ? "wakeOne" : null;
            case "notifyAll" -> type.equals(MethodTypeDesc.of(CD_void)) ? "wakeAll" : null;
            case "wait" ->
                type.equals(MethodTypeDesc.of(CD_void))
                                || type.equals(MethodTypeDesc.of(CD_void, CD_long))
                                || type.equals(MethodTypeDesc.of(CD_void, CD_long, CD_int))
                        ? "await"
                        : null;
            default -> null;
        };
    }

    private static boolean isOf(InvokeInstruction call, String owner) {
        return call.owner().asInternalName().equals(owner);
    }
}
