// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.NumberOverflowException;
import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.NativeFunction;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.values.ContainerCalls;
import colors.values.DynamicFields;
import colors.values.TypeRules;
import colors.values.Values;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.util.function.UnaryOperator;

/**
 * A field of an object for {@link Atomics}. One that every version has at one place is exchanged by the processor's
 * instruction; any other one by libcolors, which holds the lock of evolutions meanwhile (docs/layout.md,
 * layout.exchange).
 */
public final class FieldCell extends Cell {

    /** The field of a version. Throws SharedMemoryException when the version has none. */
    public interface Finder {
        FieldLocation find(SharedShape shape);
    }

    /** Linked at the first call, and a constant, so that compilers inline it. */
    private static final class Exchange {
        static final MethodHandle HANDLE = NativeFunction.link(
                "cl_field_exchange",
                FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    }

    private final long object;
    private final Finder finder;
    private final UnaryOperator<Object> checked;
    private final TypeRules.Subtyping subtyping;
    private SharedShape shape; // null: not located
    private FieldLocation field;
    private long place;

    /**
     * A field of an object that the caller keeps alive.
     *
     * @param checked gives what is stored for a value; throws when a handle does not take it
     */
    public FieldCell(long object, Finder finder, UnaryOperator<Object> checked, TypeRules.Subtyping subtyping) {
        this.object = object;
        this.finder = finder;
        this.checked = checked;
        this.subtyping = subtyping;
    }

    @Override
    boolean locate() {
        SharedShape now = SharedShape.ofObject(object);
        if (now == shape) {
            return false;
        }
        FieldLocation found = finder.find(now);
        if (found.isFinal()) {
            throw TypeRules.finalConflict(now, found);
        }
        shape = now;
        field = found;
        place = found.place(object);
        return true;
    }

    @Override
    long encode(Mutator mutator, Object given) {
        Object value = checked.apply(given);
        if (!TypeRules.fits(field, value, subtyping)) {
            throw conflict(value);
        }
        return field.isTagged()
                ? DynamicFields.word(mutator, field.spec(), value)
                : field.slotKind().exact(DynamicFields.rawBits(field.spec(), value));
    }

    /** An operation in one step moves no object to a version that takes the value. */
    private RuntimeException conflict(Object value) {
        return TypeRules.isTooWide(field, value)
                ? new NumberOverflowException(
                        TypeRules.isInteger(value),
                        text() + " is declared " + field.rangeText() + "; it cannot hold " + TypeRules.describe(value)
                                + "; nothing was stored")
                : TypeRules.conflict(shape, field, value);
    }

    @Override
    long load(Mutator mutator) {
        return field.isTagged()
                ? Heap.loadTagged(mutator, place)
                : field.slotKind().getExact(place);
    }

    @Override
    Object value(RootChunk chunk, long word, Values values) {
        if (field.isTagged()) {
            return values.ofWord(chunk, word);
        }
        long bits = field.slotKind().bits(word);
        return field.isRawFloat()
                ? (Object) Double.longBitsToDouble(bits)
                : field.type() == Layout.TYPE_BOOLEAN ? (Object) (bits != 0) : (Object) bits;
    }

    @Override
    boolean exchange(Mutator mutator, long seen, long word) {
        if (!field.isPlaced()) {
            return exchangeMoving(mutator, seen, word);
        }
        return field.isTagged()
                ? Heap.exchangeTagged(mutator, place, seen, word)
                : field.slotKind().compareAndSet(place, seen, word);
    }

    /** What was loaded may be of a field that the object does not have any more, or not there. */
    @Override
    boolean confirm(Mutator mutator, long seen) {
        return field.isPlaced() || exchangeMoving(mutator, seen, seen);
    }

    private boolean exchangeMoving(Mutator mutator, long seen, long word) {
        Scratch scratch = mutator.scratch();
        Memory.putLong(scratch.argument, Segment.reference(place));
        Memory.putLong(scratch.argument + 8, seen);
        Memory.putLong(scratch.argument + 16, word);
        Memory.putInt(scratch.argument + 24, field.slotKind().id());
        int result;
        try {
            result = (int) Exchange.HANDLE.invokeExact(
                    mutator.slotOffsetKept(), Segment.reference(object), shape.id(), scratch.argument, scratch.error);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        } finally {
            mutator.returned();
        }
        if (result == ContainerCalls.NONE) {
            throw scratch.failure();
        }
        return result == ContainerCalls.DONE;
    }

    @Override
    String text() {
        return "field '" + field.name() + "' of " + shape.className();
    }
}
