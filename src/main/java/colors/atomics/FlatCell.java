// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.heap.Flats;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Values;
import java.util.function.UnaryOperator;

/** An element of a flat array for {@link Atomics}. It never moves, so the processor's instruction exchanges it. */
public final class FlatCell extends Cell {
    private final int kind;
    private final int index;
    private final long place;
    private final UnaryOperator<Object> checked;

    /**
     * The element at an index, which the caller checked.
     *
     * @param checked gives what is stored for a value: its bits as a Long, of a tagged element the value itself; throws
     *        when it does not fit
     */
    public FlatCell(long array, int index, UnaryOperator<Object> checked) {
        kind = Flats.kind(array);
        this.index = index;
        place = Flats.place(array, kind, index);
        this.checked = checked;
    }

    @Override
    long encode(Mutator mutator, Object value) {
        Object stored = checked.apply(value);
        return Flats.isTagged(kind)
                ? Values.wordOf(mutator, stored)
                : Flats.slotKind(kind).exact((Long) stored);
    }

    @Override
    long load(Mutator mutator) {
        return Flats.isTagged(kind)
                ? Heap.loadTagged(mutator, place)
                : Flats.slotKind(kind).getExact(place);
    }

    @Override
    Object value(RootChunk chunk, long word, Values values) {
        if (Flats.isTagged(kind)) {
            return values.ofWord(chunk, word);
        }
        long bits = Flats.slotKind(kind).bits(word);
        return kind == Layout.SLOT_BOOLEAN
                ? (Object) (bits != 0)
                : Flats.isFloat(kind) ? (Object) Double.longBitsToDouble(bits) : (Object) bits;
    }

    @Override
    boolean exchange(Mutator mutator, long seen, long word) {
        return Flats.isTagged(kind)
                ? Heap.exchangeTagged(mutator, place, seen, word)
                : Flats.slotKind(kind).compareAndSet(place, seen, word);
    }

    @Override
    String text() {
        return "element " + index + " of an array of " + Flats.name(kind);
    }
}
