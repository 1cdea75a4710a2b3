// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;

/**
 * Strings that this process stored at least twice: storing an equal one again takes the same shared string, so that
 * nothing is made and copied, by who reads neither. Strings have no identity. By hash, read and written without order by
 * all threads: a flat array of references, which is a root as long as its table is used, has the shared strings. What
 * is taken is loaded from it as from any array, and logged.
 */
final class StoredTexts {
    private static final int SIZE = 4096; // a power of two
    private static final int MOST_CHARS = 96;
    private static final int MOST_CLASHES = 4 * SIZE; // then there is a new table, for other strings

    private static final StoredTexts TEXTS = new StoredTexts();

    private final int[] seen = new int[SIZE]; // the hash that was stored last: what is stored once takes no room
    private Table table;
    private int clashes; // of about so many

    /** Slots are written once: what {@code texts} has is in the array. */
    private static final class Table {
        final long array;
        @SuppressWarnings("UnusedVariable") // as long reachable as the table
        private final RootChunk chunk;
        final String[] texts = new String[SIZE];

        /** In a chunk of its own, because the chunk is kept alive as a whole. */
        Table(Mutator mutator) {
            mutator.nextChunk();
            array = Flats.allocate(mutator, Layout.SLOT_TAGGED, SIZE);
            chunk = mutator.chunk();
            mutator.nextChunk();
        }
    }

    /** The reference of a shared string with this text, logged; {@link Tag#VACANT} when none is known. */
    static long find(Mutator mutator, String text) {
        Table table = TEXTS.table;
        if (table == null) {
            return Tag.VACANT;
        }
        int index = index(text);
        if (!text.equals(table.texts[index])) {
            return Tag.VACANT;
        }
        long word = Flats.loadTagged(mutator, table.array, index);
        return Tag.isReference(word) ? word : Tag.VACANT; // another thread has stored it, but not for this one yet
    }

    /** A string was copied to shared memory: the reference, a root of the caller's. */
    static void add(Mutator mutator, String text, long word) {
        if (text.length() <= MOST_CHARS) {
            TEXTS.remember(mutator, text, word);
        }
    }

    private void remember(Mutator mutator, String text, long word) {
        int index = index(text);
        int hash = text.hashCode();
        if (seen[index] != hash) {
            seen[index] = hash;
            return;
        }
        Table to = table;
        if (to == null) {
            to = new Table(mutator);
            table = to;
        }
        if (to.texts[index] != null) {
            if (++clashes > MOST_CLASHES) {
                clashes = 0;
                table = null;
            }
        } else if (Heap.storeFirst(mutator, Flats.place(to.array, Layout.SLOT_TAGGED, index), word)) {
            to.texts[index] = text;
        }
    }

    private static int index(String text) {
        int hash = text.hashCode();
        return (hash ^ hash >>> 16) & SIZE - 1;
    }
}
