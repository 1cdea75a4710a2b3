// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Block;
import colors.heap.Heap;
import colors.heap.Parts;
import colors.heap.Words;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;

/**
 * Lists (docs/layout.md, layout.list) at addresses whose objects the caller keeps alive. Reads wait for nobody; they
 * are the twin of list.c's. Changes are atomic; an index that does not exist gives false. The elements of a list are
 * all raw integers, all raw floats, or tagged words.
 */
public final class Lists {
    private static final long ARRAY_START = Layout.OBJECT_HEADER_BYTES;

    private static final int END = -1;

    private Lists() {}

    /** Makes an empty list; the mutator's current chunk roots it. Returns its address. */
    public static long allocate(Mutator mutator) {
        return Parts.container(mutator, Segment.SHAPE_LIST);
    }

    /**
     * Whether the shape is that of a list or tuple; flat arrays are lists to a program, too ({@code Flats}), but
     * nothing in this class is for them.
     */
    public static boolean isList(int shape) {
        return shape == Segment.SHAPE_LIST || shape == Segment.SHAPE_TUPLE;
    }

    /** The number of elements. */
    public static int size(long list) {
        return Parts.count(Memory.getLongAcquire(list + Layout.CONTAINER_HEAD));
    }

    /**
     * Loads an element: raw bits or a tagged word, as {@link #loadedKind} says then. A reference is logged in the
     * mutator's current chunk. When there is no such index, the kind is 0.
     */
    public static long load(Mutator mutator, long list, int index) {
        return loadCounted(mutator, list, index < 0 ? Integer.MAX_VALUE : index);
    }

    /** The same; a negative index counts from the end, as the list is at that moment. */
    public static long loadCounted(Mutator mutator, long list, int index) {
        while (true) {
            int shape;
            long word;
            boolean same;
            boolean logged;
            long seq = mutator.enter();
            try {
                int generation = Memory.getIntAcquire(list + Layout.CONTAINER_GENERATION);
                long head = Memory.getLongAcquire(list + Layout.CONTAINER_HEAD);
                int at = index < 0 ? index + Parts.count(head) : index;
                if (Integer.compareUnsigned(at, Parts.count(head)) >= 0) {
                    mutator.loadedKind = 0;
                    return 0;
                }
                long array = Parts.part(head);
                shape = Memory.getInt(array + Layout.OBJECT_SHAPE);
                word = Memory.getLongAcquire(array + ARRAY_START + 8L * at);
                same = isStill(list, generation, head);
                logged = shape != Segment.SHAPE_ARRAY || Heap.log(mutator, word);
            } finally {
                mutator.leave(seq);
            }
            if (!logged) {
                mutator.nextChunk();
            } else if (same && (shape != Segment.SHAPE_ARRAY || word != Tag.VACANT)) {
                mutator.loadedKind = kindOfShape(shape);
                return word;
            }
        }
    }

    /**
     * One attempt of {@link #loadCounted} without any call that compilers cannot inline: false when it failed, then
     * that one does it. The bits are {@link #loadedBits}.
     */
    public static boolean tryLoad(Mutator mutator, long list, int index) {
        long seq = mutator.enter();
        try {
            return tryLoadInside(mutator, list, index);
        } finally {
            mutator.leave(seq);
        }
    }

