// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.OutOfSharedMemoryException;
import colors.memory.Layout;
import colors.memory.Native;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;

/**
 * Shared strings that this process stored at least twice: who stores an equal one again stores the same one, so that
 * nothing is made, and nothing else has to be read by other processes. Strings have no identity, so nobody sees it. By
 * hash, read and written without order by all threads.
 *
 * <p>The shared strings are elements of a flat array, which is a root as long as its table is used. An element is
 * stored once, so that it stays the string of the text at its index, and lives as long as the array, as what a final
 * field refers to does [root-log.borrow]: a chunk that keeps the table roots it, without a log entry. A chunk keeps the
 * first table of which a string is found in its time; strings of another one are loaded and logged, as from any array.
 */
final class StoredTexts {
    private static final int SIZE = 4096; // a power of two
    private static final int MOST_CHARS = 96;
    private static final int MOST_CLASHES = 4 * SIZE; // then there is a new table, for the strings of now
    private static final long TABLE_BYTES = Layout.OBJECT_HEADER_BYTES + (long) Long.BYTES * SIZE;
    private static final long SHORTAGE_NS = 5_000_000_000L;
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int[] SEEN = new int[SIZE]; // the hash that was stored last: what is stored once takes no room
    private static Table table;
    private static int clashes; // about so many since the table is there
    private static long shortUntil = System.nanoTime(); // there was no memory for a table

    static {
        RootChunk.whenShort(StoredTexts::giveUp);
    }

    /**
     * @param chunk as long reachable as the table, and the one that roots the array
     * @param words the elements of the array again, for who needs no log entry
     */
    private record Table(long array, RootChunk chunk, String[] texts, long[] words) {
        /**
         * In a chunk of its own, because a chunk keeps all alive that it roots. The string is a root of the chunk that
         * is current afterwards, as it was before.
         */
        static Table make(Mutator mutator, long string) {
            RootChunk before = mutator.wrapperChunk();
            mutator.nextChunk();
            try {
                long array = Flats.allocate(mutator, Layout.SLOT_TAGGED, SIZE);
                Table made = new Table(array, mutator.chunk(), new String[SIZE], new long[SIZE]);
                mutator.nextChunk();
                return made;
            } finally {
                mutator.log(Segment.reference(string));
                Reference.reachabilityFence(before);
            }
        }

        long place(int index) {
            return Flats.place(array, Layout.SLOT_TAGGED, index);
        }
    }

    private StoredTexts() {}

    /** A reference to a shared string of that text, rooted by the current chunk; {@link Tag#VACANT}: none is known. */
    static long find(Mutator mutator, String text) {
        Table found = table;
        int index = index(text.hashCode());
        if (found == null || !text.equals(found.texts[index])) {
            return Tag.VACANT;
        }
        mutator.use();
        long word = mutator.wrapperChunk().keeps(found)
                ? (long) WORDS.getAcquire(found.words, index)
                : load(mutator, found, index);
        return word == Tag.NULL ? Tag.VACANT : word; // the text came here before the word
    }

    private static long load(Mutator mutator, Table found, int index) {
        long word = Heap.loadTagged(mutator, found.place(index));
        mutator.wrapperChunk().keep(found);
        Reference.reachabilityFence(found);
        return word;
    }

    /** A string of that text was made, which the caller keeps alive. */
    static void add(Mutator mutator, String text, long address) {
        int hash = text.hashCode();
        int index = index(hash);
        if (text.length() > MOST_CHARS) {
            return;
        }
        if (SEEN[index] != hash) {
            SEEN[index] = hash;
            return;
        }
        Table to = table;
        if (to == null) {
            to = make(mutator, address);
            if (to == null) {
                return;
            }
        }
        if (to.texts[index] == null) {
            if (Heap.storeFirst(mutator, to.place(index), Segment.reference(address))) {
                WORDS.setRelease(to.words, index, Segment.reference(address));
                to.texts[index] = text;
            }
        } else if (++clashes > MOST_CLASHES) {
            clashes = 0;
            table = null;
        }
        Reference.reachabilityFence(to);
    }

    /** Null when there is no memory at once: the string is there without it. */
    private static Table make(Mutator mutator, long string) {
        long now = System.nanoTime();
        if (now - shortUntil < 0) {
            return null;
        }
        try {
            if (Native.largeIsFree(TABLE_BYTES)) {
                table = Table.make(mutator, string);
            } else {
                shortUntil = now + SHORTAGE_NS;
            }
        } catch (OutOfSharedMemoryException e) {
            shortUntil = now + SHORTAGE_NS;
        }
        return table;
    }

    /** Memory is short, here or in another process. */
    private static void giveUp() {
        shortUntil = System.nanoTime() + SHORTAGE_NS;
        table = null;
    }

    private static int index(int hash) {
        return (hash ^ hash >>> 16) & SIZE - 1;
    }
}
