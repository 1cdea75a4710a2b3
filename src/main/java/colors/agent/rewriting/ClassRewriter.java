// SPDX-License-Identifier: Apache-2.0
package colors.agent.rewriting;

import static java.lang.classfile.ClassFile.ACC_INTERFACE;

import colors.agent.program.AgentView;
import colors.agent.program.Names;
import colors.agent.program.PreparedClasses;
import colors.agent.program.ProgramClass;
import colors.agent.program.ProgramClass.Verdict;
import colors.agent.program.ProgramClasses;
import colors.agent.program.Report;
import colors.agent.program.Rewritten;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rewrites one class file. A method that would become larger than the JVM compiles, or than a class file takes, gets
 * code that is small and not fast: see {@link OutlinedCode}.
 */
public final class ClassRewriter {
    /** The JVM compiles no method with more bytes of code (HugeMethodLimit). */
    static final int COMPILED = 8000;

    private final ClassFile context;
    private final ClassModel model;
    private final ClassModel program; // as the program has it
    private final ProgramClass self;
    private final PreparedClasses others;
    private final boolean prepares;
    private final Class<?> redefined; // null: the class is loaded

    private ClassRewriter(
            ProgramClass self, byte[] classFile, PreparedClasses others, boolean prepares, Class<?> redefined) {
        context = context(others.loader, type -> hierarchyOf(self, others.loader, type));
        program = context.parse(classFile);
        model = prepares ? withStraightConstructors(program, self, redefined) : program;
        this.self = self;
        this.others = others;
        this.prepares = prepares;
        this.redefined = redefined;
    }

    /** The rewrite that decides whether a candidate is prepared. */
    public static Verdict judge(ProgramClass candidate) {
        ClassLoader loader = candidate.loader();
        byte[] classFile = candidate.classFile();
        if (loader == null || classFile == null) {
            return Verdict.against("its class loader is gone");
        }
        if (!AgentView.finds(loader)) {
            return Verdict.against("its class loader does not find the agent's classes");
        }
        PreparedClasses.Candidates others = new PreparedClasses.Candidates(loader);
        try {
            return new Verdict(
                    null,
                    null,
                    new ClassRewriter(candidate, classFile, others, true, null).rewrite(),
                    others.assumed());
        } catch (StackOverflowError e) {
            throw e; // nothing is known of the class
        } catch (RuntimeException | Error e) {
            return new Verdict("the agent could not rewrite it: " + e, e, null, Set.of());
        }
    }

    /**
     * {@code prepares}: the class is prepared, not only its code rewritten. Throws what the class file library does of
     * code that it cannot write.
     */
    public static Rewritten rewrite(ProgramClass self, byte[] classFile, PreparedClasses others, boolean prepares) {
        return new ClassRewriter(self, classFile, others, prepares, null).rewrite();
    }

    /**
     * The same for a class that is loaded, which has to keep its methods and fields. Throws Conflict where it cannot.
     */
    public static Rewritten rewriteAgain(
            ProgramClass self, byte[] classFile, PreparedClasses others, boolean prepares, Class<?> redefined) {
        return new ClassRewriter(self, classFile, others, prepares, redefined).rewrite();
    }

    /**
     * Beside the constructors are static methods that have their code, and are rewritten as any other: of a class that
     * is redefined those that it has, whatever its constructors do now.
     */
    private ClassModel withStraightConstructors(ClassModel before, ProgramClass candidate, Class<?> redefined) {
        Set<MethodTypeDesc> present = redefined == null ? Set.of() : StraightConstructor.presentIn(redefined);
        Map<MethodModel, StraightConstructor> straight = new LinkedHashMap<>();
        List<MethodTypeDesc> others = new ArrayList<>();
        for (MethodModel method : before.methods()) {
            if (!method.methodName().equalsString(ConstantDescs.INIT_NAME)
                    || ProgramClass.isMarkedConstructor(method)
                    || redefined != null && !present.contains(method.methodTypeSymbol())) {
                continue;
            }
            if (StraightConstructor.of(candidate, method) instanceof StraightConstructor found) {
                straight.put(method, found);
            } else if (redefined != null) {
                others.add(method.methodTypeSymbol());
            }
        }
        if (straight.isEmpty() && others.isEmpty()) {
            return before;
        }
        return context.parse(context.transformClass(before, ClassTransform.endHandler(builder -> {
            straight.forEach((method, found) -> found.write(builder, method));
            others.forEach(type -> StraightConstructor.writeOther(builder, candidate, type));
        })));
    }

