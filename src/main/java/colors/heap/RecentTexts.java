// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Sizes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Short strings that were read at least twice, as a language has them: reading an equal one again compares its bytes
 * and copies nothing. Strings have no identity, so who reads may get the same one again. By hash, read and written
 * without order by all threads: an entry does not change, and is made of what was copied alone, so that nobody who
 * changes shared memory meanwhile makes it another string's.
 *
 * @param <T> the language's strings, which do not change
 */
public final class RecentTexts<T> {
    private static final int WORDS = 12;
    static final int MOST_BYTES = WORDS * Long.BYTES;
    // a power of two; of 1,000 strings 12 % meet another one at their place, of 256 3 %
    private static final int SIZE = 4096;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final Entry<?>[] entries = new Entry<?>[SIZE];
    private final int[] seen = new int[SIZE]; // the hash that was copied last: what is read once takes no room

    /**
     * @param head the word {hash, encoding}
     * @param length in bytes
     * @param first the bytes in words, zero behind the last one as in shared memory
     */
    private record Entry<T>(
            T text,
            long head,
            int length,
            long first,
            long second,
            long third,
            long fourth,
            long fifth,
            long sixth,
            long seventh,
            long eighth,
            long ninth,
            long tenth,
            long eleventh,
            long twelfth) {}

    /**
     * The text of a shared string that the caller keeps alive, if it is there; else null. Words end in the granule in
     * which the string ends.
     *
     * <p>One method without calls of its own and of more than 325 bytes (FreqInlineSize), which C2 does not inline:
     * where it did, it had made so many nodes of these accesses that it gave up inlining in the middle of one
     * (docs/compiled-code.md), and a tree whose nodes have names of 32 letters took 51.7 ns a node in the place of
     * 24.8.
     */
    @SuppressWarnings("unchecked")
    public T find(long object) {
        long head = Memory.getLong(object + Layout.OBJECT_HEADER_BYTES);
        int hash = Strings.hashOf(head);
        Entry<?> entry = entries[(hash ^ hash >>> 16) & SIZE - 1];
        if (entry == null || entry.head != head) {
            return null;
        }
        int length = entry.length;
        long text = object + Sizes.STRING_PREFIX;
        boolean differs = Memory.getInt(object + Layout.OBJECT_LENGTH) != length
                || Memory.getLong(text) != entry.first
                || length > 8 && Memory.getLong(text + 8) != entry.second
                || length > 16 && Memory.getLong(text + 16) != entry.third
                || length > 24 && Memory.getLong(text + 24) != entry.fourth
                || length > 32 && Memory.getLong(text + 32) != entry.fifth
                || length > 40 && Memory.getLong(text + 40) != entry.sixth
                || length > 48 && Memory.getLong(text + 48) != entry.seventh
                || length > 56 && Memory.getLong(text + 56) != entry.eighth
                || length > 64 && Memory.getLong(text + 64) != entry.ninth
                || length > 72 && Memory.getLong(text + 72) != entry.tenth
                || length > 80 && Memory.getLong(text + 80) != entry.eleventh
                || length > 88 && Memory.getLong(text + 88) != entry.twelfth;
        return differs ? null : (T) entry.text;
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
            entries[index] =
                    entry(text, Strings.head(hash, latin1 ? Layout.ENCODING_LATIN1 : Layout.ENCODING_UTF16), bytes);
        }
    }

    private static <T> Entry<T> entry(T text, long head, byte[] bytes) {
        byte[] padded = Arrays.copyOf(bytes, MOST_BYTES);
        long[] words = new long[WORDS];
        Arrays.setAll(words, i -> (long) WORD.get(padded, Long.BYTES * i));
        return new Entry<>(
                text,
                head,
                bytes.length,
                words[0],
                words[1],
                words[2],
                words[3],
                words[4],
                words[5],
                words[6],
                words[7],
                words[8],
                words[9],
                words[10],
                words[11]);
    }

    private static int index(int hash) {
        return (hash ^ hash >>> 16) & SIZE - 1;
    }
}
