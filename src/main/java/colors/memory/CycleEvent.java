// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import colors.memory.SegmentStatus.Cycle;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;

/**
 * A cycle of the shared collector came to an end. It stopped no thread: the event's time is when this process noticed.
 */
@Name("colors.Cycle")
@Label("Shared Collection")
@Category("CoLoRS")
@Description("A cycle of the shared collector, which runs in the daemon beside all attached processes")
@StackTrace(false)
public final class CycleEvent extends Event {
    @Label("Number")
    long number;

    @Label("Cycle Start")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long cycleStart;

    @Label("Total")
    @Timespan
    long total;

    @Label("Grace Periods")
    @Description("Waiting for heap operations that were under way")
    @Timespan
    long grace;

    @Label("Root Reports")
    @Timespan
    long report;

    @Label("Marking")
    @Timespan
    long mark;

    @Label("Marking, Processor Time")
    @Timespan
    long markCpu;

    @Label("Sweep")
    @Timespan
    long sweep;

    @Label("Slowest Grace Period")
    @Description("The longest wait for one thread's heap operation")
    @Timespan
    long slowestGrace;

    @Label("Slowest PID")
    @Description("The process of that thread, 0: there was none to wait for")
    int slowestPid;

    @Label("Passes")
    @Description("Over the mark bytes, until one found nothing to mark")
    int passes;

    @Label("Roots")
    long roots;

    @Label("Live Objects")
    long liveObjects;

    @Label("Live Bytes")
    @DataAmount
    long liveBytes;

    @Label("Freed Objects")
    @Description("By the daemon; threads that allocate sweep too")
    long freedObjects;

    @Label("Freed Bytes")
    @Description("In use before, less what is live; about")
    @DataAmount
    long freedBytes;

    @Label("Free Bytes")
    @Description("In regions without objects")
    @DataAmount
    long freeBytes;

    @Label("Hole Bytes")
    @Description("Free between objects")
    @DataAmount
    long holeBytes;

    private CycleEvent() {}

    /** Commits one, unless nobody records it. */
    public static void record(Cycle cycle) {
        CycleEvent event = new CycleEvent();
        if (event.shouldCommit()) {
            event.fill(cycle);
            event.commit();
        }
    }

    private void fill(Cycle cycle) {
        number = cycle.number();
        cycleStart = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - cycle.start());
        total = cycle.total();
        grace = cycle.grace();
        report = cycle.report();
        mark = cycle.mark();
        markCpu = cycle.markCpu();
        sweep = cycle.sweep();
        slowestGrace = cycle.slowestGrace();
        slowestPid = cycle.slowestPid();
        passes = cycle.passes();
        roots = cycle.roots();
        liveObjects = cycle.markedObjects();
        liveBytes = cycle.markedBytes();
        freedObjects = cycle.freedObjects();
        freedBytes = cycle.freedBytes();
        freeBytes = cycle.freeBytes();
        holeBytes = cycle.holeBytes();
    }
}
