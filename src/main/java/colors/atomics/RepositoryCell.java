// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.heap.Heap;
import colors.monitors.Repositories;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Values;

/** The value of a repository for {@link Atomics}; who waits for another one is woken. */
public final class RepositoryCell extends Cell {
    private final String key;
    private final long place;

    /** The repository whose value is at {@link Repositories#place}. */
    public RepositoryCell(String key, long place) {
        this.key = key;
        this.place = place;
    }

    @Override
    long encode(Mutator mutator, Object value) {
        return Values.wordOf(mutator, value);
    }

    @Override
    long load(Mutator mutator) {
        return Heap.loadTagged(mutator, place);
    }

    @Override
    Object value(RootChunk chunk, long word, Values values) {
        return values.ofWord(chunk, word);
    }

    @Override
    boolean exchange(Mutator mutator, long seen, long word) {
        return Repositories.exchange(mutator, place, seen, word);
    }

    @Override
    String text() {
        return "repository '" + key + "'";
    }
}
