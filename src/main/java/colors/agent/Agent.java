// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import colors.agent.program.Patterns;
import colors.agent.program.ProgramClasses;
import colors.agent.program.Report;
import colors.agent.rewriting.ClassRewriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The agent: {@code java
 * -javaagent:colors-runtime.jar=share=com.acme.Employee;com.acme.model.*,exclusive=com.acme.Node}. It makes instances
 * of the classes named there, and in the files {@code META-INF/colors/shareable} and {@code META-INF/colors/exclusive}
 * on the class path (a pattern a line), shareable as they are; of those named exclusive there are shared instances
 * alone (docs/agent.md).
 */
public final class Agent {
    private static final String FILE = "META-INF/colors/shareable";
    private static final String EXCLUSIVE_FILE = "META-INF/colors/exclusive";

    private static Instrumentation instrumentation;
    private static boolean reflectionWatched;

    private Agent() {}

    /** Called by the JVM before main. Ends it with a message when the options make no sense. */
    public static void premain(String options, Instrumentation jvm) {
        instrumentation = jvm;
        Patterns patterns = new Patterns();
        try {
            readOptions(options == null ? "" : options, patterns);
            readFiles(FILE, patterns::add);
            readFiles(EXCLUSIVE_FILE, patterns::addExclusive);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("colors agent: " + e.getMessage());
            System.exit(1);
        }
        PreparedTypes.activate();
        ProgramClasses.use(patterns, ClassRewriter::judge);
        Report.INSTANCE.start();
        Report.INSTANCE.line("shareable are " + patterns);
        jvm.addTransformer(new Transformer(patterns), false);
        if (patterns.haveExclusive()) {
            watchInstantiation();
        }
    }

    /** Patterns follow the option that they are of. */
    private static void readOptions(String options, Patterns patterns) {
        if (options.isBlank()) {
            return;
        }
        if (!options.startsWith(Patterns.SHARE) && !options.startsWith(Patterns.EXCLUSIVE)) {
            throw new IllegalArgumentException("unknown option '" + options
                    + "'; expected share=CLASS;CLASS... or exclusive=CLASS;CLASS..., for example"
                    + " -javaagent:colors-runtime.jar=share=com.acme.Employee;com.acme.model.*");
        }
        Consumer<String> option = patterns::add;
        for (String text : options.split("[;,]")) {
            String pattern = text.strip();
            if (pattern.startsWith(Patterns.SHARE)) {
                option = patterns::add;
                pattern = pattern.substring(Patterns.SHARE.length());
            } else if (pattern.startsWith(Patterns.EXCLUSIVE)) {
                option = patterns::addExclusive;
                pattern = pattern.substring(Patterns.EXCLUSIVE.length());
            }
            option.accept(pattern);
        }
    }

    private static void readFiles(String name, Consumer<String> option) throws IOException {
        for (URL file : Collections.list(ClassLoader.getSystemClassLoader().getResources(name))) {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!line.isBlank() && !line.startsWith("#")) {
                        option.accept(line);
                    }
                }
            }
        }
    }

    private static void watchInstantiation() {
        try {
            InstantiationHook.install(instrumentation);
        } catch (ReflectiveOperationException | UnmodifiableClassException | LinkageError e) {
            Report.INSTANCE.line(
                    "exclusive classes are abstract for reflection here, which could not be changed: " + e);
        }
        try {
            AbsentFieldsHook.install(instrumentation);
        } catch (ReflectiveOperationException | UnmodifiableClassException | LinkageError e) {
            Report.INSTANCE.line(
                    "objects of exclusive classes have fields of their own here, for reflection could not be changed: "
                            + e);
        }
    }

    /** At the first shared object. */
    static synchronized void watchReflection() {
        if (!reflectionWatched) {
            reflectionWatched = true;
            ReflectionHook.install(instrumentation);
        }
    }

    static void addOpens(Module module, String packageName, Module to) {
        instrumentation.redefineModule(module, Set.of(), Map.of(), Map.of(packageName, Set.of(to)), Set.of(), Map.of());
    }

    static void addReads(Module reader, Module read) {
        instrumentation.redefineModule(reader, Set.of(read), Map.of(), Map.of(), Set.of(), Map.of());
    }
}
