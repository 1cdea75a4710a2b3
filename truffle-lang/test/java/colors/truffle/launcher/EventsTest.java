// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a JavaScript program ends that still has something to do when its own code has run. */
final class EventsTest {
    @TempDir
    Path folder;

    private void failsWith(String expected, String code) throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, "unused").run("js", code);
        assertEquals("before\n", result.out(), result.err());
        assertTrue(result.err().contains(expected), result.err());
        assertEquals(1, result.exitCode());
    }

    @Test
    void unhandledRejectionEndsTheProgram() throws Exception {
        failsWith(
                "nobody catches this",
                "console.log('before'); setTimeout(() => console.log('after'), 100); Promise.reject(new Error('nobody"
                        + " catches this'));");
    }

    @Test
    void errorInATimerEndsTheProgram() throws Exception {
        failsWith(
                "in a timer",
                "console.log('before'); setTimeout(() => { throw new Error('in a timer'); }, 1); setTimeout(() =>"
                        + " console.log('after'), 100);");
    }

    @Test
    void rejectionInATimerEndsTheProgram() throws Exception {
        failsWith(
                "in a promise",
                "console.log('before'); setTimeout(async () => { throw new Error('in a promise'); }, 1); setTimeout(()"
                        + " => console.log('after'), 100);");
    }

    @Test
    void errorInAMicrotaskEndsTheProgram() throws Exception {
        failsWith(
                "in a microtask",
                "console.log('before'); queueMicrotask(() => { throw new Error('in a microtask'); });");
    }

    private void prints(String expected, String code) throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, "unused").run("js", code);
        assertEquals(expected, result.out() + result.err());
        assertEquals(0, result.exitCode());
    }

    @Test
    void programHasItsOwnPrint() throws Exception {
        prints("constant\n", "const print = console.log; print('constant');");
        prints("function\n", "function print(text) { console.log(text); } print('function');");
    }

    @Test
    void programHasItsOwnClassesOfTheNamesThatTheConsoleUses() throws Exception {
        prints(
                "Map { x: 1 }\n",
                "class Map { x = 1; } class Promise {} class Object {} console.log(new Map()); queueMicrotask(() =>"
                        + " {});");
    }
}
