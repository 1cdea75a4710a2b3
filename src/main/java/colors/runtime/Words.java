// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;

/** Words on their way to libcolors in native memory. Keeps alive what was logged while they were made. */
final class Words implements AutoCloseable {
    private final Mutator mutator;
    private final Arena arena;
    private final long address;
    private final int most;
    private final List<RootChunk> chunks = new ArrayList<>();
    private int count;

    @SuppressWarnings("MustBeClosedChecker") // close() closes the arena
    Words(Mutator mutator, int most) {
        this.mutator = mutator;
        this.most = most;
        arena = most <= Scratch.WORDS ? null : Arena.ofConfined();
        address = arena == null ? mutator.scratch().words : arena.allocate(8L * most, 8).address();
    }

    /** Adds a word; a reference is rooted by the mutator's current chunk or by the caller. */
    void add(long word) {
        if (count == most) {
            throw new ConcurrentModificationException("a collection with " + most + " elements got more while they were stored; nothing was stored");
        }
        Memory.putLong(address + 8L * count++, word);
        RootChunk chunk = mutator.chunk();
        if (chunks.isEmpty() || chunks.getLast() != chunk) {
            chunks.add(chunk);
        }
    }

    long address() {
        return address;
    }

    int count() {
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
