// SPDX-License-Identifier: Apache-2.0
package colors.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread waited for the monitor of a shared object: jdk.JavaMonitorEnter's counterpart, with its threshold. */
@Name("colors.Contended")
@Label("Shared Monitor Contended")
@Category("CoLoRS")
@Description("A thread waited for the monitor of a shared object")
@Threshold("20 ms")
public final class ContendedEvent extends Event {
    @Label("Monitor Class")
    @Description("The shared class of the object, or list, map, repository and the like")
    String monitorClass;

    @Label("Object")
    @Description("Class and identity, which is the same in every process; of a repository its key")
    String object;

    @Label("Address")
    @Description("From the segment's start, so the same in every process")
    @MemoryAddress
    long address;

    @Label("Owner PID")
    @Description("The process of the thread that had the monitor when this one began to wait, 0: not known any more")
    int ownerPid;

    @Label("Entered")
    @Description("False: the time was over, the thread was interrupted, or the monitor was abandoned")
    boolean entered;

    @Label("Abandoned")
    @Description("An owner died in the critical section")
    boolean abandoned;

    private ContendedEvent() {}

    /** Before a thread waits. */
    public static ContendedEvent start() {
        ContendedEvent event = new ContendedEvent();
        event.begin();
        return event;
    }

    /** When it waits no more. Whether {@link #record} is to follow. */
    public boolean finish() {
        end();
        return shouldCommit();
    }

    /** Commits it. */
    public void record(
            String monitorClass, String object, long address, int ownerPid, boolean entered, boolean abandoned) {
        this.monitorClass = monitorClass;
        this.object = object;
        this.address = address;
        this.ownerPid = ownerPid;
        this.entered = entered;
        this.abandoned = abandoned;
        commit();
    }
}
