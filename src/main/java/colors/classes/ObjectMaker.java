// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;

import colors.handles.StringHandle;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Allocation;
import colors.shapes.FieldAccess;
import colors.wrappers.ObjectWrapper;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Generates what {@code SharedClass.constructor} returns: the words of all values, a block with them in it, and one
 * operation that makes it an object. Straight-line code in a hidden class, with the fields' accesses as constants,
 * called as method handles, which C2 inlines later than plain calls (docs/compiled-code.md).
 */
final class ObjectMaker {
    private static final Lookup LOOKUP = MethodHandles.lookup();
    private static final ClassDesc MUTATOR = Mutator.class.describeConstable().orElseThrow();
    private static final ClassDesc CHUNK = RootChunk.class.describeConstable().orElseThrow();
    private static final ClassDesc OBJECT =
            ObjectWrapper.class.describeConstable().orElseThrow();
    private static final ClassDesc SELF = ClassDesc.of(ObjectMaker.class.getName() + "$Generated");
    private static final ClassDesc REFERENCE =
            Reference.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc FENCE = MethodTypeDesc.of(CD_void, CD_Object);
    private static final DirectMethodHandleDesc CLASS_DATA = ConstantDescs.ofConstantBootstrap(
            MethodHandles.class.describeConstable().orElseThrow(), "classDataAt", CD_Object, CD_int);
    private static final String MAKE = "make";

    private final MethodType type;
    private final List<MethodHandle> constants = new ArrayList<>(); // the class data
    private final Allocation allocation;
    private final List<FieldAccess> fields;
    private final MethodHandle each;

    private ObjectMaker(Allocation allocation, List<FieldAccess> fields, MethodHandle each) {
        this.allocation = allocation;
        this.fields = fields;
        this.each = each;
        type = each.type();
    }

    /**
     * @param fields one for each parameter; they know the fields' offsets
     * @param each makes the same object field by field: where a value has no word it says why not
     */
    static MethodHandle of(Allocation allocation, List<FieldAccess> fields, MethodHandle each) {
        ObjectMaker maker = new ObjectMaker(allocation, fields, each);
        byte[] code = ClassFile.of().build(SELF, maker::write);
        try {
            Lookup inside = LOOKUP.defineHiddenClassWithClassData(code, maker.constants, true);
            return inside.findStatic(inside.lookupClass(), MAKE, maker.type);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private void write(ClassBuilder builder) {
        builder.withFlags(ACC_FINAL)
                .withMethodBody(MAKE, type.describeConstable().orElseThrow(), ACC_STATIC, this::write);
    }

    private void write(CodeBuilder code) {
        Label each = code.newLabel();
        int mutator = code.allocateLocal(TypeKind.REFERENCE);
        int block = code.allocateLocal(TypeKind.LONG);
        List<Integer> kept = new ArrayList<>(); // variables with what must live until then
        int[] words = new int[fields.size()];
        code.invokestatic(MUTATOR, "current", MethodTypeDesc.of(MUTATOR)).astore(mutator);
        for (int i = 0; i < words.length; i++) {
            if (fields.get(i) instanceof FieldAccess.OfObject) {
                words[i] = word(code, i, mutator, each);
                kept.add(
                        fields.get(i) instanceof StringHandle
                                ? keepChunk(code, mutator)
                                : Integer.valueOf(code.parameterSlot(i)));
            }
        }
        push(code, bound(Allocation.class, "begin", MethodType.methodType(long.class, Mutator.class), allocation))
                .aload(mutator);
        invoke(code, MethodTypeDesc.of(CD_long, MUTATOR)).lstore(block);
        for (int i = 0; i < words.length; i++) {
            initialize(code, i, block, words[i]);
        }
        push(
                        code,
                        bound(
                                Allocation.class,
                                "publish",
                                MethodType.methodType(boolean.class, Mutator.class, long.class),
                                allocation))
                .aload(mutator)
                .lload(block);
        invoke(code, MethodTypeDesc.of(CD_boolean, MUTATOR, CD_long)).ifeq(each);
        kept.forEach(variable -> code.aload(variable).invokestatic(REFERENCE, "reachabilityFence", FENCE));
        code.new_(OBJECT).dup().lload(block);
        chunk(code, mutator)
                .invokespecial(OBJECT, ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void, CD_long, CHUNK))
                .areturn();
        code.labelBinding(each);
        makeEach(code);
    }

    /** A variable with the word of an object; goes to {@code each} where the value has none. */
    private int word(CodeBuilder code, int field, int mutator, Label each) {
        int word = code.allocateLocal(TypeKind.LONG);
        MethodType type = MethodType.methodType(long.class, Mutator.class, Object.class);
        push(code, bound(FieldAccess.OfObject.class, "word", type, fields.get(field)));
        code.aload(mutator).aload(code.parameterSlot(field));
        invoke(code, MethodTypeDesc.of(CD_long, MUTATOR, CD_Object))
                .dup2()
                .lstore(word)
                .loadConstant(Tag.VACANT)
                .lcmp()
                .ifeq(each);
        return word;
    }

    private void makeEach(CodeBuilder code) {
        push(code, each);
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
        invoke(code, type.describeConstable().orElseThrow()).areturn();
    }

    private void initialize(CodeBuilder code, int field, int block, int word) {
        FieldAccess access = fields.get(field);
        Class<?> owner = FieldAccess.OfObject.class;
        Class<?> value = long.class;
        switch (access) {
            case FieldAccess.OfInt _ -> {
                owner = FieldAccess.OfInt.class;
                value = int.class;
            }
            case FieldAccess.OfLong _ -> owner = FieldAccess.OfLong.class;
            case FieldAccess.OfDouble _ -> {
                owner = FieldAccess.OfDouble.class;
                value = double.class;
            }
            case FieldAccess.OfBoolean _ -> {
                owner = FieldAccess.OfBoolean.class;
                value = boolean.class;
            }
            default -> {}
        }
        MethodHandle initialize =
                bound(owner, "initialize", MethodType.methodType(void.class, long.class, value), access);
        push(code, initialize).lload(block);
        if (access instanceof FieldAccess.OfObject) {
            code.lload(word);
        } else {
            code.loadLocal(TypeKind.from(type.parameterType(field)), code.parameterSlot(field));
            if (type.parameterType(field) == float.class) {
                code.f2d();
            }
        }
        invoke(
                code,
                MethodTypeDesc.of(CD_void, CD_long, value.describeConstable().orElseThrow()));
    }

    /** A string that was just made is a root as long as the chunk that the mutator has now. */
    private static int keepChunk(CodeBuilder code, int mutator) {
        int chunk = code.allocateLocal(TypeKind.REFERENCE);
        chunk(code, mutator).astore(chunk);
        return chunk;
    }

    private static CodeBuilder chunk(CodeBuilder code, int mutator) {
        return code.aload(mutator).invokevirtual(MUTATOR, "wrapperChunk", MethodTypeDesc.of(CHUNK));
    }

    private static MethodHandle bound(Class<?> owner, String method, MethodType type, Object receiver) {
        try {
            return LOOKUP.findVirtual(owner, method, type).bindTo(receiver);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e); // it is there
        }
    }

    private CodeBuilder push(CodeBuilder code, MethodHandle constant) {
        constants.add(constant);
        return code.loadConstant(
                DynamicConstantDesc.ofNamed(CLASS_DATA, DEFAULT_NAME, CD_MethodHandle, constants.size() - 1));
    }

    private static CodeBuilder invoke(CodeBuilder code, MethodTypeDesc type) {
        return code.invokevirtual(CD_MethodHandle, "invokeExact", type);
    }
}
