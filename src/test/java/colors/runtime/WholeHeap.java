// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/** The whole-heap validator of libcolors at its deepest level: what Java wrote, C walks. No other thread may use the heap meanwhile. */
public final class WholeHeap {
    private static final int EVERY_OBJECT_AND_REFERENCE = 3;

    private WholeHeap() {
    }

    /** Throws SharedMemoryException with the first fault. */
    public static void validate() {
        if (Attachment.isAttached()) {
            Native.validate(Segment.BASE, EVERY_OBJECT_AND_REFERENCE);
        }
    }
}
