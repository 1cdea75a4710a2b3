// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What errors of JavaScript programs tell: the program's own frames and no others, also where our JavaScript called the
 * program.
 */
final class JsErrorsTest {
    @TempDir
    Path folder;

    private void tells(int exitCode, String expected, String code) throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, "unused").run("js", code);
        assertEquals(expected, (result.out() + result.err()).replace(folder + "/", ""));
        assertEquals(exitCode, result.exitCode());
    }

    @Test
    void stacksHaveTheProgramsFramesAlone() throws Exception {
        tells(0, """
            Error: text
                at Object.toString (program.js:3:45)
                at program.js:3:15
            Error: number
                at Object.valueOf (program.js:4:44)
                at program.js:4:15
            TypeError: a function was expected, not number
                at program.js:5:7
            SharedMemoryError: a shared object was expected, not a number
                at asks (program.js:7:12)
                at program.js:9:7
            Error: in a microtask
                at later (program.js:10:47)
            Error: in a timer
                at later (program.js:11:43)
            Trace: here 1
                at traces (program.js:12:29)
                at program.js:14:1
            """, """
            const colors = Polyglot.import("colors");
            "use strict";
            try { console.log("%s", {toString() { throw new Error("text"); }}); } catch (e) { console.log(e.stack); }
            try { console.log("%d", {valueOf() { throw new Error("number"); }}); } catch (e) { console.log(e.stack); }
            try { setTimeout(3); } catch (e) { console.log(e.stack); }
            function asks() {
                return colors.sharedType(3);
            }
            try { asks(); } catch (e) { console.log(e.stack); }
            queueMicrotask(function later() { console.log(new Error("in a microtask").stack); });
            setTimeout(function later() { console.log(new Error("in a timer").stack); });
            function traces() { console.trace("here %d", 1);
            }
            traces();
            """);
    }

    @Test
    void whatNobodyCatchesIsShownAsAConsoleShowsIt() throws Exception {
        tells(1, """
            Failure: mine
                at fails (program.js:2:26)
                at program.js:3:18 {
              code: 3,
              [cause]: { of: 'it' }
            }
            """, """
            class Failure extends Error { name = "Failure"; code = 3; }
            function fails() { throw new Failure("mine", {cause: {of: "it"}}); }
            setTimeout(() => fails());
            """);
        tells(1, "Uncaught { a: 1 }\n", "throw {a: 1};");
        tells(1, "Uncaught 'text'\n", "throw 'text';");
        tells(1, "SyntaxError: program.js:1:8 Expected an operand but found ;\nlet x = ;\n        ^\n", "let x = ;");
        tells(
                1,
                "SharedMemoryError: a shared object was expected, not a number\n    at program.js:1:20\n",
                "setTimeout(() => { Polyglot.import('colors').sharedType(3); });");
    }
}
