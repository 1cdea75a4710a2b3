// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_ANNOTATION;
import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_FINAL;
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
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** What the agent knows of a class of the program, from its class file: it may not be loaded yet. Thread-safe. */
public final class ProgramClass {
    /** The first class file version with invokedynamic. */
    public static final int DYNAMIC_CALLS = 51;

    /** An instance field that is shared: neither static nor transient. */
    public record Field(String name, ClassDesc type, int flags) {
        public boolean is(int flag) {
            return (flags & flag) != 0;
        }
    }

    /** A constructor of the program. */
    public record Constructor(MethodTypeDesc type, int flags) {}

    /**
     * Whether the class is prepared. Others rewrite their code by it, so it is given once, and rests on what the
     * rewrite of the class gave.
     *
     * @param obstacle null: it is prepared
     * @param failure what the rewrite threw, if that is the obstacle
     * @param rewritten the class, if it is prepared and not loaded yet
     * @param assumed the classes that this rewrite took for prepared
     */
    public record Verdict(String obstacle, Throwable failure, Rewritten rewritten, Set<String> assumed) {
        public static Verdict against(String obstacle) {
            return new Verdict(obstacle, null, null, Set.of());
        }

        public boolean isPrepared() {
            return obstacle == null;
        }
    }

    private static final int MOST_WORDS = 252; // a method takes 255, this among them

    private final WeakReference<ClassLoader> loader;
    private volatile byte[] classFile; // null when it was loaded
    private volatile AtomicReference<Verdict> verdict = new AtomicReference<>();
    private final String name;
    private final String superName; // null: Object
    private final boolean matched;
    private final boolean exclusive;
    private final boolean constructedPlainly;
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

    ProgramClass(ClassLoader loader, ClassModel model, byte[] classFile, boolean matched, ProgramClass superclass) {
        this.loader = new WeakReference<>(loader);
        this.classFile = classFile;
        name = model.thisClass().asInternalName();
        superName = model.superclass()
                .map(entry -> entry.asInternalName())
                .filter(entry -> !entry.equals("java/lang/Object"))
                .orElse(null);
        this.matched = matched;
        this.superclass = superclass;
        exclusive = matched
                && (ProgramClasses.patterns().areExclusive(name) || superclass != null && superclass.isExclusive());
        version = model.majorVersion();
        flags = model.flags().flagsMask();
        hasOtherFields = model.fields().stream()
                .map(field -> field.flags().flagsMask())
                .anyMatch(mask -> (mask & ACC_STATIC) == 0 && (mask & ACC_TRANSIENT) != 0);
        hasVersion = model.fields().stream().anyMatch(field -> field.fieldName().equalsString(SerialVersion.FIELD));
        model.fields().forEach(this::add);
        model.methods().forEach(this::add);
        model.interfaces().forEach(entry -> interfaces.add(entry.asInternalName()));
        constructedPlainly = exclusive
                && PlainConstructors.areIn(loader, model)
                && (superclass == null ? superName == null : superclass.constructedPlainly);
        isRecord = model.findAttribute(Attributes.record()).isPresent();
        ownObstacle = findObstacle(model);
        sharedName = findSharedName(model).orElse(name.replace('/', '.').replace('$', '.'));
    }

    private void add(FieldModel field) {
        int mask = field.flags().flagsMask();
        if ((mask & (ACC_STATIC | ACC_TRANSIENT)) == 0) {
            fields.add(new Field(field.fieldName().stringValue(), field.fieldTypeSymbol(), mask));
        }
    }

    private void add(MethodModel method) {
        methods.add(method.methodName().stringValue() + method.methodType().stringValue());
        if (method.methodName().equalsString("<init>") && !isMarkedConstructor(method)) {
            constructors.add(
                    new Constructor(method.methodTypeSymbol(), method.flags().flagsMask()));
        }
    }

    /** The size of parameters on the stack. */
    public static int words(MethodTypeDesc type) {
        return type.parameterList().stream()
                .mapToInt(parameter -> TypeKind.from(parameter).slotSize())
                .sum();
    }

    /**
     * Whether a class has the agent's constructor before it was prepared: who generates a subclass copied it from the
     * superclass, which has one.
     */
    public static boolean isMarkedConstructor(MethodModel method) {
        return method.methodName().equalsString(ConstantDescs.INIT_NAME)
                && method.methodType().equalsString(Names.MARKED.descriptorString());
    }