    private static boolean tryLoadInside(Mutator mutator, long list, int index) {
        int generation = Memory.getIntAcquire(list + Layout.CONTAINER_GENERATION);
        long head = Memory.getLongAcquire(list + Layout.CONTAINER_HEAD);
        int at = index < 0 ? index + Parts.count(head) : index;
        if (Integer.compareUnsigned(at, Parts.count(head)) >= 0) {
            mutator.loadedKind = 0;
            return true;
        }
        long array = Parts.part(head);
        int shape = (head & Layout.HEAD_INT64) != 0
                ? Segment.SHAPE_ARRAY_INT64
                : Memory.getInt(array + Layout.OBJECT_SHAPE);
        long word = Memory.getLongAcquire(array + ARRAY_START + 8L * at);
        boolean tagged = shape == Segment.SHAPE_ARRAY;
        boolean good = isStill(list, generation, head) && !(tagged && word == Tag.VACANT);
        good = good && (!tagged || Heap.log(mutator, word));
        mutator.loadedKind = tagged
                ? Layout.SLOT_TAGGED
                : shape == Segment.SHAPE_ARRAY_INT64 ? Layout.SLOT_INT64 : Layout.SLOT_FLOAT64;
        mutator.loadedBits = word;
        return good;
    }

    /**
     * Loads an element of a tuple as {@link #loadCounted} does, but without an operation and without a log entry: a
     * tuple never changes, so its elements live as long as itself, and a wrapper of one takes the tuple's chunk
     * [root-log.borrow].
     */
    public static long loadFixed(Mutator mutator, long tuple, int index) {
        long head = Memory.getLongAcquire(tuple + Layout.CONTAINER_HEAD);
        int at = index < 0 ? index + Parts.count(head) : index;
        if (Integer.compareUnsigned(at, Parts.count(head)) >= 0) {
            mutator.loadedKind = 0;
            return 0;
        }
        long array = Parts.part(head);
        mutator.loadedKind = kindOfShape(Memory.getInt(array + Layout.OBJECT_SHAPE));
        return Memory.getLongAcquire(array + ARRAY_START + 8L * at);
    }

    /** What {@link #tryLoad} loaded. */
    public static long loadedBits(Mutator mutator) {
        return mutator.loadedBits;
    }

    /** Where the elements are, and how many: see {@link #isStill}. */
    public static long head(long list) {
        return Memory.getLongAcquire(list + Layout.CONTAINER_HEAD);
    }

    /**
     * Whether what was read between was in the list all at once: an append moves the generation on before it stores an
     * element, any change when it is complete, and of a change that goes on either the head tells or it replaces one
     * element.
     */
    public static boolean isStill(long list, int generation, long head) {
        return Memory.getLongAcquire(list + Layout.CONTAINER_HEAD) == head
                && Memory.getIntAcquire(list + Layout.CONTAINER_GENERATION) == generation;
    }

    /**
     * The element of a list of integers, or {@code other} when the list holds something else, is changed right now, or
     * has no such index: then {@link #load} knows. Outside of a heap operation, which would find the mutator and store
     * twice: of an array whose memory has another use by now anything may be read, and is thrown away, for the
     * generation is another one.
     */
    public static Object integer(long list, int index, Object other) {
        int generation = Memory.getIntAcquire(list + Layout.CONTAINER_GENERATION);
        long head = Memory.getLongAcquire(list + Layout.CONTAINER_HEAD);
        int count = (int) (head ^ Layout.HEAD_INT64); // negative for other elements
        if (index < 0 || index >= count) {
            return other;
        }
        long bits = Memory.getLongAcquire(Parts.part(head) + ARRAY_START + 8L * index);
        return isStill(list, generation, head) ? (Object) bits : other;
    }

    /**
     * Whether the element of a list is that reference, to an object that the caller keeps alive; false also when the
     * list is changed right now. Outside of a heap operation, as {@link #integer}.
     */
    public static boolean refersTo(long list, int index, long reference) {
        int generation = Memory.getIntAcquire(list + Layout.CONTAINER_GENERATION);
        long head = Memory.getLongAcquire(list + Layout.CONTAINER_HEAD);
        if (Integer.compareUnsigned(index, Parts.count(head)) >= 0) {
            return false;
        }
        long array = Parts.part(head);
        boolean refers = Memory.getInt(array + Layout.OBJECT_SHAPE) == Segment.SHAPE_ARRAY
                && Memory.getLongAcquire(array + ARRAY_START + 8L * index) == reference;
        return refers && isStill(list, generation, head);
    }

