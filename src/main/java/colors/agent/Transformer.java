// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.program.AgentView;
import colors.agent.program.Patterns;
import colors.agent.program.PreparedClasses;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClass.Verdict;
import colors.agent.program.ProgramClasses;
import colors.agent.program.Refusals;
import colors.agent.program.Report;
import colors.agent.program.Rewritten;
import colors.agent.rewriting.ClassRewriter;
import colors.agent.rewriting.HandleCalls;
import colors.agent.rewriting.SpareStack;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Rewrites the classes that mention shareable ones when they are loaded or redefined. Of others it replaces the calls
 * that make handles of fields; those that have none it leaves as they are, byte for byte. A class that cannot be
 * rewritten is left too: see {@link Unrewritten}.
 */
final class Transformer implements ClassFileTransformer {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private static final String FULL =
            "it was first used where the thread's stack was full, and the agent could not rewrite it in another thread"
                    + " either, maybe for a lock that the first one held; load it earlier, for example by Class.forName"
                    + " at the program's start, or give the thread more stack (-Xss)";

    private static volatile Patterns patterns = new Patterns();

    @SuppressWarnings("StaticAssignmentInConstructor") // a JVM has one agent
    Transformer(Patterns declared) {
        patterns = declared;
        SpareStack.prepare();
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] classFile) {
        if (loader == null
                || loader == PLATFORM
                || name == null
                || name.startsWith("colors/") && module == Transformer.class.getModule()) {
            return null;
        }
        long start = System.nanoTime();
        try {
            return onEnoughStack(
                    () -> transform(
                            module, loader, name, classFile, () -> rewrite(module, loader, name, redefined, classFile)),
                    () -> giveUp(loader, name, classFile));
        } finally {
            Report.INSTANCE.see(System.nanoTime() - start);
        }
    }

    /** A class that code is about to define as a hidden one: JVMs show those to no agent. It is never prepared. */
    static byte[] rewriteHidden(Class<?> host, byte[] classFile) {
        ClassLoader loader = host.getClassLoader();
        if (loader == null || loader == PLATFORM) {
            return classFile;
        }
        String name = ClassFile.of().parse(classFile).thisClass().asInternalName(); // fails as the definition would
        byte[] rewritten = onEnoughStack(
                () -> transform(
                        host.getModule(),
                        loader,
                        name,
                        classFile,
                        () -> rewriteUnprepared(
                                host.getModule(),
                                loader,
                                name,
                                ProgramClasses.parse(loader, classFile),
                                "it is a hidden class",
                                classFile)),
                () -> leave(loader, name, classFile, new IllegalStateException(FULL)));
        return rewritten == null ? classFile : rewritten;
    }

    /** The JVM would define a class as it is when this throws: its stack may be full where a program first uses it. */
    private static byte[] onEnoughStack(Supplier<byte[]> work, Supplier<byte[]> otherwise) {
        try {
            return work.get();
        } catch (StackOverflowError e) {
            return SpareStack.run(work, otherwise);
        }
    }

    /** Nobody relies on the class from now on. If somebody did before, it must not run. */
    private static byte[] giveUp(ClassLoader loader, String name, byte[] classFile) {
        if (patterns.concernOf(classFile) != Patterns.Concern.OBJECTS) {
            return null;
        }
        boolean relied = !ProgramClasses.giveUp(loader, name, FULL);
        return leave(
                loader,
                name,
                classFile,
                relied
                        ? new ProgramClasses.Conflict(
                                "other classes were rewritten to use it as a shareable one, but " + FULL)
                        : new IllegalStateException(FULL));
    }

    private static byte[] transform(
            Module module, ClassLoader loader, String name, byte[] classFile, Supplier<byte[]> rewrite) {
        try {
            return switch (patterns.concernOf(classFile)) {
                case NONE -> null;
                case HANDLES -> rewriteHandles(module, loader, name, classFile);
                case OBJECTS -> rewrite.get();
            };
        } catch (StackOverflowError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return leave(loader, name, classFile, e);
        }
    }

    /** Null: the class is left as it was. */
    private static byte[] leave(ClassLoader loader, String name, byte[] classFile, Throwable failure) {
        Refusals.add(name, "the agent could not rewrite it: " + failure);
        Report.INSTANCE.failed(name, failure);
        try {
            String refusal = failure instanceof ProgramClasses.Conflict
                    ? "class " + name.replace('/', '.') + " is refused: " + failure.getMessage()
                    : Unrewritten.add(name, failure.toString(), classFile);
            return refusal == null ? null : RefusedClass.of(loader, classFile, refusal);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return null; // no class file, as the JVM will say
        }
    }

    private static byte[] rewrite(
            Module module, ClassLoader loader, String name, Class<?> redefined, byte[] classFile) {
        if (redefined != null) {
            return redefine(module, loader, name, redefined, classFile);
        }
        ProgramClass self = ProgramClasses.load(loader, classFile);
        Verdict verdict = ProgramClasses.verdict(self);
        if (self.isRecord() || verdict.isPrepared()) {
            PreparedNames.add(loader, self);
        }
        if (!verdict.isPrepared()) {
            refuse(self, verdict.obstacle());
            return rewriteUnprepared(module, loader, name, self, verdict.obstacle(), classFile);
        }
        PreparedClasses others = PreparedClasses.of(loader);
        boolean holds = classFile == self.classFile() || Arrays.equals(classFile, self.classFile());
        Rewritten judged = verdict.rewritten();
        Rewritten rewritten =
                judged != null && holds && verdict.assumed().stream().allMatch(assumed -> others.find(assumed) != null)
                        ? judged
                        : ClassRewriter.rewrite(self, classFile, others, true);
        self.settle();
        return finish(module, name, true, rewritten);
    }

    private static void refuse(ProgramClass self, String obstacle) {
        if (self.isDeclared()) {
            Refusals.add(self.name(), obstacle);
            Report.INSTANCE.refused(self.name(), obstacle);
        }
    }

    /** A class that is not prepared, and must not run when there may be no private instances of it. */
    private static byte[] rewriteUnprepared(
            Module module, ClassLoader loader, String name, ProgramClass self, String obstacle, byte[] classFile) {
        ProgramClass superclass = self.superclass();
        String exclusive = superclass != null && superclass.isExclusive() && ProgramClasses.isPrepared(superclass)
                ? "its superclass " + superclass.name().replace('/', '.')
                : patterns.nameExclusive(name) && !self.isInterface() ? "it" : null;
        if (exclusive == null) {
            return rewriteCode(module, loader, name, self, classFile);
        }
        Access.grant(module);
        return RefusedClass.of(
                loader,
                classFile,
                "class " + name.replace('/', '.') + " is refused: " + exclusive
                        + " is exclusive, so that there may be no private instances of it, and the agent did not"
                        + " prepare "
                        + name.replace('/', '.') + ": " + obstacle
                        + (self.isDeclared() ? "" : ", add it to " + Patterns.EXCLUSIVE) + " (docs/agent.md)");
    }

    /** A class that is not prepared. */
    private static byte[] rewriteCode(
            Module module, ClassLoader loader, String name, ProgramClass self, byte[] classFile) {
        if (!AgentView.finds(loader)) {
            throw new UnsupportedOperationException("its class loader does not find the agent's classes");
        }
        return finish(module, name, false, ClassRewriter.rewrite(self, classFile, PreparedClasses.of(loader), false));
    }

    /**
     * A class that a debugger redefines gets what it got when it was loaded: the JVM takes it only if it has the same
     * members.
     */
    private static byte[] redefine(
            Module module, ClassLoader loader, String name, Class<?> redefined, byte[] classFile) {
        ProgramClass self = ProgramClasses.parse(loader, classFile);
        boolean prepares = SharedSubclass.isPrepared(redefined);
        if (self.isCandidate() && !prepares) { // it was loaded before the agent began, or could not be rewritten
            return null;
        }
        try {
            return finish(
                    module,
                    name,
                    prepares,
                    ClassRewriter.rewriteAgain(self, classFile, PreparedClasses.of(loader), prepares, redefined));
        } catch (ProgramClasses.Conflict e) {
            Report.INSTANCE.line("did not redefine " + name.replace('/', '.') + ": " + e.getMessage());
            return null; // which the JVM refuses
        }
    }

    private static byte[] finish(Module module, String name, boolean prepared, Rewritten rewritten) {
        if (rewritten.classFile() != null) {
            Access.grant(module);
            Report.INSTANCE.rewrote(name, prepared, rewritten.counts());
        }
        return rewritten.classFile();
    }

    /** A loader that does not find the agent's classes could not run what calls them. */
    private static byte[] rewriteHandles(Module module, ClassLoader loader, String name, byte[] classFile) {
        ClassFile context = ClassRewriter.context(loader);
        ClassModel model = context.parse(classFile);
        if (!HandleCalls.areIn(model)) {
            return null;
        }
        if (!AgentView.finds(loader)) {
            Report.INSTANCE.line("left " + name.replace('/', '.')
                    + ", which makes handles of fields, as it was: its loader does not find the agent");
            return null;
        }
        Report.Counts counts = new Report.Counts();
        byte[] rewritten =
                context.transformClass(model, ClassTransform.transformingMethodBodies(new HandleCalls(counts)));
        return finish(module, name, false, new Rewritten(counts.areZero() ? null : rewritten, counts));
    }
}
