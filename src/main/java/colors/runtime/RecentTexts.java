// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Short strings that were read at least twice, as a language has them: reading an equal one again compares its bytes and copies nothing. Strings have no identity, so who
 * reads may get the same one again. By hash, read and written without order by all threads: an entry does not change, and is made of what was copied
 * alone, so that nobody who changes shared memory meanwhile makes it another string's.
 *
 * @param <T> the language's strings, which do not change
 */
public final class RecentTexts<T> {
    private static final int MOST_BYTES = 4 * Long.BYTES;
    private static final int SIZE = 1024; // a power of two
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final Entry<?>[] entries = new Entry<?>[SIZE];
    private final int[] seen = new int[SIZE]; // the hash that was copied last: what is read once takes no room

    /**
     * Few accesses, and branches of their own for what is longer than a word: C2 gives up inlining where a method has too many (docs/compiled-code.md).
     *
     * @param head the word {hash, encoding}
     * @param length in bytes
     * @param first the bytes in words, zero behind the last one as in shared memory
     */
    private record Entry<T>(T text, long head, int length, long first, long second, long third, long fourth) {

        /** Words end in the granule in which the string ends. */
        boolean isAt(long object) {
            return Memory.getInt(object + Layout.OBJECT_LENGTH) == length && Memory.getLong(object + Strings.PREFIX_BYTES) == first && (length <= 8 || isRestAt(object));
        }

        private boolean isRestAt(long object) {
            return Memory.getLong(object + Strings.PREFIX_BYTES + 8) == second && (length <= 16 || Memory.getLong(object + Strings.PREFIX_BYTES + 16) == third && (length <= 24 || Memory.getLong(object + Strings.PREFIX_BYTES + 24) == fourth));
        }
    }

    /** The text of a shared string that the caller keeps alive, if it is there; else null. */
    @SuppressWarnings("unchecked")
    public T find(long object) {
        long head = Memory.getLong(object + Layout.OBJECT_HEADER_BYTES);
        Entry<?> entry = entries[index(Strings.hashOf(head))];
        return entry != null && entry.head == head && entry.isAt(object) ? (T) entry.text : null;
    }

    /** A shared string was copied, which the caller keeps alive; these were its bytes. */
    public void add(long object, T text, boolean latin1, byte[] bytes) {
        if (bytes.length == 0 || bytes.length > MOST_BYTES) { // an empty one has no word, and may end with the memory
            return;
        }
        int hash = Memory.getInt(object + Layout.OBJECT_HEADER_BYTES);
        int index = index(hash);
        if (seen[index] != hash) {
            seen[index] = hash;
        } else if (hash == Strings.hash(latin1, bytes)) {
            byte[] padded = Arrays.copyOf(bytes, MOST_BYTES);
            entries[index] = new Entry<>(text, Strings.head(hash, latin1 ? Layout.ENCODING_LATIN1 : Layout.ENCODING_UTF16), bytes.length, //
                            (long) WORDS.get(padded, 0), (long) WORDS.get(padded, 8), (long) WORDS.get(padded, 16), (long) WORDS.get(padded, 24));
        }
    }

    private static int index(int hash) {
        return (hash ^ hash >>> 16) & SIZE - 1;
    }
}
