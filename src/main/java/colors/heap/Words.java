// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.memory.Scratch;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Words on their way to libcolors. They are in native memory only from {@link #address} on: what makes them may run
 * code of the program, which may call libcolors with words of its own. Keeps alive what was logged while they were
 * made.
 */
public final class Words implements AutoCloseable {
    private final Mutator mutator;
    private final long[] words;
    private final List<RootChunk> chunks = new ArrayList<>();
    private Arena arena; // for what the mutator's scratch memory has no room for
    private int count;

    public Words(Mutator mutator, int most) {
        this.mutator = mutator;
        words = new long[most];
    }

    /** Adds a word; a reference is rooted by the mutator's current chunk or by the caller. */
    public void add(long word) {
        words[count++] = word;
        RootChunk chunk = mutator.wrapperChunk();
        if (chunks.isEmpty() || chunks.getLast() != chunk) {
            chunks.add(chunk);
        }
    }

    /** Where they are for the next call of libcolors. */
    @SuppressWarnings("MustBeClosedChecker") // close() closes the arena
    public long address() {
        if (count <= Scratch.WORDS) {
            return mutator.scratch().words(words, count);
        }
        arena = Arena.ofConfined();
        return arena.allocateFrom(JAVA_LONG, words).address();
    }

    public int count() {
        return count;
    }

    @Override
    public void close() {
        java.lang.ref.Reference.reachabilityFence(chunks);
        if (arena != null) {
            arena.close();
        }
    }
}
