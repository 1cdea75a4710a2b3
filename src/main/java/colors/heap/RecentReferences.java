// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Strings that were read at least twice, as a language has them, by references to the shared ones, for one count of
 * sweeps. Who loads the reference of a living object's field between two looks at the count, and sees no other count,
 * means the string that was remembered: neither was freed, and the other made in its place, while the count was that
 * one [layout.sweeps], [model.recent]. So who finds it needs no root of it.
 *
 * <p>Read and written without order by all threads: a place of a table is filled once, with the text before the
 * reference. Of two threads that replace the table one has read in vain. A string has two places. Those of neighbours
 * in memory are neighbours, so that strings that were made one after the other are read in few lines of the cache
 * (docs/compiled-code.md, Strings in Python and JavaScript, has what that gains).
 *
 * @param <T> the language's strings, which do not change
 */
public final class RecentReferences<T> {
    private static final int SIZE_SHIFT = 12; // as many as RecentTexts
    private static final int SIZE = 1 << SIZE_SHIFT;
    private static final int NEAR_SHIFT = 6; // of granules: 1 KB
    private static final int NEAR_MASK = (1 << NEAR_SHIFT) - 1;
    private static final int SPREAD = 0x9e3779b1; // 2^32 by the golden ratio
    private static final int MOST_CLASHES = 4 * SIZE; // then there is a new table, for the strings of now
    private static final VarHandle GRANULES = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int FILLING = -1; // no object begins in the last granule

    private Table current = new Table(0);
    private int clashes; // about so many in this table

    /** @param seen the reference that was read last: what is read once takes no room */
    private record Table(int sweeps, int[] granules, Object[] texts, int[] seen) {
        Table(int sweeps) {
            this(sweeps, new int[SIZE], new Object[SIZE], new int[SIZE]);
        }

        boolean has(int index, int granule) {
            return (int) GRANULES.getAcquire(granules, index) == granule;
        }

        /** Whether there was room: an empty place holds 0, which is no reference. */
        boolean fill(int index, int granule, Object text) {
            if (!GRANULES.compareAndSet(granules, index, 0, FILLING)) {
                return false;
            }
            texts[index] = text;
            GRANULES.setRelease(granules, index, granule);
            return true;
        }
    }

    /**
     * The string that a reference means, if it is there; else null.
     *
     * @param sweeps the count before the reference was loaded, and after it
     */
    @SuppressWarnings("unchecked")
    public T find(long reference, int sweeps) {
        Table table = current;
        if (table.sweeps != sweeps) {
            return null;
        }
        int granule = granule(reference);
        int index = index(granule);
        if (!table.has(index, granule)) {
            index ^= 1;
            if (!table.has(index, granule)) {
                return null;
            }
        }
        return (T) table.texts[index];
    }

    /**
     * A shared string was read.
     *
     * @param sweeps a count at which it lived
     */
    public void add(long reference, int sweeps, T text) {
        Table table = current;
        if (sweeps - table.sweeps > 0) {
            table = replace(sweeps);
        }
        int granule = granule(reference);
        int index = index(granule);
        if (table.sweeps != sweeps || table.has(index, granule) || table.has(index ^ 1, granule)) {
            return;
        }
        if (table.seen[index] != granule) {
            table.seen[index] = granule;
        } else if (!table.fill(index, granule, text)
                && !table.fill(index ^ 1, granule, text)
                && ++clashes > MOST_CLASHES) {
            replace(sweeps);
        }
    }

    private Table replace(int sweeps) {
        Table table = new Table(sweeps);
        current = table;
        clashes = 0;
        return table;
    }

    private static int granule(long reference) {
        return (int) (reference >>> Layout.GRANULE_SHIFT);
    }

    static int index(int granule) {
        return (granule >>> NEAR_SHIFT) * SPREAD >>> Integer.SIZE - SIZE_SHIFT ^ granule & NEAR_MASK;
    }
}