    private static Optional<String> findSharedName(ClassModel model) {
        return model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                .flatMap(attribute -> attribute.annotations().stream())
                .filter(annotation -> annotation.className().equalsString(SharedName.class.descriptorString()))
                .flatMap(annotation -> annotation.elements().stream())
                .filter(element ->
                        element.name().equalsString("value") && element.value() instanceof AnnotationValue.OfString)
                .map(element -> ((AnnotationValue.OfString) element.value()).stringValue())
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    private String findObstacle(ClassModel model) {
        String obstacle = obstacleOfKind(model);
        if (obstacle == null) {
            obstacle = obstacleOfMembers(model);
        }
        if (obstacle != null) {
            return obstacle;
        }
        if (superName != null && superclass == null) {
            return "its superclass " + superName.replace('/', '.') + " is not a class of the program";
        }
        if (exclusive && version < DYNAMIC_CALLS) {
            return "its class file is of Java 6 or older, in which new cannot be replaced";
        }
        if (methods.contains("finalize()V") && hasFinalFinalizer(model)) {
            return "its method finalize() is final, and would run for each Java object that stands for a shared one;"
                    + " drop final";
        }
        return superclass == null || superclass.isCandidate() ? null : obstacleOfSuperclass();
    }

    private String obstacleOfKind(ClassModel model) {
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
        return null;
    }

    private String obstacleOfMembers(ClassModel model) {
        if (reachesFieldsByOffsets(model)) {
            return "it makes offsets of fields, Scala's lazy vals, or VarHandles or field updaters by a method"
                    + " reference, which would not reach the fields of a shared object; make a VarHandle or field"
                    + " updater by a call, or use a lock";
        }
        if (methods.contains("address()J") || methods.contains("chunk()" + Names.CHUNK.descriptorString())) {
            return "its method long address() is one that shared objects have already; rename it";
        }
        if (constructors.stream().anyMatch(constructor -> words(constructor.type()) > MOST_WORDS)) {
            return "it has a constructor with more than " + MOST_WORDS
                    + " words of parameters (a long or double has two), and those of shared objects get two more";
        }
        Set<String> named = new HashSet<>();
        String twice = fields.stream()
                .map(Field::name)
                .filter(field -> !named.add(field))
                .findFirst()
                .orElse(null);
        return twice == null ? null : "it has two fields of the name " + twice + ", and shared objects have one";
    }

    /** Null when a class may extend one that is not prepared: it has nothing to share. */
    String obstacleOfSuperclass() {
        if (!superclass.hasInstanceFields() && superclass.hasPlainConstructor()) {
            return null;
        }
        return "its superclass " + superName.replace('/', '.')
                + (superclass.matched
                        ? " cannot be shared"
                        : " has fields and is not named shareable; add it to share=");
    }

    private static boolean hasFinalFinalizer(ClassModel model) {
        return model.methods().stream()
                .anyMatch(method -> method.methodName().equalsString("finalize")
                        && method.methodType().equalsString("()V")
                        && (method.flags().flagsMask() & ACC_FINAL) != 0);
    }

    /** Calls of these are replaced ({@code HandleCalls}); references to them are not. */
    private static final Set<String> HANDLE_MAKERS = Set.of("findVarHandle", "newUpdater", "unreflectVarHandle");

    /** Scala 3's lazy vals among them. */
    private static boolean reachesFieldsByOffsets(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            boolean reaches =
                    switch (entry) {
                        case MethodRefEntry method ->
                            method.name().equalsString("objectFieldOffset")
                                    || method.owner().asInternalName().equals("scala/runtime/LazyVals$");
                        case MethodHandleEntry handle ->
                            HANDLE_MAKERS.contains(handle.reference().name().stringValue());
                        default -> false;
                    };
            if (reaches) {
                return true;
            }
        }
        return false;
    }

    private boolean isInner(ClassModel model) {
        return model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(attribute -> attribute.classes().stream())
                .anyMatch(inner -> inner.innerClass().asInternalName().equals(name)
                        && (inner.flagsMask() & ACC_STATIC) == 0
                        && inner.outerClass().isPresent());
    }

