// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of processes that share a segment of their own, whose daemon ends with each test. */
abstract class OwnSegment {
    final String segment;

    @TempDir
    Path folder;

    OwnSegment(String name) {
        segment = "truffle-" + name + "-" + ProcessHandle.current().pid();
    }

    @AfterEach
    void stopDaemon() throws IOException, InterruptedException {
        GuestProcess.stopDaemon(folder, segment);
    }
}