    /** The kind of what {@link #load} loaded last: one of {@code Layout.SLOT_*}, or 0. */
    public static int loadedKind(Mutator mutator) {
        return mutator.loadedKind;
    }

    /** The kind as which a value is handed over, so that lists of numbers are stored raw. */
    public static int kindOf(Object value) {
        return Values.isInteger(value) || value instanceof Character
                ? Layout.SLOT_INT64
                : value instanceof Double || value instanceof Float ? Layout.SLOT_FLOAT64 : Layout.SLOT_TAGGED;
    }

    /** The bits of a value of that kind. A new word is rooted as {@link Values#wordOf} says. */
    public static long bitsOf(Mutator mutator, int kind, Object value) {
        if (kind == Layout.SLOT_INT64) {
            return value instanceof Character c ? c : ((Number) value).longValue();
        }
        return kind == Layout.SLOT_FLOAT64
                ? Double.doubleToRawLongBits(((Number) value).doubleValue())
                : Values.wordOf(mutator, value);
    }

    /** Replaces an element. {@link #oldKind} and {@link #oldBits} tell then what was there. */
    public static boolean set(Mutator mutator, long list, int index, int kind, long bits) {
        return index >= 0 && setCounted(mutator, list, index, kind, bits);
    }

    /** The same; a negative index counts from the end, as the list is at that moment. */
    public static boolean setCounted(Mutator mutator, long list, int index, int kind, long bits) {
        return ContainerCalls.listSet(mutator, list, index, kind, bits) == ContainerCalls.DONE;
    }

    /** Inserts an element; index -1 is the end. */
    public static boolean insert(Mutator mutator, long list, int index, int kind, long bits) {
        if (index == END && appendAtOnce(mutator, list, kind, bits)) {
            return true;
        }
        long words = mutator.scratch().words;
        Memory.putLong(words, bits);
        return ContainerCalls.listReplace(mutator, list, index, 0, kind, 1, words) == ContainerCalls.DONE;
    }

    /** Adds an element at the end if that needs neither waiting nor memory; false: {@link #insert} does it. */
    public static boolean appendAtOnce(Mutator mutator, long list, int kind, long bits) {
        return ContainerCalls.listAppendAtOnce(mutator, list, kind, bits);
    }

    /**
     * Removes an element; a negative index counts from the end, as the list is at that moment. {@link #oldKind} and
     * {@link #oldBits} tell then what it was.
     */
    public static boolean remove(Mutator mutator, long list, int index) {
        return ContainerCalls.listRemove(mutator, list, index) == ContainerCalls.DONE;
    }

    public static int oldKind(Mutator mutator) {
        return ContainerCalls.oldKind(mutator);
    }

    public static long oldBits(Mutator mutator) {
        return ContainerCalls.oldBits(mutator);
    }

    public static void clear(Mutator mutator, long list) {
        ContainerCalls.listClear(mutator, list);
    }

    /** Replaces {@code removed} elements from {@code from} on by others, in one step; from -1 appends. */
    public static boolean replace(Mutator mutator, long list, int from, int removed, List<?> values) {
        // once: the list is the program's, and may say something else the next time
        Object[] elements = values.toArray();
        int kind = commonKind(elements);
        try (Words words = words(mutator, elements, kind)) {
            boolean done =
                    ContainerCalls.listReplace(mutator, list, from, removed, kind, words.count(), words.address())
                            == ContainerCalls.DONE;
            Reference.reachabilityFence(values);
            return done;
        }
    }

    /** What {@link #replaceIf} compares: every change of the list moves it on when it is complete. */
    public static int generation(long list) {
        return Memory.getIntAcquire(list + Layout.CONTAINER_GENERATION);
    }

