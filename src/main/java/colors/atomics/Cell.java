// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Values;

/**
 * A place that holds one value, for {@link Atomics}: a field, an element, a repository. What it holds is a word, of a
 * form that the cell knows: raw bits or a tagged word. For one operation of one thread; what has the place is kept
 * alive by the caller.
 */
public abstract class Cell {
    /**
     * Finds the place. True when words that {@link #encode} gave before are of another form. Throws
     * SharedMemoryException when there is no such place, or it never changes.
     */
    boolean locate() {
        return false;
    }

    /** The word of a value, rooted as {@link Values#wordOf} says. Throws SharedMemoryException when it does not fit. */
    abstract long encode(Mutator mutator, Object value);

    /** What the place holds; a reference becomes a root of the mutator's current chunk. */
    abstract long load(Mutator mutator);

    /** The value of what {@link #load} gave, which that chunk roots. */
    abstract Object value(RootChunk chunk, long word, Values values);

    /** Stores in one step if the place holds what {@link #load} gave last; else nothing. */
    abstract boolean exchange(Mutator mutator, long seen, long word);

    /** Whether the place held what {@link #load} gave last at some time since {@link #locate}. */
    boolean confirm(@SuppressWarnings("unused") Mutator mutator, @SuppressWarnings("unused") long seen) {
        return true;
    }

    /** The place as a message names it: "field 'x' of company.Employee". */
    abstract String text();
}
