// SPDX-License-Identifier: Apache-2.0
package colors.agent.program;

import colors.agent.program.ProgramClass.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The facts of the classes that a loader finds, each read once. Thread-safe. */
public final class ProgramClasses {
    private static final ClassFile PARSER = ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG);
    private static final Map<ClassLoader, Map<String, Optional<ProgramClass>>> BY_LOADER =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private static final Map<ClassLoader, Map<String, Boolean>> REWRITTEN =
            Collections.synchronizedMap(new WeakHashMap<>());

    // and why
    private static final Map<ClassLoader, Map<String, String>> GIVEN_UP =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static Patterns patterns = new Patterns();
    private static Function<ProgramClass, Verdict> rewrites; // of a candidate, which is prepared if it can be rewritten
    private static volatile Function<Class<?>, Set<String>> absent; // null: there are none

    /** What others rely on is not there. */
    public static final class Conflict extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Conflict(String message) {
            super(message);
        }
    }

    private ProgramClasses() {}

    public static void use(Patterns declared, Function<ProgramClass, Verdict> rewriting) {
        rewrites = rewriting;
        patterns = declared;
    }

    /** From now on objects of exclusive classes lack fields that are in shared memory; which, of a loaded class. */
    public static void useAbsent(Function<Class<?>, Set<String>> fields) {
        absent = fields;
    }

    public static boolean haveAbsentFields() {
        return absent != null;
    }

    public static Set<String> absentFields(Class<?> loaded) {
        return absent == null ? Set.of() : absent.apply(loaded);
    }

    public static Patterns patterns() {
        return patterns;
    }

    public static boolean isOfJdk(String name) {
        return name.startsWith("java/")
                || name.startsWith("jdk/")
                || name.startsWith("sun/")
                || name.startsWith("javax/")
                || name.startsWith("com/sun/");
    }

    /** The facts of a class; null when the loader does not find it, or it is of the JDK. */
    public static ProgramClass find(ClassLoader loader, String name) {
        if (name == null || isOfJdk(name)) {
            return null;
        }
        Map<String, Optional<ProgramClass>> known = of(loader);
        Optional<ProgramClass> found = known.get(name);
        if (found == null) { // not computeIfAbsent: its superclasses come in between
            Optional<ProgramClass> read = read(loader, name);
            Optional<ProgramClass> other = known.putIfAbsent(name, read);
            found = other == null ? read : other;
        }
        return found.orElse(null);
    }

    /** The facts of a class if they were read before, by this loader or one that it asks; null if not. */
    public static ProgramClass known(ClassLoader loader, String name) {
        for (ClassLoader asked = loader; asked != null; asked = asked.getParent()) {
            Map<String, Optional<ProgramClass>> read = BY_LOADER.get(asked);
            Optional<ProgramClass> found = read == null ? null : read.get(name);
            if (found != null && found.isPresent()) {
                return found.get();
            }
        }
        return null;
    }

    /** Only of those declared shareable: others are not asked for, which saves reading them. */
    public static ProgramClass findDeclared(ClassLoader loader, String name) {
        return patterns.matches(name) ? find(loader, name) : null;
    }

    /** Whether a class is prepared, now and for ever. Who asks first has it rewritten. */
    public static boolean isPrepared(ProgramClass type) {
        return verdict(type).isPrepared();
    }

    public static Verdict verdict(ProgramClass type) {
        if (type.verdict() == null) {
            Verdict given = judge(type);
            if (type.decide(given) && given.failure() != null) {
                Report.INSTANCE.failed(type.name(), given.failure());
            }
        }
        return type.verdict();
    }

    /** No lock: two threads may do the same, for a lock here could meet those of class loaders. */
    private static Verdict judge(ProgramClass type) {
        Map<String, String> givenUp = GIVEN_UP.get(type.loader());
        if (givenUp != null && givenUp.containsKey(type.name())) {
            return Verdict.against(givenUp.get(type.name()));
        }
        if (!type.isCandidate()) {
            return Verdict.against(type.obstacle() == null ? "it is not declared shareable" : type.obstacle());
        }
        ProgramClass superclass = type.superclass();
        String obstacle = superclass == null || isPrepared(superclass) ? null : type.obstacleOfSuperclass();
        return obstacle == null ? rewrites.apply(type) : Verdict.against(obstacle);
    }

    /**
     * The facts of a class that is being loaded, maybe with other bytes than its resource has. If others asked for it
     * before, their verdict stands.
     *
     * @throws Conflict when they rely on what these bytes do not have
     */
    public static ProgramClass load(ClassLoader loader, byte[] classFile) {
        ProgramClass facts = parse(loader, classFile);
        Optional<ProgramClass> before = of(loader).get(facts.name());
        if (before == null) {
            before = of(loader).putIfAbsent(facts.name(), Optional.of(facts));
        }
        if (before == null) {
            return facts;
        }
        if (before.isEmpty()) {
            facts.decide(Verdict.against("its loader did not find it when it was asked for before"));
        } else if (Arrays.equals(before.get().classFile(), classFile)) {
            return before.get();
        } else {
            facts.share(before.get());
            if (verdict(facts).isPrepared() && !(facts.isCandidate() && facts.offersAllOf(before.get()))) {
                throw new Conflict(
                        "its class file is another one than the loader gave before, by which other classes were"
                                + " rewritten");
            }
        }
        of(loader).put(facts.name(), Optional.of(facts));
        return facts;
    }

    /**
     * The class is loaded as it is. False when it was to be prepared, so that others rely on it. Who judges it
     * meanwhile finds it here, or is found.
     */
    public static boolean giveUp(ClassLoader loader, String name, String why) {
        GIVEN_UP.computeIfAbsent(loader, key -> new ConcurrentHashMap<>()).put(name, why);
        Optional<ProgramClass> known = of(loader).get(name);
        return known == null
                || known.isEmpty()
                || known.get().decide(Verdict.against(why))
                || !known.get().verdict().isPrepared();
    }

    /**
     * Whether the code of a class takes shared objects: it is rewritten, or that of the runtime itself. False when the
     * loader does not find it.
     */
    public static boolean isRewritten(ClassLoader loader, String name) {
        if (isOfJdk(name)) {
            return false;
        }
        return name.startsWith("colors/")
                || patterns.matches(name)
                || REWRITTEN
                        .computeIfAbsent(loader, key -> new ConcurrentHashMap<>())
                        .computeIfAbsent(name, key -> mentionsObjects(loader, key));
    }

    private static boolean mentionsObjects(ClassLoader loader, String name) {
        try (InputStream resource = loader.getResourceAsStream(name + ".class")) {
            return resource != null && patterns.concernOf(resource.readAllBytes()) == Patterns.Concern.OBJECTS;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /** As far as the classes and interfaces of the program say; of the JDK's only Serializable itself. */
    public static boolean isSerializable(ClassLoader loader, ProgramClass type) {
        return type != null
                && (type.interfaces().contains("java/io/Serializable")
                        || isSerializable(loader, type.superclass())
                        || type.interfaces().stream().anyMatch(name -> isSerializable(loader, find(loader, name))));
    }

    private static Map<String, Optional<ProgramClass>> of(ClassLoader loader) {
        return BY_LOADER.computeIfAbsent(loader, key -> new ConcurrentHashMap<>());
    }

    private static Optional<ProgramClass> read(ClassLoader loader, String name) {
        String file = name + ".class";
        ClassLoader parent = loader.getParent();
        if (parent != null && parent != PLATFORM && isSame(parent.getResource(file), loader.getResource(file))) {
            return Optional.ofNullable(find(parent, name)); // which is the one that will load it
        }
        try (InputStream resource = loader.getResourceAsStream(file)) {
            return resource == null ? Optional.empty() : Optional.of(parse(loader, resource.readAllBytes()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isSame(URL a, URL b) {
        // not equals, which asks the network for names
        return a != null && b != null && a.toExternalForm().equals(b.toExternalForm());
    }

    /** The facts of a class file, which nobody else sees yet. */
    public static ProgramClass parse(ClassLoader loader, byte[] classFile) {
        ClassModel model = PARSER.parse(classFile);
        String superName =
                model.superclass().map(entry -> entry.asInternalName()).orElse(null);
        boolean matched = patterns.matches(model.thisClass().asInternalName());
        return new ProgramClass(loader, model, matched ? classFile : null, matched, find(loader, superName));
    }
}
