// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import static java.lang.classfile.ClassFile.ACC_ANNOTATION;
import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_TRANSIENT;

import colors.SharedName;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the agent knows of a class of the program, from its class file: it may not be loaded yet. */
final class ProgramClass {

    /** An instance field that is shared: neither static nor transient. */
    record Field(String name, ClassDesc type, int flags) {
        boolean is(int flag) {
            return (flags & flag) != 0;
        }
    }

    /** A constructor of the program. */
    record Constructor(MethodTypeDesc type, int flags) {
    }

    private final String name;
    private final String superName; // null: Object
    private final boolean matched;
    private final ProgramClass superclass; // null: of the JDK, or not found
    private final int version;
    private final int flags;
    private final String ownObstacle;
    private final String sharedName;
    private final List<Field> fields = new ArrayList<>();
    private final List<Constructor> constructors = new ArrayList<>();
    private final Set<String> methods = new HashSet<>(); // name and descriptor
    private final Set<String> interfaces = new HashSet<>();
    private final boolean hasOtherFields; // transient ones
    private final boolean hasVersion;
    private final boolean isRecord;

    ProgramClass(ClassModel model, boolean matched, ProgramClass superclass) {
        name = model.thisClass().asInternalName();
        superName = model.superclass().map(entry -> entry.asInternalName()).filter(entry -> !entry.equals("java/lang/Object")).orElse(null);
        this.matched = matched;
        this.superclass = superclass;
        version = model.majorVersion();
        flags = model.flags().flagsMask();
        boolean others = false;
        boolean versioned = false;
        for (FieldModel field : model.fields()) {
            int mask = field.flags().flagsMask();
            if ((mask & (ACC_STATIC | ACC_TRANSIENT)) == 0) {
                fields.add(new Field(field.fieldName().stringValue(), field.fieldTypeSymbol(), mask));
            }
            versioned |= field.fieldName().equalsString(SerialVersion.FIELD);
            others |= (mask & ACC_STATIC) == 0 && (mask & ACC_TRANSIENT) != 0;
        }
        hasOtherFields = others;
        hasVersion = versioned;
        for (MethodModel method : model.methods()) {
            methods.add(method.methodName().stringValue() + method.methodType().stringValue());
            if (method.methodName().equalsString("<init>")) {
                constructors.add(new Constructor(method.methodTypeSymbol(), method.flags().flagsMask()));
            }
        }
        model.interfaces().forEach(entry -> interfaces.add(entry.asInternalName()));
        isRecord = model.findAttribute(Attributes.record()).isPresent();
        ownObstacle = findObstacle(model);
        sharedName = findSharedName(model).orElse(name.replace('/', '.').replace('$', '.'));
    }

    private static Optional<String> findSharedName(ClassModel model) {
        return model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream().flatMap(attribute -> attribute.annotations().stream())
                        .filter(annotation -> annotation.className().equalsString(SharedName.class.descriptorString()))
                        .flatMap(annotation -> annotation.elements().stream()).filter(element -> element.name().equalsString("value") && element.value() instanceof AnnotationValue.OfString)
                        .map(element -> ((AnnotationValue.OfString) element.value()).stringValue()).findFirst();
    }

