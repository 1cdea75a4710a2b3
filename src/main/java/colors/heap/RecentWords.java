// SPDX-License-Identifier: Apache-2.0
package colors.heap;

/**
 * Strings that were read at least twice, as a language has them, by tagged words that are strings. Reading an equal
 * word again makes nothing. Read and written without order by all threads, as {@link RecentTexts} is. A word has two
 * places, so that of 1,000 words few meet two others.
 *
 * @param <T> the language's strings, which do not change
 */
public final class RecentWords<T> {
    private static final int SIZE_SHIFT = 12; // as many as RecentTexts
    private static final long SPREAD = 0x9e3779b97f4a7c15L; // 2^64 by the golden ratio

    private final Entry<?>[] entries = new Entry<?>[1 << SIZE_SHIFT];
    // the word that was read last: what is read once takes no room
    private final long[] seen = new long[1 << SIZE_SHIFT];

    private record Entry<T>(T text, long word) {}

    /** The string of a word if it is there; else null. */
    @SuppressWarnings("unchecked")
    public T find(long word) {
        int index = index(word);
        Entry<?> entry = entries[index];
        if (entry == null) {
            return null;
        }
        if (entry.word != word) {
            entry = entries[index ^ 1];
            if (entry == null || entry.word != word) {
                return null;
            }
        }
        return (T) entry.text;
    }

    /** The string of a word was made. It takes the first place, and what stood there the second. */
    public void add(long word, T text) {
        int index = index(word);
        if (seen[index] == word) {
            entries[index ^ 1] = entries[index];
            entries[index] = new Entry<>(text, word);
        } else {
            seen[index] = word;
        }
    }

    private static int index(long word) {
        return (int) (word * SPREAD >>> Long.SIZE - SIZE_SHIFT);
    }
}
