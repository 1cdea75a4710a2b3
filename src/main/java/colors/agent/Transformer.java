// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** Rewrites the classes that mention shareable ones when they are loaded. All others it leaves as they are, byte for byte. */
final class Transformer implements ClassFileTransformer {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final Patterns patterns;

    Transformer(Patterns patterns) {
        this.patterns = patterns;
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader == null || loader == PLATFORM || name == null || redefined != null || name.startsWith("colors/") && module == Transformer.class.getModule()) {
            return null;
        }
        long start = System.nanoTime();
        try {
            return patterns.areMentionedIn(classFile) ? rewrite(module, loader, name, classFile) : null;
        } catch (RuntimeException | LinkageError e) {
            Preparation.refuse(name, "the agent could not rewrite it: " + e);
            Report.INSTANCE.failed(name, e);
            return null;
        } finally {
            Report.INSTANCE.see(System.nanoTime() - start);
        }
    }

    private static byte[] rewrite(Module module, ClassLoader loader, String name, byte[] classFile) {
        ClassFile context = context(loader);
        ClassModel model = context.parse(classFile);
        ProgramClass self = ProgramClasses.put(loader, model);
        if (self.obstacle() != null) {
            Preparation.refuse(name, self.obstacle());
            Report.INSTANCE.refused(name, self.obstacle());
        }
        Report.Counts counts = new Report.Counts();
        byte[] rewritten = context.transformClass(model, new Preparer(loader, model, self, counts));
        if (!self.isPrepared() && counts.areZero()) {
            return null;
        }
        Access.grant(module);
        if (self.isPrepared()) {
            PreparedNames.add(loader, self);
        }
        Report.INSTANCE.rewrote(name, self.isPrepared(), counts);
        return rewritten;
    }

    private static ClassFile context(ClassLoader loader) {
        ClassHierarchyResolver found = ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(found));
    }
}