    public static ClassFile context(ClassLoader loader) {
        return context(loader, ClassRewriter::absent);
    }

    private static ClassFile context(ClassLoader loader, ClassHierarchyResolver otherwise) {
        ClassHierarchyResolver found =
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(found.orElse(otherwise)));
    }

    /** The JVM does not look for it either, unless it has to. */
    private static ClassHierarchyInfo absent(ClassDesc type) {
        return ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object);
    }

    /**
     * Of a class that is no resource: what was seen of it. Of another one nothing is known where the loader shows no
     * class files, as one of generated classes.
     */
    private static ClassHierarchyInfo hierarchyOf(ProgramClass self, ClassLoader loader, ClassDesc type) {
        ProgramClass known = type.equals(self.desc()) ? self : ProgramClasses.known(loader, Names.internalName(type));
        if (known != null) {
            return known.isInterface()
                    ? ClassHierarchyInfo.ofInterface()
                    : ClassHierarchyInfo.ofClass(
                            known.superName() == null
                                    ? ConstantDescs.CD_Object
                                    : ClassDesc.ofInternalName(known.superName()));
        }
        if (loader.getResource(self.name() + ".class") == null) {
            throw new IllegalArgumentException("the superclass of " + type.displayName()
                    + " has to be known, and the class loader shows neither's class file");
        }
        return absent(type);
    }

    private Rewritten rewrite() {
        if (canOutline()) {
            Map<String, Integer> sizes = sizes(model);
            try {
                return rewriteWithin(sizes);
            } catch (IllegalArgumentException e) { // too large for a class file: with luck not if all is compact
                return rewrite(method -> true);
            }
        }
        return rewrite(method -> false);
    }

    /** Interfaces of old class files take no methods with code. */
    private boolean canOutline() {
        return !self.is(ACC_INTERFACE) || self.version() >= ClassFile.JAVA_8_VERSION;
    }

    /** What is not compiled anyway is compact; what would not be any more becomes so. */
    private Rewritten rewriteWithin(Map<String, Integer> sizes) {
        Set<String> large = new HashSet<>();
        sizes.forEach((method, size) -> {
            if (size > COMPILED) {
                large.add(method);
            }
        });
        Rewritten fast = rewrite(method -> large.contains(key(method)));
        if (fast.classFile() == null
                || sizes.values().stream().noneMatch(size -> size > COMPILED / 8 && size <= COMPILED)) {
            return fast;
        }
        Set<String> grown = grown(sizes, fast);
        if (!large.addAll(grown)) {
            return fast;
        }
        Rewritten compact = rewrite(method -> large.contains(key(method)));
        grown(sizes, compact).forEach(method -> compact.counts()
                .skip("compilation, for the JVM compiles no method of more than " + COMPILED + " bytes: " + method));
        return compact;
    }

    private Set<String> grown(Map<String, Integer> sizes, Rewritten rewritten) {
        Set<String> grown = new HashSet<>();
        sizes(ClassFile.of().parse(rewritten.classFile())).forEach((method, size) -> {
            if (size > COMPILED && sizes.getOrDefault(method, COMPILED + 1) <= COMPILED) {
                grown.add(method);
            }
        });
        return grown;
    }

    private Rewritten rewrite(Predicate<MethodModel> isCompact) {
        Report.Counts counts = new Report.Counts();
        byte[] rewritten = context.transformClass(
                model, new Preparer(others, program, self, prepares, redefined, isCompact, counts));
        return new Rewritten(prepares || !counts.areZero() ? rewritten : null, counts);
    }

    private static String key(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    private static Map<String, Integer> sizes(ClassModel model) {
        Map<String, Integer> sizes = new HashMap<>();
        for (MethodModel method : model.methods()) {
            method.findAttribute(Attributes.code()).ifPresent(code -> sizes.put(key(method), code.codeLength()));
        }
        return sizes;
    }
}
