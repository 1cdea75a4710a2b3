// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.SharedMemoryException;
import colors.memory.Attachment;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Segment;
import colors.memory.SegmentStatus;
import colors.roots.Shared;

/**
 * The whole-heap validator of libcolors at its deepest level: what Java wrote, C walks. No other thread may use the
 * heap meanwhile.
 */
public final class WholeHeap {
    private static final int EVERY_OBJECT_AND_REFERENCE = 3;
    private static final int IDLE = 0; // phase of the collector

    private WholeHeap() {}

    /**
     * Throws SharedMemoryException with the first fault. One that was found while the collector swept says nothing:
     * dead objects may refer to what is gone already.
     */
    public static void validate() {
        if (!Attachment.isAttached()) {
            return;
        }
        while (true) {
            SegmentStatus.Collector before = SegmentStatus.read().collector();
            try {
                Native.validate(Segment.BASE, EVERY_OBJECT_AND_REFERENCE);
                return;
            } catch (SharedMemoryException e) {
                SegmentStatus.Collector after = SegmentStatus.read().collector();
                if (before.phase() == IDLE && after.phase() == IDLE && before.cycles() == after.cycles()) {
                    throw e;
                }
            }
        }
    }

    /** Whether the collector left what a wrapper stands for. */
    public static boolean isThere(Shared wrapper) {
        return Memory.getByteOpaque(Segment.markAddress(Segment.reference(wrapper.address()))) != 0;
    }
}
