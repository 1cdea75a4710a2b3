// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command line of ./colors espresso. */
class JavaArgumentsTest {

    @Test
    void optionsBeforeTheClassAreTheJvms() {
        JavaArguments parsed = new JavaArguments(
                "-cp",
                "a:b",
                "-Dx=1=2",
                "-Dy",
                "-ea",
                "--module-path=m",
                "-p",
                "n",
                "--add-modules",
                "c,d",
                "com.acme.Main",
                "-cp",
                "mine");
        assertEquals(JavaArguments.Mode.CLASS, parsed.mode());
        assertEquals("com.acme.Main", parsed.program());
        assertArrayEquals(new String[] {"-cp", "mine"}, parsed.arguments());
        assertEquals(
                Map.of(
                        "java.Classpath",
                        "a:b",
                        "java.Properties.x",
                        "1=2",
                        "java.Properties.y",
                        "",
                        "java.EnableAssertions",
                        "true",
                        "java.ModulePath",
                        "m:n",
                        "java.AddModules",
                        "c:d"),
                parsed.options());
    }

    @Test
    void aProgramIsAClassAFileAJarOrAModule() {
        assertEquals(JavaArguments.Mode.SOURCE, new JavaArguments("x/Main.java").mode());
        JavaArguments jar = new JavaArguments("-jar", "app.jar", "-m");
        assertEquals("app.jar", jar.option("java.Classpath"));
        assertArrayEquals(new String[] {"-m"}, jar.arguments());
        JavaArguments module = new JavaArguments("--module=acme/acme.Main", "x");
        assertEquals(JavaArguments.Mode.MODULE, module.mode());
        assertEquals("acme/acme.Main", module.option("java.Module"));
        assertEquals(
                List.of(1, 2, 3, 1),
                List.of(JavaArguments.Mode.values()).stream()
                        .map(JavaArguments.Mode::number)
                        .toList());
    }

    @Test
    void agentsAreNumbered() {
        JavaArguments parsed = new JavaArguments("-javaagent:one.jar=a=b", "-javaagent:two.jar", "Main");
        assertEquals("one.jar=a=b", parsed.option("java.JavaAgent.0"));
        assertEquals("two.jar", parsed.option("java.JavaAgent.1"));
        assertEquals(List.of("one.jar", "two.jar"), parsed.agentJars());
    }

    @Test
    void whatCannotBeTakenIsSaid() {
        assertSays("COLORS_JAVA_OPTS", "-XX:+UseZGC", "Main");
        assertSays("cannot take the option --fly", "--fly", "Main");
        assertSays("-cp needs a value", "-cp");
        assertSays("which program?", "-ea");
        assertSays("which program?");
    }

    private static void assertSays(String part, String... arguments) {
        String message = assertThrows(IllegalArgumentException.class, () -> new JavaArguments(arguments))
                .getMessage();
        assertTrue(message.contains(part), message);
    }
}
