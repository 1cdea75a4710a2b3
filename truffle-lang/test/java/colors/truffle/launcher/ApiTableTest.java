// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables of docs/api.md name what each language's API has, and nothing else. A failure prints what a table lacks
 * and what an API lacks.
 */
final class ApiTableTest {
    private static final Path TABLES = Path.of("..", "docs", "api.md");
    private static final Pattern NAME = Pattern.compile("`@?([A-Za-z][\\w.]*)[^`]*`");

    /** What JavaScript gives a member of; the members are what interop lists. */
    private static final Map<String, String> JAVASCRIPT_OBJECTS = Map.of(
            "", "colors",
            "Channel", "colors.channel('api.names')",
            "Repository", "colors.repository('api.names')",
            "Service", "colors.service('api.names')",
            "Monitor", "colors.monitor(colors.list())",
            "Scope", "colors.scope()",
            "SharedType", "colors.sharedType(colors.allocate('api.Names', {x: 1}))",
            "SharedField", "colors.sharedType(colors.allocate('api.Names', {x: 1})).fields[0]",
            "SharedMemoryError", "(() => { try { colors.sharedType(1); } catch (e) { return e; } })()");

    private static final String PYTHON_NAMES = """
            import array, colors

            # methods of the builtin class that one stands for are not listed
            twins = {"Array": array.array, "Binary": bytearray, "Dict": dict, "FrozenBinary": bytes,
                     "FrozenSet": frozenset, "List": list, "Set": set, "Tuple": tuple}

            def is_ours(cls):
                return cls.__module__.startswith("colors")

            for name in colors.__all__:
                print(name)
                value = getattr(colors, name)
                if isinstance(value, type) and not issubclass(value, Exception):
                    ours = [cls for cls in value.__mro__ if is_ours(cls)]
                    others = {member for cls in value.__mro__ if not is_ours(cls) for member in vars(cls)}
                    others |= set(dir(twins.get(name, object)))
                    bases = {member for cls in ours[1:] if cls.__name__ in colors.__all__ for member in vars(cls)}
                    for member in {member for cls in ours for member in vars(cls)} - others - bases:
                        if not member.startswith("_"):
                            print(f"{name}.{member}")

            for name in colors.rpc.__all__:
                value = getattr(colors.rpc, name)
                if not (isinstance(value, type) and issubclass(value, Exception)):
                    print(f"rpc.{name}")
                    for member in vars(value) if isinstance(value, type) else ():
                        if not member.startswith("_"):
                            print(f"rpc.{name}.{member}")
            """;

    @TempDir
    Path folder;

    @Test
    void theTableHasTheNamesOfJava() throws Exception {
        var names = new TreeSet<String>();
        for (Class<?> type : publicTypes()) {
            String typeName = type.getCanonicalName().substring("colors.".length());
            names.add(typeName);
            Stream.of(type.getDeclaredMethods(), type.getDeclaredFields(), type.getDeclaredConstructors())
                    .flatMap(Arrays::stream)
                    .map(Member.class::cast)
                    .filter(member -> isOwn(type, member))
                    .forEach(member -> names.add(typeName + "." + member.getName()));
        }
        compare(1, names);
    }

    @Test
    void theTableHasTheNamesOfPython() throws Exception {
        TestSegment.attach();
        Path program = folder.resolve("names.py");
        Files.writeString(program, PYTHON_NAMES);
        var printed = new ByteArrayOutputStream();
        var python = new PythonProgram(program, new String[0]);
        Context.Builder builder = python.builder()
                .out(printed)
                .err(printed)
                .option("python.PythonPath", Path.of("python").toAbsolutePath().toString());
        assertEquals(0, python.run(builder), printed.toString(StandardCharsets.UTF_8));
        compare(2, Set.of(printed.toString(StandardCharsets.UTF_8).split("\n")));
    }

    @Test
    void theTableHasTheNamesOfJavaScript() throws Exception {
        TestSegment.attach();
        var names = new TreeSet<String>();
        try (Context context = Context.newBuilder("js", "colors")
                .allowPolyglotAccess(org.graalvm.polyglot.PolyglotAccess.ALL)
                .build()) {
            context.initialize("colors");
            context.eval("js", "const colors = Polyglot.import('colors')");
            JAVASCRIPT_OBJECTS.forEach((type, code) -> {
                Value object = context.eval("js", code);
                String prefix = type.isEmpty() ? "" : type + ".";
                object.getMemberKeys().forEach(member -> names.add(prefix + member));
            });
        }
        compare(3, names);
    }

    private static void compare(int column, Set<String> names) throws IOException {
        Set<String> table = column(column);
        var missing = new TreeSet<>(names);
        missing.removeAll(table);
        var wrong = new TreeSet<>(table);
        wrong.removeAll(names);
        assertTrue(
                missing.isEmpty() && wrong.isEmpty(),
                () -> "docs/api.md, column " + column + ", lacks " + missing + " and has, unlike the API, " + wrong);
    }

    /** The names in code in one column of the tables; what follows a name, as arguments do, does not count. */
    private static Set<String> column(int column) throws IOException {
        try (Stream<String> lines = Files.lines(TABLES)) {
            return lines.filter(line -> line.startsWith("|") && !line.startsWith("|---"))
                    .flatMap(line ->
                            NAME.matcher(line.split("\\|", -1)[column + 1]).results())
                    .map((MatchResult found) -> found.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Public types of package colors, those in others too. */
    private static Set<Class<?>> publicTypes() throws Exception {
        URI place = SharedMemory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        if (Files.isDirectory(Path.of(place))) {
            return publicTypes(Path.of(place));
        }
        try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
            return publicTypes(jar.getPath("/"));
        }
    }

    private static Set<Class<?>> publicTypes(Path root) throws IOException {
        Set<Class<?>> types = new HashSet<>();
        for (String packageName : List.of("colors", "colors.rpc")) {
            try (Stream<Path> files = Files.list(root.resolve(packageName.replace('.', '/')))) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".class"))
                        .map(file -> packageName + "." + file.substring(0, file.length() - ".class".length()))
                        .map(ApiTableTest::classNamed)
                        .filter(ApiTableTest::isPublic)
                        .forEach(types::add);
            }
        }
        return types;
    }

    private static Class<?> classNamed(String name) {
        try {
            return Class.forName(name, false, SharedMemory.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && !type.isAnonymousClass()
                && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    /** Whether the type brings a public member, which it does not inherit from the JDK's types. */
    private static boolean isOwn(Class<?> type, Member member) {
        return Modifier.isPublic(member.getModifiers())
                && !member.isSynthetic()
                && !(member instanceof java.lang.reflect.Constructor)
                && !(type.isEnum() || type.isAnnotation())
                && !(member instanceof Method method && isInherited(type, method));
    }

    private static boolean isInherited(Class<?> type, Executable method) {
        return hasMethod(Object.class, method) || superTypes(type).anyMatch(superType -> hasMethod(superType, method));
    }

    private static Stream<Class<?>> superTypes(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .flatMap(superType -> Stream.concat(Stream.of(superType), superTypes(superType)));
    }

    private static boolean hasMethod(Class<?> type, Executable method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }
}
