// SPDX-License-Identifier: Apache-2.0
package colors.memory;

/**
 * The ranges of a root-log chunk: memory that its slot allocates in, written by libcolors as it gives a slot a buffer.
 * An object that is published in the last one needs no log entry: it is a root as long as the chunk is one.
 */
public final class RootRanges {
    private static final long ENTRIES = Segment.BASE + Segment.header(Layout.HEADER_CHUNK_ENTRIES_OFFSET);
    private static final long ENTRIES_BYTES = 4L * Layout.CHUNK_ENTRIES;
    private static final long RANGES = Segment.BASE + Segment.header(Layout.HEADER_CHUNK_RANGES_OFFSET);

    private RootRanges() {}

    /** Of the chunk whose entries are there. */
    private static long of(long entries) {
        return ofChunk((entries - ENTRIES) / ENTRIES_BYTES);
    }

    private static long ofChunk(long index) {
        return RANGES + index * Layout.RANGES_BYTES;
    }

    private static long range(long ranges, int index) {
        return Memory.getLongOpaque(ranges + Layout.RANGES_RANGES + 8L * index);
    }

    /** The only range in which objects may still be published; 0: there is none. */
    public static long last(long entries) {
        long ranges = of(entries);
        int count = Memory.getInt(ranges + Layout.RANGES_COUNT);
        return count > 0 && count <= Layout.CHUNK_RANGES ? range(ranges, count - 1) : 0;
    }

    /** The address where a range begins. */
    public static long start(long range) {
        return Segment.BASE + ((range & -1L >>> Long.SIZE - Layout.RANGE_SHIFT) << Layout.GRANULE_SHIFT);
    }

    public static long bytes(long range) {
        return range >>> Layout.RANGE_SHIFT << Layout.GRANULE_SHIFT;
    }

    /**
     * Whether the chunk has no room for one more, or keeps so much alive that the next buffer is to be another one's.
     */
    public static boolean areFull(long entries) {
        long ranges = of(entries);
        return Memory.getInt(ranges + Layout.RANGES_COUNT) >= Layout.CHUNK_RANGES
                || Memory.getInt(ranges + Layout.RANGES_HELD_BYTES) >= Layout.CHUNK_RANGE_BYTES;
    }

    /** How many objects the ranges of a chunk hold now. */
    static long roots(long index) {
        long roots = 0;
        for (int i = 0; i < Layout.CHUNK_RANGES; i++) {
            roots += rootsIn(range(ofChunk(index), i));
        }
        return roots;
    }

    /** Other processes may have written anything there. */
    private static long rootsIn(long range) {
        long end = start(range) + bytes(range);
        long roots = 0;
        if (start(range) >= Segment.OBJECTS
                && bytes(range) <= Layout.REGION_BYTES
                && end <= Segment.OBJECTS + Segment.header(Layout.HEADER_OBJECTS_BYTES)) {
            for (long at = start(range); at < end; at += Layout.GRANULE) {
                roots += Memory.getByteOpaque(Segment.markAddress(Segment.reference(at))) == 0 ? 0 : 1;
            }
        }
        return roots;
    }
}
