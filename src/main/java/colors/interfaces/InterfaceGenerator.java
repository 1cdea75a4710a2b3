// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import colors.roots.Instance;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Signature;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the class file of an {@link InterfaceClass}: an address, the accessors of the interface, each of which calls a
 * constant, and for each shared field a static one of its name and type that nobody uses, so that it is mapped as a
 * class's field is.
 */
final class InterfaceGenerator {
    private static final MethodTypeDesc WRAPPING = MethodTypeDesc.of(CD_void, CD_int, describe(RootChunk.class));
    private static final ClassDesc SHARED = describe(Shared.class);
    private static final ClassDesc OWNER = describe(InterfaceClass.class);
    private static final String CONSTANT = "$colors$access$";

    private final ClassDesc type;
    private final ClassDesc self;
    private final Accessors accessors;

    InterfaceGenerator(Class<?> type, String name, Accessors accessors) {
        this.type = describe(type);
        this.accessors = accessors;
        self = ClassDesc.of(name);
    }

    private static ClassDesc describe(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    byte[] generate() {
        return ClassFile.of().build(self, this::write);
    }

    private void write(ClassBuilder builder) {
        builder.withVersion(ClassFile.JAVA_25_VERSION, 0)
                .withFlags(ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC)
                .withInterfaceSymbols(type, describe(Instance.class));
        FieldCode.writeIdentity(builder, self);
        builder.withMethodBody(INIT_NAME, WRAPPING, 0, code -> {
            code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void);
            FieldCode.setIdentity(code, self, 1);
            code.return_();
        });
        accessors.getters().values().forEach(getter -> writeFields(builder, getter));
        builder.withMethodBody("<clinit>", MTD_void, ACC_STATIC, this::initialize);
        accessors.all().forEach(accessor -> writeAccessor(builder, accessor));
        writeObjectMethods(builder);
    }

    private static void writeFields(ClassBuilder builder, Accessor getter) {
        ClassDesc value = describe(getter.type());
        builder.withField(getter.field(), value, field -> {
            field.withFlags(ACC_PRIVATE | ACC_STATIC);
            if (getter.genericType() instanceof ParameterizedType generic && signature(generic) != null) {
                field.with(SignatureAttribute.of(Signature.parseFrom(signature(generic))));
            }
        });
        builder.withField(CONSTANT + getter.field(), FieldCode.access(value), ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
    }

    /** Of a class or a generic type of classes; null where it has variables or wildcards. */
    private static String signature(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.descriptorString();
        }
        if (!(type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw)) {
            return null;
        }
        List<String> arguments = new ArrayList<>();
        for (Type argument : generic.getActualTypeArguments()) {
            arguments.add(signature(argument));
        }
        String plain = raw.descriptorString();
        return arguments.contains(null)
                ? null
                : plain.substring(0, plain.length() - 1) + "<" + String.join("", arguments) + ">;";
    }

    private void initialize(CodeBuilder code) {
        for (Accessor getter : accessors.getters().values()) {
            ClassDesc access = FieldCode.access(describe(getter.type()));
            code.loadConstant(type)
                    .loadConstant(getter.field())
                    .invokestatic(OWNER, "access", MethodTypeDesc.of(describe(FieldAccess.class), CD_Class, CD_String))
                    .checkcast(access)
                    .putstatic(self, CONSTANT + getter.field(), access);
        }
        code.return_();
    }

    private void writeAccessor(ClassBuilder builder, Accessor accessor) {
        ClassDesc result = describe(accessor.method().getReturnType());
        ClassDesc value = describe(accessor.type());
        MethodTypeDesc method = accessor.isSetter() ? MethodTypeDesc.of(result, value) : MethodTypeDesc.of(result);
        builder.withMethodBody(accessor.method().getName(), method, ACC_PUBLIC | ACC_FINAL, code -> {
            code.getstatic(self, CONSTANT + accessor.field(), FieldCode.access(value))
                    .aload(0);
            if (accessor.isSetter()) {
                set(code, value, result);
            } else {
                code.invokeinterface(FieldCode.access(value), "get", MethodTypeDesc.of(FieldCode.value(value), SHARED));
                FieldCode.narrow(code, value);
                code.return_(TypeKind.from(value));
            }
        });
    }

    private static void set(CodeBuilder code, ClassDesc value, ClassDesc result) {
        TypeKind kind = TypeKind.from(value);
        code.loadLocal(kind, 1);
        if (kind == TypeKind.FLOAT) {
            code.f2d();
        }
        code.invokeinterface(
                FieldCode.access(value), "set", MethodTypeDesc.of(CD_void, SHARED, FieldCode.value(value)));
        if (result.equals(CD_void)) {
            code.return_();
        } else {
            code.aload(0).areturn();
        }
    }

    /** By identity, as every shared object. */
    private static void writeObjectMethods(ClassBuilder builder) {
        builder.withMethodBody("hashCode", MethodTypeDesc.of(CD_int), ACC_PUBLIC, code -> code.aload(0)
                .invokestatic(OWNER, "hash", MethodTypeDesc.of(CD_int, SHARED))
                .ireturn());
        builder.withMethodBody("equals", MethodTypeDesc.of(CD_boolean, CD_Object), ACC_PUBLIC, code -> code.aload(0)
                .aload(1)
                .invokestatic(OWNER, "same", MethodTypeDesc.of(CD_boolean, SHARED, CD_Object))
                .ireturn());
        builder.withMethodBody("toString", MethodTypeDesc.of(CD_String), ACC_PUBLIC, code -> code.aload(0)
                .invokestatic(OWNER, "describe", MethodTypeDesc.of(CD_String, SHARED))
                .areturn());
    }
}
