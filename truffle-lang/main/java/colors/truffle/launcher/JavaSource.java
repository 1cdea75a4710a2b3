// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A program in a source file, compiled by this JVM to a folder that {@link #close} removes: javac in the guest takes
 * many times as long.
 */
final class JavaSource implements AutoCloseable {
    private final Path classes = Files.createTempDirectory("colors-java");
    private String main;

    /** Prints what javac says; throws IllegalArgumentException when it found errors, or no class. */
    JavaSource(String file, JavaArguments arguments) throws IOException {
        try {
            compile(file, arguments);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The first class of the file. */
    String main() {
        return main;
    }

    Path classes() {
        return classes;
    }

    private void compile(String file, JavaArguments arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, files, null, options(file, arguments), null, files.getJavaFileObjects(file));
            task.addTaskListener(new TaskListener() {
                @Override
                public void finished(TaskEvent event) {
                    if (event.getKind() == TaskEvent.Kind.PARSE) {
                        parsed(event.getCompilationUnit());
                    }
                }
            });
            if (!task.call()) {
                throw new IllegalArgumentException(file + " was not compiled");
            }
        }
        if (main == null) {
            throw new IllegalArgumentException(file + " declares no class");
        }
    }

    private void parsed(CompilationUnitTree unit) {
        for (Tree type : unit.getTypeDecls()) {
            if (main == null && type instanceof ClassTree found) {
                main = (unit.getPackageName() == null ? "" : unit.getPackageName() + ".") + found.getSimpleName();
            }
        }
    }

    private List<String> options(String file, JavaArguments arguments) {
        Path folder = Path.of(file).toAbsolutePath().getParent();
        var result = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none", "-sourcepath", folder.toString()));
        var path = new ArrayList<>(arguments.agentJars());
        path.add(arguments.option("java.Classpath"));
        add(result, "--class-path", String.join(File.pathSeparator, path));
        add(result, "--module-path", arguments.option("java.ModulePath"));
        add(result, "--add-modules", arguments.option("java.AddModules").replace(File.pathSeparator, ","));
        return result;
    }

    private static void add(List<String> options, String name, String value) {
        if (!value.isEmpty()) {
            options.addAll(List.of(name, value));
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
