// SPDX-License-Identifier: Apache-2.0
package colors.events;

import jdk.jfr.FlightRecorder;

/**
 * Whether Java Flight Recorder was started in this process. The other classes of this package, and with them module
 * jdk.jfr, may be touched only when it was: until then a process pays for one class of that module, and one without the
 * module for none.
 */
public final class Recorder {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Recorder() {}

    /** False until the first recording begins, by an option, a tool or the program itself; true ever after. */
    public static boolean isStarted() {
        return PRESENT && FlightRecorder.isInitialized();
    }
}
