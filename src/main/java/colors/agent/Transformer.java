// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/**
 * Rewrites the classes that mention shareable ones when they are loaded or redefined. Of others it replaces the calls that make handles of fields; those that
 * have none it leaves as they are, byte for byte.
 */
final class Transformer implements ClassFileTransformer {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private static final String HANDLES = "colors/agent/Handles.class";

    private final Patterns patterns;

    Transformer(Patterns patterns) {
        this.patterns = patterns;
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader == null || loader == PLATFORM || name == null || name.startsWith("colors/") && module == Transformer.class.getModule()) {
            return null;
        }
        long start = System.nanoTime();
        try {
            return switch (patterns.concernOf(classFile)) {
                case NONE -> null;
                case HANDLES -> rewriteHandles(module, loader, name, classFile);
                case OBJECTS -> rewrite(module, loader, name, redefined, classFile);
            };
        } catch (RuntimeException | LinkageError e) {
            Preparation.refuse(name, "the agent could not rewrite it: " + e);
            Report.INSTANCE.failed(name, e);
            return null;
        } finally {
            Report.INSTANCE.see(System.nanoTime() - start);
        }
    }

    /** A class that a debugger redefines gets what it got when it was loaded: the JVM takes it only if it has the same members. */
    private static byte[] rewrite(Module module, ClassLoader loader, String name, Class<?> redefined, byte[] classFile) {
        ClassFile context = context(loader);
        ClassModel model = context.parse(classFile);
        ProgramClass self = ProgramClasses.put(loader, model);
        if (self.obstacle() != null) {
            Preparation.refuse(name, self.obstacle());
            Report.INSTANCE.refused(name, self.obstacle());
        }
        if (redefined != null && self.isPrepared() && !SharedSubclass.isPrepared(redefined)) { // it was loaded before the agent began
            return null;
        }
        Report.Counts counts = new Report.Counts();
        byte[] rewritten = context.transformClass(model, new Preparer(loader, model, self, counts));
        if (self.hasInstances()) {
            PreparedNames.add(loader, self);
        }
        if (!self.isPrepared() && counts.areZero()) {
            return null;
        }
        Access.grant(module);
        Report.INSTANCE.rewrote(name, self.isPrepared(), counts);
        return rewritten;
    }

    /** A loader that does not find the agent's classes could not run what calls them. */
    private static byte[] rewriteHandles(Module module, ClassLoader loader, String name, byte[] classFile) {
        ClassFile context = context(loader);
        ClassModel model = context.parse(classFile);
        if (!HandleCalls.areIn(model)) {
            return null;
        }
        if (loader.getResource(HANDLES) == null) {
            Report.INSTANCE.line("left " + name.replace('/', '.') + ", which makes handles of fields, as it was: its loader does not find the agent");
            return null;
        }
        Report.Counts counts = new Report.Counts();
        byte[] rewritten = context.transformClass(model, ClassTransform.transformingMethodBodies(new HandleCalls(counts)));
        if (counts.areZero()) {
            return null;
        }
        Access.grant(module);
        Report.INSTANCE.rewrote(name, false, counts);
        return rewritten;
    }

    private static ClassFile context(ClassLoader loader) {
        ClassHierarchyResolver found = ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(found));
    }
}
