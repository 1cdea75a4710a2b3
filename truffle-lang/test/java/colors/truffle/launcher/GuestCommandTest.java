// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.truffle.launcher.GuestCommand.Kind;
import colors.truffle.launcher.GuestCommand.Language;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Command lines of Python and JavaScript. */
final class GuestCommandTest {
    private static GuestCommand js(String... given) {
        return GuestCommand.of(Language.JS, false, given);
    }

    private static GuestCommand python(String... given) {
        return GuestCommand.of(Language.PYTHON, false, given);
    }

    private static GuestCommand command(Kind kind, String program, String name, String... arguments) {
        return new GuestCommand(kind, program, name, List.of(arguments), false, Map.of());
    }

    @Test
    void programsOfBothLanguages() {
        assertEquals(command(Kind.FILE, "f.js", "f.js", "a", "-p"), js("f.js", "a", "-p"));
        assertEquals(command(Kind.INPUT, "", "-", "a"), js("-", "a"));
        assertEquals(command(Kind.INPUT, "", ""), python());
        assertEquals(command(Kind.FILE, "-x", "-x", "a"), python("--", "-x", "a"));
        assertEquals(command(Kind.FILE, "", ""), python(""));
        assertEquals(command(Kind.CONSOLE, "", ""), GuestCommand.of(Language.JS, true));
        assertEquals(command(Kind.CONSOLE, "", "-", "a"), GuestCommand.of(Language.PYTHON, true, "-", "a"));
    }

    @Test
    void consoles() {
        assertEquals(command(Kind.CONSOLE, "", ""), js("-i"));
        assertEquals(command(Kind.CONSOLE, "", ""), js("--interactive"));
        assertTrue(python("-i", "f.py").inspects());
        assertTrue(js("-i", "-e", "1").inspects());
    }

    @Test
    void optionsOfJavaScript() {
        for (String option : List.of("-e", "--eval")) {
            assertEquals(command(Kind.CODE, "1 + 1", option, "-e"), js(option, "1 + 1", "-e"));
        }
        for (String option : List.of("-p", "--print")) {
            assertEquals(command(Kind.PRINT, "-1", option), js(option, "-1"));
        }
        assertEquals(Kind.VERSION, js("--version").kind());
        assertEquals(Kind.VERSION, js("-v", "f.js").kind());
    }

    @Test
    void optionsOfPythonStandTogether() {
        assertEquals(command(Kind.CODE, "print(1)", "-c", "a"), python("-cprint(1)", "a"));
        assertEquals(command(Kind.MODULE, "pip", "-m", "-V"), python("-mpip", "-V"));
        assertEquals(
                Map.of("UnbufferedIO", "true", "WarnOptions", "error,ignore"),
                python("-uWerror", "-W", "ignore", "f.py").flags());
        GuestCommand code = python("-qic", "1", "x");
        assertEquals(new GuestCommand(Kind.CODE, "1", "-c", List.of("x"), true, Map.of("QuietFlag", "true")), code);
        assertEquals(
                Map.of(
                        "IsolateFlag",
                        "true",
                        "IgnoreEnvironmentFlag",
                        "true",
                        "SafePathFlag",
                        "true",
                        "NoUserSiteFlag",
                        "true"),
                python("-I", "f.py").flags());
    }

    private static void refuses(String expected, Language language, String... given) {
        String message = assertThrows(IllegalArgumentException.class, () -> GuestCommand.of(language, false, given))
                .getMessage();
        assertTrue(message.startsWith(expected + "\nusage: " + language.id() + " [-i] "), message);
    }

    @Test
    void wrongLinesSayWhatThereIs() {
        refuses("unknown option -x", Language.PYTHON, "-x");
        refuses("unknown option -x", Language.PYTHON, "-ux", "f.py");
        refuses("unknown option --interactive", Language.PYTHON, "--interactive");
        refuses("unknown option -m", Language.JS, "-m", "x");
        refuses("unknown option -pe", Language.JS, "-pe", "x");
        refuses("argument expected for the -c option", Language.PYTHON, "-uc");
        refuses("argument expected for the -W option", Language.PYTHON, "-W");
        refuses("argument expected for the --eval option", Language.JS, "--eval");
    }
}
