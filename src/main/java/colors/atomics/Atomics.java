// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.NumberOverflowException;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.TypeConflictException;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Equality;
import colors.values.TypeRules;
import colors.values.Values;
import java.lang.ref.Reference;
import java.util.function.UnaryOperator;

/**
 * Compare and set, get and set, get and add: one step each for all threads of all processes and languages
 * (docs/model.md, model.atomic). Each loads what a place holds, roots it, computes, and exchanges the word if it is
 * still the same; so the same word is the same value, whatever the collector freed meanwhile. Who dies in one has
 * stored or not.
 */
public final class Atomics {

    /** Whether a value that was loaded is the one that a program expects. */
    public interface Same {
        boolean test(Object loaded, Object expected);
    }

    private Atomics() {}

    /** Stores a value if the place holds the one expected, as {@code same} says. Returns whether it did. */
    public static boolean compareAndSet(Cell cell, Object expected, Object value, Values values, Same same) {
        Segment.checkWritable();
        Mutator mutator = Mutator.current();
        long word = 0;
        RootChunk wordChunk = null; // roots it
        while (true) {
            if (cell.locate() || wordChunk == null) {
                word = cell.encode(mutator, value);
                wordChunk = mutator.wrapperChunk();
            }
            long seen = cell.load(mutator);
            RootChunk seenChunk = mutator.wrapperChunk();
            boolean isSame = same.test(cell.value(seenChunk, seen, values), expected);
            boolean decided = isSame ? cell.exchange(mutator, seen, word) : cell.confirm(mutator, seen);
            Reference.reachabilityFence(seenChunk);
            Reference.reachabilityFence(wordChunk);
            Reference.reachabilityFence(value);
            if (decided) {
                return isSame;
            }
        }
    }

    /** Stores a value and returns the one before. */
    public static Object getAndSet(Cell cell, Object value, Values values) {
        Object[] before = {null};
        compareAndSet(cell, null, value, values, (loaded, expected) -> {
            before[0] = loaded;
            return true;
        });
        return before[0];
    }

    /**
     * Adds to a number and returns it as it was before: a Long or a Double. Throws SharedMemoryException (TYPE) when it
     * is none, when a float is added to an integer, and {@link NumberOverflowException} when the sum does not fit;
     * nothing was stored then.
     */
    public static Object getAndAdd(Cell cell, Object delta, Values values) {
        return update(cell, found -> sum(found, delta, cell::text), values);
    }

    /** What a function of {@link #update} returns to leave the value as it is. */
    public static final Object KEEP = new Object();

    /**
     * Stores what a function makes of the value, which it returns. The function may be called again; what it throws
     * leaves the value as it is.
     */
    public static Object update(Cell cell, UnaryOperator<Object> next, Values values) {
        Segment.checkWritable();
        Mutator mutator = Mutator.current();
        while (true) {
            cell.locate();
            long seen = cell.load(mutator);
            RootChunk seenChunk = mutator.wrapperChunk();
            Object found = cell.value(seenChunk, seen, values);
            boolean decided;
            try {
                Object value = next.apply(found);
                decided = value == KEEP ? cell.confirm(mutator, seen) : store(cell, mutator, seen, value);
            } catch (SharedMemoryException e) {
                if (cell.confirm(mutator, seen)) {
                    throw e;
                }
                decided = false; // of a value that the place did not hold
            }
            Reference.reachabilityFence(seenChunk);
            if (decided) {
                return found;
            }
        }
    }

    private static boolean store(Cell cell, Mutator mutator, long seen, Object value) {
        long word = cell.encode(mutator, value);
        RootChunk wordChunk = mutator.wrapperChunk();
        boolean stored = cell.exchange(mutator, seen, word);
        Reference.reachabilityFence(wordChunk);
        Reference.reachabilityFence(value);
        return stored;
    }

    /**
     * Whether a value that was loaded is the one that a program expects: shared objects by identity, scalars, values
     * and frozen containers by their value (docs/equality.md). Throws SharedMemoryException (ARGUMENT) for a private
     * object.
     */
    public static boolean isSame(Object loaded, Object expected) {
        if (expected != null && TypeRules.typeOf(expected) == Layout.TYPE_ANY) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a private object of class " + expected.getClass().getName()
                            + " is never a value in shared memory; expect a shared object, a scalar or null");
        }
        return Equality.equal(loaded, expected);
    }

    /** What a message says of a place, asked for when there is one. */
    public interface Text {
        String get();
    }

    /** A Long or Double. Throws as {@link #getAndAdd}; {@code place} is where the number found is. */
    public static Object sum(Object found, Object delta, Text place) {
        if (found instanceof Double number && delta instanceof Number added) {
            return number + added.doubleValue();
        }
        if (found instanceof Long number && Values.isInteger(delta)) {
            long added = ((Number) delta).longValue();
            long sum = number + added;
            if (((number ^ sum) & (added ^ sum)) < 0) {
                throw new NumberOverflowException(
                        true,
                        place.get() + " holds " + number + "; with " + added
                                + " added it overflows an integer of 64 bits; nothing was stored");
            }
            return sum;
        }
        String problem = found instanceof Long && delta instanceof Double
                ? " holds the integer " + found + ", to which the float " + delta
                        + " cannot be added in one step; add an integer"
                : found instanceof Long || found instanceof Double
                        ? " holds a number, to which " + TypeRules.describe(delta) + " cannot be added; add a number"
                        : " holds " + TypeRules.describe(found) + ", which is no number to add to";
        throw new TypeConflictException(place.get() + problem + "; nothing was stored");
    }
}
