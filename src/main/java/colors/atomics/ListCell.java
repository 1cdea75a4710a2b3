// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.ContainerCalls;
import colors.values.Lists;
import colors.values.Values;
import java.util.function.Supplier;

/**
 * An element of a list for {@link Atomics}. It is exchanged by the owner of the list's lock: a change of the list may
 * copy its elements to another array meanwhile, where an exchange in the old one would be lost.
 */
public final class ListCell extends Cell {
    private final long list;
    private final int index;
    private final Supplier<? extends RuntimeException> none;
    private int seenKind;
    private int kind;

    /**
     * The element at an index, which counts from the end when it is negative.
     *
     * @param none what is thrown when there is no such index
     */
    public ListCell(long list, int index, Supplier<? extends RuntimeException> none) {
        this.list = list;
        this.index = index;
        this.none = none;
    }

    @Override
    long encode(Mutator mutator, Object value) {
        kind = Lists.kindOf(value);
        return Lists.bitsOf(mutator, kind, value);
    }

    @Override
    long load(Mutator mutator) {
        long bits = Lists.loadCounted(mutator, list, index);
        seenKind = Lists.loadedKind(mutator);
        if (seenKind == 0) {
            throw none.get();
        }
        return bits;
    }

    @Override
    Object value(RootChunk chunk, long word, Values values) {
        return values.ofElement(chunk, seenKind, word);
    }

    @Override
    boolean exchange(Mutator mutator, long seen, long word) {
        return ContainerCalls.listSetIf(mutator, list, index, seenKind, seen, kind, word) == ContainerCalls.DONE;
    }

    @Override
    String text() {
        return "element " + index + " of a shared list";
    }
}
