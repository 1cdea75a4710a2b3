// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.Unavailable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs in host Java of benchmarks/overhead: with the agent, which is told to share classes that no program has, and
 * without.
 */
final class OverheadJava implements OverheadHost {
    private static final Path MODULE = Child.root().resolve("benchmarks/overhead/target");
    private static final Path AGENT = Child.root().resolve("src/target/colors-runtime.jar");
    private static final String NOTHING = "share=colors.benchmarks.none.*";

    @Override
    public String language() {
        return "java";
    }

    @Override
    public List<OverheadProgram> programs() {
        return List.of(
                OverheadProgram.alone("ecj", 14),
                OverheadProgram.alone("fop", 20),
                OverheadProgram.alone("h2", 20),
                OverheadProgram.alone("hsqldb", 20),
                OverheadProgram.alone("jackson", 20),
                new OverheadProgram("javalin", 20, true),
                OverheadProgram.alone("lucene", 20),
                OverheadProgram.alone("pmd", 14),
                OverheadProgram.alone("xalan", 20));
    }

    @Override
    public List<OverheadProgram> fewPrograms() {
        return programs();
    }

    @Override
    public boolean isBuilt() {
        return Files.isReadable(MODULE.resolve("colors-overhead.jar"));
    }

    @Override
    public List<Variant> order(int round) {
        List<Variant> even = List.of(Variant.control, Variant.absent, Variant.present);
        return round % 2 == 0 ? even : even.reversed();
    }

    /** Loads the agent once into a JVM that does nothing. */
    @Override
    public void prepare() throws IOException, InterruptedException, Unavailable {
        List<String> command = jvm(Variant.present);
        command.add("-version");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int code = process.waitFor();
        if (code != 0) {
            throw new Unavailable("the rows java.* need the agent, and a JVM with -javaagent:" + AGENT + "=" + NOTHING
                    + " ended with " + code + " and this output:\n" + output //
                    + "\nRun ./colors build; to measure only Python: ./colors bench overhead --only ^python");
        }
    }

    @Override
    public Child start(OverheadProgram program, Variant variant, int iterations) throws IOException {
        List<String> command = jvm(variant);
        command.addAll(List.of(
                "-cp",
                MODULE.resolve("colors-overhead.jar") + ":" + MODULE.resolve("lib") + "/*",
                "colors.benchmarks.overhead.Run"));
        command.addAll(List.of(program.name(), Integer.toString(iterations)));
        return Child.ofProgram(command.removeFirst(), command.toArray());
    }

    /** The same but for the agent. A heap of one size, so that no run spends time on making it larger. */
    private static List<String> jvm(Variant variant) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms1g",
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED", //
                "-Dcolors.home=" + System.getProperty("colors.home")));
        if (variant == Variant.present) {
            command.add("-javaagent:" + AGENT + "=" + NOTHING);
        }
        String users = System.getenv().getOrDefault("COLORS_JAVA_OPTS", "").strip();
        if (!users.isEmpty()) {
            command.addAll(List.of(users.split("\\s+")));
        }
        return command;
    }
}
