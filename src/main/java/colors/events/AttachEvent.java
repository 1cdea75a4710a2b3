// SPDX-License-Identifier: Apache-2.0
package colors.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * This process attached to a segment; the duration is that of the attachment, with the start of a daemon where none
 * ran.
 */
@Name("colors.Attach")
@Label("Attach")
@Category("CoLoRS")
@Description("This process attached to a segment of shared memory")
public final class AttachEvent extends Event {
    @Label("Segment")
    String segment;

    @Label("Language")
    @Description("As which program's language the process is listed")
    String language;

    @Label("Daemon PID")
    int daemonPid;

    @Label("Objects Space")
    @DataAmount
    long objectsBytes;

    @Label("Classes Space")
    @DataAmount
    long classesBytes;

    @Label("Read-Only")
    boolean readOnly;

    private AttachEvent() {}

    /** Before the attachment. */
    public static AttachEvent start() {
        AttachEvent event = new AttachEvent();
        event.begin();
        return event;
    }

    /** After it. */
    public void finish(
            String segment, String language, int daemonPid, long objectsBytes, long classesBytes, boolean readOnly) {
        end();
        if (shouldCommit()) {
            this.segment = segment;
            this.language = language;
            this.daemonPid = daemonPid;
            this.objectsBytes = objectsBytes;
            this.classesBytes = classesBytes;
            this.readOnly = readOnly;
            commit();
        }
    }
}
