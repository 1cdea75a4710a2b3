// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.benchmarks.measuring.Child;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs in Python: in GraalPy as ./colors python starts it, and in the same GraalPy with nothing of CoLoRS. */
final class OverheadPython implements OverheadHost {
    private static final Path PROGRAMS = Child.root().resolve("benchmarks/overhead/python");
    private static final List<String> OURS = List.of(
            "--module-path",
            "--add-modules",
            "--add-exports",
            "--enable-native-access",
            "--sun-misc-unsafe",
            "-Dcolors.");

    @Override
    public String language() {
        return "python";
    }

    @Override
    public List<OverheadProgram> programs() {
        return programs(
                "binarytrees",
                "deltablue",
                "fannkuch",
                "fasta",
                "json",
                "mandelbrot",
                "meteor",
                "nbody",
                "pystone",
                "regex",
                "richards",
                "spectralnorm");
    }

    /** In the checkout. */
    @Override
    public boolean isBuilt() {
        return true;
    }

    /** A start of GraalPy alone takes some seconds of processor time. */
    @Override
    public List<OverheadProgram> fewPrograms() {
        return programs("binarytrees", "json", "nbody", "pystone", "richards");
    }

    private static List<OverheadProgram> programs(String... names) {
        return Stream.of(names).map(name -> OverheadProgram.alone(name, 10)).toList();
    }

    @Override
    public List<Variant> order(int round) {
        return round % 2 == 0
                ? List.of(Variant.control, Variant.absent, Variant.present)
                : List.of(Variant.present, Variant.absent, Variant.imported);
    }

    /** Python's library is compiled to files in the first run, and not again. */
    @Override
    public void prepare() throws IOException, InterruptedException {
        try (Child child = start(programs().getFirst(), Variant.imported, 0)) {
            child.readAll();
        }
    }

    @Override
    public Child start(OverheadProgram program, Variant variant, int iterations) throws IOException {
        boolean present = variant == Variant.present || variant == Variant.imported;
        List<String> command = jvm(present);
        command.addAll(List.of(
                "-cp",
                Child.root().resolve("benchmarks/target/colors-benchmarks.jar").toString(),
                PythonHost.class.getName(),
                present ? "present" : "absent"));
        command.addAll(
                List.of(PROGRAMS.resolve("measure.py").toString(), program.name(), Integer.toString(iterations)));
        if (variant == Variant.imported) {
            command.add("import");
        }
        return Child.ofProgram(command.removeFirst(), command.toArray());
    }

    /**
     * This JVM's flags, but for those that name modules; then those of ./colors python, with and without the modules of
     * CoLoRS.
     */
    private static List<String> jvm(boolean present) {
        Path root = Child.root();
        Path languages = root.resolve("truffle-lang/target");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> OURS.stream().noneMatch(flag::startsWith))
                .forEach(command::add);
        String modules = "--module-path="
                + (present
                        ? root.resolve("src/target/colors-runtime.jar") + ":" + languages.resolve("colors-truffle.jar")
                                + ":"
                        : "")
                + languages.resolve("modules");
        command.addAll(List.of(
                modules,
                "--sun-misc-unsafe-memory-access=allow",
                "-Dpolyglot.python.DontWriteBytecodeFlag=false",
                "-Dpolyglot.python.PyCachePrefix=" + root.resolve("target/python")));
        if (present) {
            command.addAll(List.of(
                    "@" + root.resolve("truffle-lang/python-internals.args"),
                    "--add-modules=colors.truffle",
                    "--enable-native-access=colors,org.graalvm.truffle,com.oracle.truffle.truffle_nfi_panama", //
                    "-Dcolors.home=" + System.getProperty("colors.home"),
                    "-Dcolors.root=" + root));
        } else {
            command.addAll(List.of(
                    "--add-modules=org.graalvm.polyglot",
                    "--enable-native-access=org.graalvm.truffle,com.oracle.truffle.truffle_nfi_panama"));
        }
        return command;
    }
}