    /**
     * As {@link #replace} if nothing changed the list since it had that generation; false when something did, or there
     * are no such elements.
     */
    public static boolean replaceIf(Mutator mutator, long list, int generation, int from, int removed, List<?> values) {
        // once: the list is the program's, and may say something else the next time
        Object[] elements = values.toArray();
        int kind = commonKind(elements);
        try (Words words = words(mutator, elements, kind)) {
            boolean done = ContainerCalls.listReplaceIf(
                            mutator, list, generation, from, removed, kind, words.count(), words.address())
                    == ContainerCalls.DONE;
            Reference.reachabilityFence(values);
            return done;
        }
    }

    /**
     * Whether the list was the same all the time since it had that generation. Waits for a change that goes on: before
     * its end the generation does not tell of it.
     */
    public static boolean isUnchanged(Mutator mutator, long list, int generation) {
        return replaceIf(mutator, list, generation, 0, 0, List.of());
    }

    private static Words words(Mutator mutator, Object[] elements, int kind) {
        var words = new Words(mutator, elements.length);
        for (Object element : elements) {
            words.add(bitsOf(mutator, kind, element));
        }
        return words;
    }

    /** The kind as which a list of these values is stored: raw when they are all integers, or all floats. */
    public static int commonKind(Object[] values) {
        int kind = 0;
        for (Object value : values) {
            int own = kindOf(value);
            kind = kind == 0 || kind == own ? own : Layout.SLOT_TAGGED;
            if (kind == Layout.SLOT_TAGGED) {
                return kind;
            }
        }
        return kind == 0 ? Layout.SLOT_TAGGED : kind;
    }

    /** The raw bits of numbers of one kind. */
    public static long[] bits(Object[] numbers, int kind) {
        long[] bits = new long[numbers.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = bitsOf(null, kind, numbers[i]);
        }
        return bits;
    }

    /** Fills a list that nobody else can reach from a primitive array of longs or doubles, as a heap segment. */
    public static void fillRaw(Mutator mutator, long list, int kind, MemorySegment numbers) {
        int count = Math.toIntExact(numbers.byteSize() / 8);
        if (count != 0) {
            Block array = Parts.array(mutator, shapeOf(kind), count);
            array.copyIn(numbers, ARRAY_START);
            Parts.commit(mutator, list, array, count);
        }
    }

    public static int kindOfShape(int shape) {
        return shape == Segment.SHAPE_ARRAY
                ? Layout.SLOT_TAGGED
                : shape == Segment.SHAPE_ARRAY_INT64 ? Layout.SLOT_INT64 : Layout.SLOT_FLOAT64;
    }

    private static int shapeOf(int kind) {
        return kind == Layout.SLOT_TAGGED
                ? Segment.SHAPE_ARRAY
                : kind == Layout.SLOT_INT64 ? Segment.SHAPE_ARRAY_INT64 : Segment.SHAPE_ARRAY_FLOAT64;
    }

    /**
     * The raw elements of a list as memory, or null when it does not hold only numbers of that kind. The array is
     * logged in the mutator's current chunk, which the caller keeps. It stays the list's own until something is added
     * or removed.
     */
    public static MemorySegment raw(Mutator mutator, long list, int kind) {
        while (true) {
            long head;
            boolean is;
            boolean logged;
            long seq = mutator.enter();
            try {
                head = Memory.getLongAcquire(list + Layout.CONTAINER_HEAD);
                is = Parts.hasPart(head) && Memory.getInt(Parts.part(head) + Layout.OBJECT_SHAPE) == shapeOf(kind);
                long reference = Segment.reference(Parts.part(head));
                logged = !is || Heap.log(mutator, reference);
            } finally {
                mutator.leave(seq);
            }
            if (logged) {
                long array = Parts.part(head);
                return is
                        ? Segment.view(array + ARRAY_START, 8L * Parts.count(head))
                        : Parts.count(head) == 0 ? Memory.view(0, 0) : null;
            }
            mutator.nextChunk();
        }
    }
}