    private boolean hasInstanceFields() {
        return !fields.isEmpty()
                || hasOtherFields
                || superName != null && (superclass == null || superclass.hasInstanceFields());
    }

    /** Whether a subclass may call a constructor without parameters. */
    private boolean hasPlainConstructor() {
        return constructors.stream()
                .anyMatch(constructor ->
                        constructor.type().parameterCount() == 0 && (constructor.flags() & ACC_PRIVATE) == 0);
    }

    public String name() {
        return name;
    }

    /** Null for Object. */
    public String superName() {
        return superName;
    }

    /** Null when it is of the JDK, or was not found. */
    public ProgramClass superclass() {
        return superclass;
    }

    public ClassDesc desc() {
        return ClassDesc.ofInternalName(name);
    }

    /** The name under which it is shared: that of its annotation, or its own. */
    public String sharedName() {
        return sharedName;
    }

    public int version() {
        return version;
    }

    public int flags() {
        return flags;
    }

    public boolean is(int flag) {
        return (flags & flag) != 0;
    }

    public boolean isInterface() {
        return is(ACC_INTERFACE);
    }

    /** Whether the program declared it shareable and nothing in its class file is against it. */
    public boolean isCandidate() {
        return matched && ownObstacle == null;
    }

    public boolean isDeclared() {
        return matched;
    }

    /**
     * Whether it has shared instances alone, if it is prepared: the program said so of it or of a superclass. Then it
     * is abstract for the JVM, and so are its accessors, of which the generated subclass has the one implementation.
     */
    public boolean isExclusive() {
        return exclusive && isCandidate();
    }

    /** Whether {@code new} of an exclusive class does the same in shared mode and out of it. */
    public boolean isConstructedPlainly() {
        return constructedPlainly;
    }

    /** Whether the program's class has instances, whatever it is for the JVM. */
    public boolean hasInstances() {
        return (flags & (ACC_INTERFACE | ACC_ABSTRACT)) == 0;
    }

    /** Whether it is a record that the program declared shareable. */
    public boolean isRecord() {
        return matched && isRecord;
    }

    /**
     * What its class file has against it though the program declared it shareable; null when nothing, or it was not
     * declared.
     */
    String obstacle() {
        return matched ? ownObstacle : null;
    }

    /** The loader that finds it; null when that is gone. */
    public ClassLoader loader() {
        return loader.get();
    }

    /** Null as long as nobody asked. */
    Verdict verdict() {
        return verdict.get();
    }

    /** Whether this is the verdict: no other thread had one before. */
    boolean decide(Verdict given) {
        return verdict.compareAndSet(null, given);
    }

    /** The verdict on these facts is that on the others, whoever gives it. Before others see these. */
    void share(ProgramClass others) {
        verdict = others.verdict;
    }

    /** Whether code that was rewritten by other facts finds here what these have. */
    boolean offersAllOf(ProgramClass others) {
        return fields.containsAll(others.fields) && constructors.containsAll(others.constructors);
    }

    /** Null when it was loaded. */
    public byte[] classFile() {
        return classFile;
    }

    /** It is loaded: its bytes are not needed any more. */
    public void settle() {
        classFile = null;
        Verdict given = verdict.get();
        verdict.compareAndSet(given, new Verdict(given.obstacle(), given.failure(), null, Set.of()));
    }

    public List<Field> fields() {
        return fields;
    }

    public List<Constructor> constructors() {
        return constructors;
    }

    /** Whether it or a superclass below Object has a method. */
    public boolean inherits(String nameAndType) {
        return methods.contains(nameAndType) || superclass != null && superclass.inherits(nameAndType);
    }

    /** Whether a class is its own or a superclass, as far as they are known. */
    public boolean inheritsFrom(String other) {
        return other.equals(name)
                || other.equals(superName == null ? "java/lang/Object" : superName)
                || superclass != null && superclass.inheritsFrom(other);
    }

    /** Whether it says itself which version of it is serialized. */
    public boolean hasVersion() {
        return hasVersion;
    }

    Set<String> interfaces() {
        return interfaces;
    }

    /** The shared field of this name that it declares itself; null when there is none. */
    public Field field(String fieldName, ClassDesc type) {
        return fields.stream()
                .filter(field -> field.name().equals(fieldName) && field.type().equals(type))
                .findFirst()
                .orElse(null);
    }
}
