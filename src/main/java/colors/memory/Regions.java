// SPDX-License-Identifier: Apache-2.0
package colors.memory;

/** The pieces of the objects space that memory is given out in. Only libcolors and the daemon change their words. */
public final class Regions {
    private static final long WORDS = Segment.BASE + Segment.header(Layout.HEADER_REGIONS_OFFSET);
    private static final long COUNT = Segment.header(Layout.HEADER_OBJECTS_BYTES) >>> Layout.REGION_SHIFT;

    private Regions() {}

    static int state(long index) {
        return Memory.getIntAcquire(WORDS + 4 * index) & Layout.REGION_STATE_MASK;
    }

    /** In bytes, those that have memory. */
    static long committed() {
        long backed = 0;
        for (long i = 0; i < COUNT; i++) {
            if (state(i) != Layout.REGION_BARE) {
                backed++;
            }
        }
        return backed << Layout.REGION_SHIFT;
    }

    /** Whether what a reference names begins a region, as each large object does, and one in some hundred others. */
    public static boolean isFirst(long reference) {
        return (reference - Segment.OBJECTS_OFFSET & Layout.REGION_BYTES - 1) == 0;
    }

    /**
     * How much memory a large object takes, if one begins there: in bytes, at most {@code most} and a region. Else 0.
     */
    public static long largeBytes(long reference, long most) {
        long first = reference - Segment.OBJECTS_OFFSET >>> Layout.REGION_SHIFT;
        if (!isFirst(reference) || first >= COUNT || state(first) != Layout.REGION_LARGE) {
            return 0;
        }
        long end = Math.min(COUNT, first + 1 + (most >>> Layout.REGION_SHIFT));
        long next = first + 1;
        while (next < end && state(next) == Layout.REGION_TAIL) {
            next++;
        }
        return next - first << Layout.REGION_SHIFT;
    }
}
