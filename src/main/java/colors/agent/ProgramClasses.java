// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** The facts of the classes that a loader finds, each read once. Thread-safe. */
final class ProgramClasses {
    private static final ClassFile PARSER = ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG);
    private static final Map<ClassLoader, Map<String, Optional<ProgramClass>>> BY_LOADER = Collections.synchronizedMap(new WeakHashMap<>());

    private static final Map<ClassLoader, Map<String, Boolean>> REWRITTEN = Collections.synchronizedMap(new WeakHashMap<>());

    private static Patterns patterns = new Patterns();

    private ProgramClasses() {
    }

    static void use(Patterns declared) {
        patterns = declared;
    }

    static Patterns patterns() {
        return patterns;
    }

    static boolean isOfJdk(String name) {
        return name.startsWith("java/") || name.startsWith("jdk/") || name.startsWith("sun/") || name.startsWith("javax/") || name.startsWith("com/sun/");
    }

    /** The facts of a class; null when the loader does not find it, or it is of the JDK. */
    static ProgramClass find(ClassLoader loader, String name) {
        if (name == null || isOfJdk(name)) {
            return null;
        }
        Map<String, Optional<ProgramClass>> known = of(loader);
        Optional<ProgramClass> found = known.get(name);
        if (found == null) { // not computeIfAbsent: its superclasses come in between
            found = read(loader, name);
            known.putIfAbsent(name, found);
        }
        return found.orElse(null);
    }

    /** Only of those declared shareable: others are not asked for, which saves reading them. */
    static ProgramClass findPrepared(ClassLoader loader, String name) {
        ProgramClass found = patterns.matches(name) ? find(loader, name) : null;
        return found != null && found.isPrepared() ? found : null;
    }

    /** The facts of a class that is being loaded, maybe with other bytes than its resource has. */
    static ProgramClass put(ClassLoader loader, ClassModel model) {
        ProgramClass facts = of(loader, model);
        of(loader).put(facts.name(), Optional.of(facts));
        return facts;
    }

    /** Whether the code of a class takes shared objects: it is rewritten, or that of the runtime itself. False when the loader does not find it. */
    static boolean isRewritten(ClassLoader loader, String name) {
        if (isOfJdk(name)) {
            return false;
        }
        return name.startsWith("colors/") || patterns.matches(name) || REWRITTEN.computeIfAbsent(loader, key -> new ConcurrentHashMap<>()).computeIfAbsent(name, key -> mentionsObjects(loader, key));
    }

    private static boolean mentionsObjects(ClassLoader loader, String name) {
        try (InputStream resource = loader.getResourceAsStream(name + ".class")) {
            return resource != null && patterns.concernOf(resource.readAllBytes()) == Patterns.Concern.OBJECTS;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /** As far as the classes and interfaces of the program say; of the JDK's only Serializable itself. */
    static boolean isSerializable(ClassLoader loader, ProgramClass type) {
        return type != null && (type.interfaces().contains("java/io/Serializable") || isSerializable(loader, type.superclass()) || type.interfaces().stream().anyMatch(name -> isSerializable(loader, find(loader, name))));
    }

    private static Map<String, Optional<ProgramClass>> of(ClassLoader loader) {
        return BY_LOADER.computeIfAbsent(loader, key -> new ConcurrentHashMap<>());
    }

    private static Optional<ProgramClass> read(ClassLoader loader, String name) {
        try (InputStream resource = loader.getResourceAsStream(name + ".class")) {
            return resource == null ? Optional.empty() : Optional.of(of(loader, PARSER.parse(resource.readAllBytes())));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ProgramClass of(ClassLoader loader, ClassModel model) {
        String superName = model.superclass().map(entry -> entry.asInternalName()).orElse(null);
        return new ProgramClass(model, patterns.matches(model.thisClass().asInternalName()), find(loader, superName));
    }
}
