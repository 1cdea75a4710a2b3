// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import colors.MonitorAbandonedException;
import colors.events.ContendedEvent;
import colors.events.Recorder;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.SegmentStatus;
import colors.roots.Shared;
import colors.shapes.Entities;
import colors.shapes.SharedShape;

/** One wait of a thread for a monitor, for Java Flight Recorder; it is nothing while that was not started. */
final class Contention {
    private static final Contention UNSEEN = new Contention(0, 0, null);

    private final long object;
    private final int ownerPid;
    private final ContendedEvent event;

    private Contention(long object, int ownerPid, ContendedEvent event) {
        this.object = object;
        this.ownerPid = ownerPid;
        this.event = event;
    }

    /** Before the wait. */
    static Contention begin(long object) {
        return Recorder.isStarted() ? new Contention(object, ownerPid(object), ContendedEvent.start()) : UNSEEN;
    }

    /** After it, while the object is alive. */
    void end(boolean entered) {
        end(entered, false);
    }

    /** When an exception ended it. */
    void end(Throwable thrown) {
        end(false, thrown instanceof MonitorAbandonedException);
    }

    private void end(boolean entered, boolean abandoned) {
        if (event != null && event.finish()) {
            String monitorClass = monitorClass(object);
            event.record(monitorClass, describe(monitorClass), Segment.reference(object), ownerPid, entered, abandoned);
        }
    }

    private static int ownerPid(long object) {
        int owner = Memory.getIntOpaque(object + Layout.OBJECT_LOCK) & Layout.MONITOR_OWNER_MASK;
        return owner >= 1 && owner <= Layout.SLOT_MAX ? SegmentStatus.pidOfSlot(owner - 1) : 0;
    }

    private static String monitorClass(long object) {
        SharedShape shape = SharedShape.ofObject(object);
        int kind = shape.kind();
        return kind == Layout.KIND_LIST
                ? "list"
                : kind == Layout.KIND_TUPLE
                        ? "tuple"
                        : kind == Layout.KIND_SET
                                ? "set"
                                : kind == Layout.KIND_FROZEN_SET
                                        ? "frozen set"
                                        : kind == Layout.KIND_MAP
                                                ? "map"
                                                : kind == Layout.KIND_BINARY
                                                        ? "binary"
                                                        : kind == Layout.KIND_BYTES
                                                                ? "bytes"
                                                                : kind == Layout.KIND_FLAT
                                                                        ? "flat array"
                                                                        : kind == Layout.KIND_REPOSITORY
                                                                                ? "repository"
                                                                                : shape.displayName();
    }

    private String describe(String monitorClass) {
        return Segment.isCollected(Segment.reference(object))
                ? monitorClass + "@" + Integer.toHexString(Shared.identityHash(object))
                : monitorClass + " " + Entities.name(Segment.granules(object));
    }
}