    private String findObstacle(ClassModel model) {
        if ((flags & (ACC_INTERFACE | ACC_ANNOTATION)) != 0) {
            return "it is an interface";
        }
        if ((flags & ACC_ENUM) != 0 || "java/lang/Enum".equals(superName)) {
            return "it is an enum, whose constants are values";
        }
        if (isRecord) {
            return "it is a record, which is a value: what is stored is a copy, and what is read a private record";
        }
        if (model.findAttribute(Attributes.enclosingMethod()).isPresent()) {
            return "it is a local or anonymous class";
        }
        if (isInner(model)) {
            return "it is an inner class, whose instances refer to an outer instance; make it static";
        }
        if (reachesFieldsByHandles(model)) {
            return "it makes VarHandles or field updaters, which would not reach the fields of a shared object; use a lock, or fields of java.util.concurrent.atomic in a class of their own";
        }
        if (methods.contains("address()J") || methods.contains("chunk()Lcolors/runtime/RootChunk;")) {
            return "its method long address() is one that shared objects have already; rename it";
        }
        if (superName != null && superclass == null) {
            return "its superclass " + superName.replace('/', '.') + " is not a class of the program";
        }
        if (superclass != null && !superclass.isPrepared() && (superclass.hasInstanceFields() || !superclass.hasPlainConstructor())) {
            return "its superclass " + superName.replace('/', '.') + (superclass.matched ? " cannot be shared" : " has fields and is not named shareable; add it to share=");
        }
        return null;
    }

    private static boolean reachesFieldsByHandles(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MethodRefEntry method && (method.name().equalsString("findVarHandle") || method.name().equalsString("newUpdater") || method.name().equalsString("unreflectVarHandle"))) {
                return true;
            }
        }
        return false;
    }

    private boolean isInner(ClassModel model) {
        return model.findAttribute(Attributes.innerClasses()).stream().flatMap(attribute -> attribute.classes().stream())
                        .anyMatch(inner -> inner.innerClass().asInternalName().equals(name) && (inner.flagsMask() & ACC_STATIC) == 0 && inner.outerClass().isPresent());
    }

    private boolean hasInstanceFields() {
        return !fields.isEmpty() || hasOtherFields || superName != null && (superclass == null || superclass.hasInstanceFields());
    }

    /** Whether a subclass may call a constructor without parameters. */
    private boolean hasPlainConstructor() {
        return constructors.stream().anyMatch(constructor -> constructor.type().parameterCount() == 0 && (constructor.flags() & ACC_PRIVATE) == 0);
    }

    String name() {
        return name;
    }

    /** Null for Object. */
    String superName() {
        return superName;
    }

    /** Null when it is of the JDK, or was not found. */
    ProgramClass superclass() {
        return superclass;
    }

    ClassDesc desc() {
        return ClassDesc.ofInternalName(name);
    }

    /** The name under which it is shared: that of its annotation, or its own. */
    String sharedName() {
        return sharedName;
    }

    int version() {
        return version;
    }

    int flags() {
        return flags;
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether the program declared it shareable and its instances can be shared, in shared memory or as instances of a subclass. */
    boolean isPrepared() {
        return matched && ownObstacle == null;
    }

    /** Whether what the program gets for its shared objects are instances: also records, which are values. */
    boolean hasInstances() {
        return isPrepared() || matched && isRecord;
    }

    /** Why it is not prepared though the program declared it shareable; null when it is, or was not declared. */
    String obstacle() {
        return matched ? ownObstacle : null;
    }

    List<Field> fields() {
        return fields;
    }

    List<Constructor> constructors() {
        return constructors;
    }

    /** Whether it or a superclass below Object has a method. */
    boolean inherits(String nameAndType) {
        return methods.contains(nameAndType) || superclass != null && superclass.inherits(nameAndType);
    }

    /** Whether it says itself which version of it is serialized. */
    boolean hasVersion() {
        return hasVersion;
    }

    Set<String> interfaces() {
        return interfaces;
    }

    /** The shared field that an instruction with this owner names, and who declares it; null: not a field of a prepared class. */
    ProgramClass declaring(String fieldName, ClassDesc type) {
        for (ProgramClass c = this; c != null; c = c.superclass) {
            for (Field field : c.fields) {
                if (field.name().equals(fieldName) && field.type().equals(type)) {
                    return c.isPrepared() ? c : null;
                }
            }
        }
        return null;
    }

    Field field(String fieldName, ClassDesc type) {
        return fields.stream().filter(field -> field.name().equals(fieldName) && field.type().equals(type)).findFirst().orElseThrow();
    }
}
