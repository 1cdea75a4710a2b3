// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/**
 * Strings of tagged words that were read at least twice, as a language has them: reading an equal one again makes nothing. Read and written without order by all threads, as
 * {@link RecentTexts} is.
 *
 * @param <T> the language's strings, which do not change
 */
public final class RecentWords<T> {
    private static final int SIZE_SHIFT = 12; // as many as RecentTexts
    private static final long SPREAD = 0x9e3779b97f4a7c15L; // 2^64 by the golden ratio

    private final Entry<?>[] entries = new Entry<?>[1 << SIZE_SHIFT];
    private final long[] seen = new long[1 << SIZE_SHIFT]; // the word that was read last: what is read once takes no room

    private record Entry<T>(T text, long word) {
    }

    /** The string of a word if it is there; else null. */
    @SuppressWarnings("unchecked")
    public T find(long word) {
        Entry<?> entry = entries[index(word)];
        return entry != null && entry.word == word ? (T) entry.text : null;
    }

    /** The string of a word was made. */
    public void add(long word, T text) {
        int index = index(word);
        if (seen[index] == word) {
            entries[index] = new Entry<>(text, word);
        } else {
            seen[index] = word;
        }
    }

    private static int index(long word) {
        return (int) (word * SPREAD >>> Long.SIZE - SIZE_SHIFT);
    }
}
