// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line of {@code java} as options of a context that runs it in Espresso. Options of the JVM, such as -Xmx,
 * are refused: they belong to the JVM that runs Espresso.
 */
final class JavaArguments {
    /** How the program is named. The order is that of sun.launcher.LauncherHelper's numbers, from 1. */
    enum Mode {
        CLASS,
        JAR,
        MODULE,
        SOURCE;

        /** The number by which LauncherHelper knows it; a source file was compiled to classes before. */
        int number() {
            return this == SOURCE ? CLASS.number() : ordinal() + 1;
        }
    }

    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> agents = new ArrayList<>();
    private final List<String> given;
    private Mode mode;
    private String program;
    private String[] arguments;

    /** Throws IllegalArgumentException, which says what to give instead, for a line that Espresso cannot run. */
    JavaArguments(String... given) {
        this.given = Arrays.asList(given);
        int next = 0;
        while (program == null) {
            if (next == this.given.size()) {
                throw new IllegalArgumentException(
                        "which program? Give a class, a source file, -jar FILE or -m MODULE/CLASS after the options");
            }
            next = take(next);
        }
        arguments = Arrays.copyOfRange(given, next, given.length);
        for (int i = 0; i < agents.size(); i++) {
            options.put("java.JavaAgent." + i, agents.get(i));
        }
    }

    Mode mode() {
        return mode;
    }

    /** The class, file or module. */
    String program() {
        return program;
    }

    /** The program's own arguments. */
    String[] arguments() {
        return arguments;
    }

    /** Names and values for a context's builder. */
    Map<String, String> options() {
        return options;
    }

    /** Their classes are on the class path too. */
    List<String> agentJars() {
        return agents.stream().map(agent -> agent.split("=", 2)[0]).toList();
    }

    /** An option's value, empty when it was not given. */
    String option(String name) {
        return options.getOrDefault(name, "");
    }

    /** Adds a path, module or rule to a list. */
    void add(String name, String value) {
        options.merge(name, value, (old, added) -> old + File.pathSeparator + added);
    }

    /** Takes one option or the program; returns the index after it. */
    private int take(int index) {
        String argument = given.get(index);
        if (!argument.startsWith("-")) {
            run(argument.endsWith(".java") ? Mode.SOURCE : Mode.CLASS, argument);
            return index + 1;
        }
        int equals = argument.indexOf('=');
        boolean joined = argument.startsWith("--") && equals > 0;
        if (takesValue(joined ? argument.substring(0, equals) : argument)) {
            takeValued(
                    joined ? argument.substring(0, equals) : argument,
                    joined ? argument.substring(equals + 1) : value(index));
            return joined ? index + 1 : index + 2;
        }
        takeSingle(argument);
        return index + 1;
    }

    private static boolean takesValue(String name) {
        return switch (name) {
            case "-cp",
                    "-classpath",
                    "--class-path",
                    "-p",
                    "--module-path",
                    "-jar",
                    "-m",
                    "--module",
                    "--add-modules",
                    "--add-exports",
                    "--add-opens",
                    "--add-reads",
                    "--enable-native-access" -> true;
            default -> false;
        };
    }

    private String value(int index) {
        if (index + 1 == given.size()) {
            throw new IllegalArgumentException(given.get(index) + " needs a value after it");
        }
        return given.get(index + 1);
    }

    private void takeValued(String name, String value) {
        switch (name) {
            case "-cp", "-classpath", "--class-path" -> options.put("java.Classpath", value);
            case "-p", "--module-path" -> add("java.ModulePath", value);
            case "--add-modules" -> add("java.AddModules", value.replace(",", File.pathSeparator));
            case "--add-exports" -> add("java.AddExports", value);
            case "--add-opens" -> add("java.AddOpens", value);
            case "--add-reads" -> add("java.AddReads", value);
            case "--enable-native-access" -> add("java.EnableNativeAccess", value.replace(",", File.pathSeparator));
            case "-jar" -> {
                run(Mode.JAR, value);
                options.put("java.Classpath", value);
            }
            case "-m", "--module" -> {
                run(Mode.MODULE, value);
                options.put("java.Module", value);
            }
            default -> throw new AssertionError(name);
        }
    }

    private void run(Mode how, String what) {
        mode = how;
        program = what;
    }

    private void takeSingle(String argument) {
        if (argument.startsWith("-D")) {
            String[] parts = argument.substring(2).split("=", 2);
            options.put("java.Properties." + parts[0], parts.length == 2 ? parts[1] : "");
        } else if (argument.startsWith("-javaagent:")) {
            agents.add(argument.substring("-javaagent:".length()));
            add("java.AddModules", "java.instrument");
        } else if (argument.startsWith("-agentlib:jdwp=")) {
            options.put("java.JDWPOptions", argument.substring("-agentlib:jdwp=".length()));
        } else if (argument.startsWith("--java.") && argument.contains("=")) {
            String[] parts = argument.substring(2).split("=", 2);
            options.put(parts[0], parts[1]);
        } else {
            takeSwitch(argument);
        }
    }

    private void takeSwitch(String argument) {
        switch (argument) {
            case "-ea", "-enableassertions" -> options.put("java.EnableAssertions", "true");
            case "-esa", "-enablesystemassertions" -> options.put("java.EnableSystemAssertions", "true");
            case "--enable-preview" -> options.put("java.EnablePreview", "true");
            default ->
                throw new IllegalArgumentException(
                        argument.startsWith("-X")
                                ? argument + " is an option of the JVM that runs Espresso: give it in COLORS_JAVA_OPTS"
                                : "Espresso cannot take the option " + argument
                                        + "; its own options are given as --java.NAME=VALUE");
        }
    }
}
