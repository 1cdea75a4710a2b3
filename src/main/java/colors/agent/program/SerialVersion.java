// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_NATIVE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_STRICT;
import static java.lang.classfile.ClassFile.ACC_SYNCHRONIZED;
import static java.lang.classfile.ClassFile.ACC_TRANSIENT;
import static java.lang.classfile.ClassFile.ACC_VOLATILE;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The serialVersionUID that Java computes for a class without one (Object Serialization Specification, 4.6), of its
 * class file before the agent added to it: so that private instances are still read by programs without the agent.
 */
public final class SerialVersion {
    public static final String FIELD = "serialVersionUID";
    private static final int CLASS_FLAGS = ACC_PUBLIC | ACC_FINAL | ACC_INTERFACE | ACC_ABSTRACT;
    private static final int FIELD_FLAGS =
            ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT;
    private static final int METHOD_FLAGS = ACC_PUBLIC
            | ACC_PRIVATE
            | ACC_PROTECTED
            | ACC_STATIC
            | ACC_FINAL
            | ACC_SYNCHRONIZED
            | ACC_NATIVE
            | ACC_ABSTRACT
            | ACC_STRICT;

    private record Member(String name, int flags, String type) {}

    private SerialVersion() {}

    public static long of(ClassModel model, int flags) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            describe(model, flags, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA").digest(bytes.toByteArray()))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new SecurityException(e); // as Java's own
        }
    }

    private static void describe(ClassModel model, int flags, DataOutputStream out) throws IOException {
        out.writeUTF(model.thisClass().asInternalName().replace('/', '.'));
        out.writeInt(flags & CLASS_FLAGS);
        for (String name : model.interfaces().stream()
                .map(entry -> entry.asInternalName().replace('/', '.'))
                .sorted()
                .toList()) {
            out.writeUTF(name);
        }
        Stream<Member> fields =
                model.fields().stream().map(SerialVersion::member).sorted(Comparator.comparing(Member::name));
        write(out, fields, ACC_STATIC | ACC_TRANSIENT);
        List<Member> methods = model.methods().stream()
                .map(SerialVersion::member)
                .sorted(Comparator.comparing(Member::name).thenComparing(Member::type))
                .toList();
        Stream<Member> initializers = methods.stream()
                .filter(member -> member.name().equals("<clinit>"))
                .map(member -> new Member(member.name(), ACC_STATIC, member.type()));
        write(out, initializers, 0);
        write(out, methods.stream().filter(member -> member.name().equals("<init>")), 0);
        write(out, methods.stream().filter(member -> !member.name().startsWith("<")), 0);
    }

    private static Member member(FieldModel field) {
        return new Member(
                field.fieldName().stringValue(),
                field.flags().flagsMask() & FIELD_FLAGS,
                field.fieldType().stringValue());
    }

    private static Member member(MethodModel method) {
        return new Member(
                method.methodName().stringValue(),
                method.flags().flagsMask() & METHOD_FLAGS,
                method.methodType().stringValue().replace('/', '.'));
    }

    /** Not private members; of fields, those that are private and have one of the flags neither. */
    private static void write(DataOutputStream out, Stream<Member> members, int hiddenIfPrivate) throws IOException {
        for (Member member : members.toList()) {
            boolean isPrivate = (member.flags() & ACC_PRIVATE) != 0;
            boolean isField = hiddenIfPrivate != 0;
            if (!isPrivate || isField && (member.flags() & hiddenIfPrivate) == 0) {
                out.writeUTF(member.name());
                out.writeInt(member.flags());
                out.writeUTF(member.type());
            }
        }
    }
}
