// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.heap.Heap;
import colors.heap.Parts;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Lists;
import colors.values.Maps;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads of a walk over a shared graph that keeps the addresses of all that it met. What was met lives until {@link
 * #close}, or as long as this object is reachable. There are two ways. In one heap operation: nothing that it reaches
 * is freed before it ends (rule M3), so nothing is logged; it has to be short, and nothing in it may block or be the
 * program's code (M6). Or each load is an operation that logs. For one thread.
 */
public final class GraphLoads {
    // of one operation: some 0.2 ms, for which a cycle of the collector waits
    private static final int MOST_STEPS = 1 << 14;

    private final Mutator mutator = Mutator.current();
    private final boolean atOnce;
    private final List<RootChunk> chunks = new ArrayList<>(); // where all that was met is logged
    private RootChunk chunk; // the last of them
    private int steps;
    private long seq;

    /** @param atOnce whether in one operation */
    public GraphLoads(boolean atOnce) {
        this.atOnce = atOnce;
    }

    /** Before the first load; {@link #close} has to follow. */
    public void open() {
        if (atOnce) {
            seq = mutator.enter();
        }
    }

    /** After the last load. */
    public void close() {
        if (atOnce) {
            mutator.leave(seq);
        }
    }

    public boolean isAtOnce() {
        return atOnce;
    }

    /** Counts what is about to be read. False when it is too much for one operation. */
    public boolean goesOn(int count) {
        steps += count;
        return !atOnce || steps <= MOST_STEPS;
    }

    /** Loads a tagged slot. */
    public long word(long place) {
        if (atOnce) {
            return Memory.getLongAcquire(place);
        }
        long word = Heap.loadTagged(mutator, place);
        keep();
        return word;
    }

    private void keep() {
        RootChunk now = mutator.chunk();
        if (now != chunk) {
            chunk = now;
            chunks.add(now);
        }
    }

    /** Where the elements or entries of a container are, and how many: for the methods below. */
    public long head(long container) {
        while (true) {
            long head;
            boolean kept;
            long inner = atOnce ? 0 : mutator.enter();
            try {
                head = Memory.getLongAcquire(container + Layout.CONTAINER_HEAD);
                kept = atOnce || !Parts.hasPart(head) || Heap.log(mutator, Segment.reference(Parts.part(head)));
            } finally {
                if (!atOnce) {
                    mutator.leave(inner);
                }
            }
            if (!kept) {
                mutator.nextChunk();
                continue;
            }
            if (!atOnce) {
                keep();
            }
            return head;
        }
    }

    /** The elements of a list, or the entries of a map or set, removed ones too. */
    public static int count(long head) {
        return Parts.count(head);
    }

    /** What the elements of a list are: one of {@code Layout.SLOT_*}. */
    public static int kind(long head) {
        return Parts.hasPart(head)
                ? Lists.kindOfShape(Memory.getInt(Parts.part(head) + Layout.OBJECT_SHAPE))
                : Layout.SLOT_TAGGED;
    }

    /** The place of the first element of a list. */
    public static long elements(long head) {
        return Parts.part(head) + Layout.OBJECT_HEADER_BYTES;
    }

    /** The bits of an element of a list of numbers, by its place. */
    public static long number(long place) {
        return Memory.getLongOpaque(place);
    }

    /** The elements of a list of numbers. */
    public static MemorySegment numbers(long head) {
        return Segment.view(Parts.part(head) + Layout.OBJECT_HEADER_BYTES, 8L * Parts.count(head));
    }

    /** The word of a key of a map, or of an element of a set; {@code Tag.VACANT} when it was removed. */
    public long key(long head, int entry) {
        return word(Maps.keyPlace(Parts.part(head), entry));
    }

    /** The word of a value of a map; {@code Tag.VACANT} when it was removed. */
    public long value(long head, int entry) {
        return word(Maps.valuePlace(Parts.part(head), entry));
    }
}
