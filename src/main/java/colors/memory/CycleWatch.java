// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import colors.events.Recorder;

/**
 * Tells Java Flight Recorder of the cycles of the shared collector. For one thread, which looks from time to time
 * anyway.
 */
public final class CycleWatch {
    private int seen = finished();

    /** Notices the cycles that came to an end since the last look. */
    public void look() {
        int finished = finished();
        if (finished != seen && Recorder.isStarted()) {
            SegmentStatus.cyclesAfter(seen).stream()
                    .filter(cycle -> cycle.number() <= finished)
                    .forEach(CycleEvent::record);
        }
        seen = finished;
    }

    private static int finished() {
        return Memory.getIntAcquire(Segment.BASE + Layout.HEADER_CYCLES_FINISHED);
    }
}
