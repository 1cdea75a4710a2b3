// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Binaries;
import colors.heap.Block;
import colors.heap.Flats;
import colors.heap.Heap;
import colors.heap.Parts;
import colors.heap.Strings;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * Builds a graph that nobody else can reach yet, from its root: each object is stored into an empty place of one that
 * was made before, in the operation in which it becomes an object, so that only the root is logged. Addresses stay
 * valid as long as the builder is reachable. For one thread.
 */
public final class GraphBuilder {
    private static final int TEXTS = 1024; // a power of two
    private static final int KNOWN = 256; // in one operation, for which a cycle's grace period waits
    private static final Object[] NO_VALUES = {};
    private static final long[] NO_WORDS = {};

    private final Mutator mutator = Mutator.current();
    private RootChunk chunk; // of the root
    private String[] texts; // recent strings, by hash; null: there was none
    private long[] textAddresses;
    private long[] words = NO_WORDS; // of one operation
    private Object[] held = NO_VALUES; // what they are of: another thread may change the array that it is from

    /** Keeps the graph alive; a wrapper of the root takes it. */
    public RootChunk chunk() {
        return chunk;
    }

    private long made(long address, long place) {
        if (place == 0) {
            chunk = mutator.wrapperChunk();
        }
        return address;
    }

    /** Makes an object with zeroed slots. Place 0: it is the root. */
    public long object(int shapeId, int slots, long place) {
        return made(Heap.allocateInto(mutator, shapeId, slots, place), place);
    }

    public long list(long place) {
        return made(Parts.container(mutator, Segment.SHAPE_LIST, place), place);
    }

    public long set(long place) {
        return made(Parts.container(mutator, Segment.SHAPE_SET, place), place);
    }

    public long map(long place) {
        return made(Parts.container(mutator, Segment.SHAPE_MAP, place), place);
    }

    public long binary(byte[] bytes, long place) {
        return made(Binaries.allocateInto(mutator, MemorySegment.ofArray(bytes), false, place), place);
    }

    /** A flat array of elements of that kind, with the bytes of a segment. */
    public long flat(int kind, MemorySegment content, long place) {
        return made(Flats.allocateInto(mutator, kind, content, place), place);
    }

    /** A flat array of so many nulls; {@link Flats#place} is where its elements are put. */
    public long flat(int length, long place) {
        return made(Flats.allocateInto(mutator, Layout.SLOT_TAGGED, length, place), place);
    }

    public long tuple(long place) {
        return made(Parts.container(mutator, Segment.SHAPE_TUPLE, place), place);
    }

    public long frozenSet(long place) {
        return made(Parts.container(mutator, Segment.SHAPE_FROZEN_SET, place), place);
    }

    /** Bytes that do not change. */
    public long bytes(byte[] bytes, long place) {
        return made(Binaries.allocateInto(mutator, MemorySegment.ofArray(bytes), true, place), place);
    }

    /** A frozen container with all its contents. */
    public long frozen(FrozenValue value, long place) {
        return switch (value.kind()) {
            case BINARY -> bytes(value.bytes(), place);
            case LIST -> {
                long list = tuple(place);
                values(list, value.elements());
                yield list;
            }
            case SET -> {
                long set = frozenSet(place);
                elements(set, value.elements(), value.objects());
                yield set;
            }
        };
    }

    private void elements(long set, Object[] elements, Equality.Objects objects) {
        if (elements.length != 0) {
            Maps.Filler filler = entries(set, elements.length);
            for (Object element : elements) {
                value(filler.key(), element);
                filler.next();
                filler.add(element, objects);
            }
            filler.finish();
        }
    }

    /** Stores the raw bits of a number or boolean. */
    public void raw(long place, long bits) {
        Memory.putLong(place, bits);
    }

    /** Stores a reference to an object of this graph or another one that is alive. */
    public void reference(long place, long address) {
        Heap.storeTagged(mutator, place, Segment.reference(address));
    }

