// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a Python program ends by itself, under the launcher. */
final class ExitTest {
    @TempDir
    Path folder;

    private String end(String code) throws Exception {
        GuestProcess.Result result = new GuestProcess(folder, "unused").run("python", code);
        return result.exitCode() + " [" + result.out() + "] [" + result.err() + "]";
    }

    @Test
    void messageGoesToStderr() throws Exception {
        assertEquals("1 [out\n] [no such file: x\n]", end("import sys\nprint('out')\nsys.exit('no such file: x')"));
    }

    @Test
    void codeAloneSaysNothing() throws Exception {
        assertEquals("1 [] []", end("import sys\nsys.exit(1)"));
        assertEquals("7 [] [last words]", end("import sys\nsys.stderr.write('last words')\nsys.exit(7)"));
    }
}
