// SPDX-License-Identifier: Apache-2.0
package colors.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * The agent: {@code java -javaagent:colors-runtime.jar=share=com.acme.Employee;com.acme.model.*}. It makes instances of the classes
 * named there, and in the files {@code META-INF/colors/shareable} on the class path (a pattern a line), shareable as they are
 * (docs/agent.md).
 */
public final class Agent {
    private static final String OPTION = "share=";
    private static final String FILE = "META-INF/colors/shareable";

    private static Instrumentation instrumentation;
    private static boolean reflectionWatched;

    private Agent() {
    }

    /** Called by the JVM before main. Ends it with a message when the options make no sense. */
    public static void premain(String options, Instrumentation jvm) {
        instrumentation = jvm;
        Patterns patterns = new Patterns();
        try {
            readOptions(options == null ? "" : options, patterns);
            readFiles(patterns);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("colors agent: " + e.getMessage());
            System.exit(1);
        }
        Preparation.activate();
        ProgramClasses.use(patterns);
        Report.INSTANCE.start();
        Report.INSTANCE.line("shareable are " + patterns);
        jvm.addTransformer(new Transformer(patterns), false);
    }

    private static void readOptions(String options, Patterns patterns) {
        if (options.isBlank()) {
            return;
        }
        if (!options.startsWith(OPTION)) {
            throw new IllegalArgumentException("unknown option '" + options + "'; expected share=CLASS;CLASS..., for example -javaagent:colors-runtime.jar=share=com.acme.Employee;com.acme.model.*");
        }
        for (String pattern : options.substring(OPTION.length()).split("[;,]")) {
            patterns.add(pattern);
        }
    }

    private static void readFiles(Patterns patterns) throws IOException {
        for (URL file : Collections.list(ClassLoader.getSystemClassLoader().getResources(FILE))) {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!line.isBlank() && !line.startsWith("#")) {
                        patterns.add(line);
                    }
                }
            }
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