    /** Stores null, a scalar, a value or a shared object. */
    public void value(long place, Object value) {
        switch (value) {
            case null -> {}
            case String text -> text(place, text);
            case Long number when Tag.fitsInteger(number) -> Memory.putLong(place, Tag.ofInteger(number));
            case Integer number -> Memory.putLong(place, Tag.ofInteger(number));
            case Double number when Tag.fitsFloat(number) -> Memory.putLong(place, Tag.ofFloat(number));
            case FrozenValue frozen -> frozen(frozen, place);
            case Boolean bool -> Memory.putLong(place, Tag.ofBoolean(bool));
            default -> Heap.storeTagged(mutator, place, Values.wordOf(mutator, value));
        }
    }

    /** Stores a string. Equal long ones that come soon after each other are one: they have no identity. */
    public void text(long place, String text) {
        long word = Tag.ofString(text);
        if (word != Tag.VACANT) {
            Memory.putLong(place, word);
            return;
        }
        if (texts == null) {
            texts = new String[TEXTS];
            textAddresses = new long[TEXTS];
        }
        int index = text.hashCode() & TEXTS - 1;
        if (text.equals(texts[index])) {
            reference(place, textAddresses[index]);
        } else {
            textAddresses[index] = Strings.storeInto(mutator, text, place);
            texts[index] = text;
        }
    }

    // ---- elements -----------------------------------------------------------------------------------

    /**
     * Stores values from an index on into empty places side by side, in one operation, up to the first one of which
     * something has to be made. Returns how many.
     */
    public int known(Object[] values, int from, long place) {
        RootChunk before = mutator.wrapperChunk();
        int most = Math.min(KNOWN, values.length - from);
        int count = 0;
        if (words.length == 0) {
            words = new long[KNOWN];
            held = new Object[KNOWN];
        }
        while (count < most && mutator.wrapperChunk() == before) { // each word is a root by this chunk or the next one
            Object value = values[from + count];
            long word = known(value);
            if (word == Tag.VACANT) {
                break;
            }
            held[count] = value;
            words[count++] = word;
        }
        if (count != 0) {
            Heap.storeTagged(mutator, place, words, count);
        }
        Reference.reachabilityFence(before);
        Reference.reachabilityFence(held);
        return count;
    }

    private long known(Object value) {
        return switch (value) {
            case String text -> Strings.known(mutator, text);
            case Shared shared -> Segment.reference(shared.address());
            case null -> Tag.NULL;
            default -> Tag.VACANT;
        };
    }

    /** Elements of any kind of a list in the making: each is stored at its place. */
    public static final class Elements {
        private final long list;
        private final Block array;
        private final int count;

        private Elements(Mutator mutator, long list, int count) {
            this.list = list;
            this.count = count;
            array = Parts.array(mutator, Segment.SHAPE_ARRAY, count);
            Parts.commit(mutator, list, array, 0);
        }

        /** The place of an element. Throws IndexOutOfBoundsException. */
        public long place(int index) {
            return array.place(Layout.OBJECT_HEADER_BYTES + 8L * Objects.checkIndex(index, count), Long.BYTES);
        }

        /** Makes them the list's. */
        public void finish() {
            Parts.count(list, array.address(), count);
        }
    }

    /** Gives a list room for as many elements of any kind. */
    public Elements elements(long list, int count) {
        return new Elements(mutator, list, count);
    }

    /** Gives a list elements that {@link #value} takes: integers only, or floats only, are stored raw. */
    public void values(long list, Object[] values) {
        int kind = Lists.commonKind(values);
        if (values.length == 0) {
            return;
        }
        if (kind != Layout.SLOT_TAGGED) {
            numbers(list, kind, Lists.bits(values, kind));
            return;
        }
        Elements elements = elements(list, values.length);
        for (int i = 0; i < values.length; i++) {
            value(elements.place(i), values[i]);
        }
        elements.finish();
    }

    /** Gives a list integers or floats. */
    public void numbers(long list, int kind, MemorySegment bits) {
        Lists.fillRaw(mutator, list, kind, bits);
    }

    /** The same. */
    public void numbers(long list, int kind, long[] bits) {
        numbers(list, kind, MemorySegment.ofArray(bits));
    }

    /** Gives a map or set room for entries. */
    public Maps.Filler entries(long map, int count) {
        return new Maps.Filler(mutator, map, count);
    }
}
