// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.GuestMemory;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Sizes;
import colors.memory.StoreCheck;
import colors.memory.Tag;
import colors.roots.Mutator;
import java.lang.foreign.ValueLayout;

/**
 * Heap operations by the reference protocol (collector rules M1 to M5): the Java twin of heap.c. Each is one operation.
 * Addresses are of live objects: the caller holds a wrapper, or the operation's own load, that roots them.
 */
public final class Heap {
    private Heap() {}

    /** The shape id of an object, without state bits. Acquire: a shape's new slots were written before it. */
    public static int shapeId(long object) {
        return Memory.getIntAcquire(object + Layout.OBJECT_SHAPE) & Layout.SHAPE_ID_MASK;
    }

    /**
     * Loads a tagged slot and logs a reference (M3). {@link Memory#getLongAcquire} and {@link Tag#isReference} in one
     * method.
     */
    public static long loadTagged(Mutator mutator, long place) {
        mutator.use();
        long word = Memory.IN_ESPRESSO
                ? GuestMemory.getLong(place)
                : Memory.LOADS_IN_ORDER
                        ? (long) Memory.LONG.getOpaque(Memory.ALL, place)
                        : (long) Memory.LONG.getAcquire(Memory.ALL, place);
        return (word & Tag.REFERENCE_MASK) != 0 || word == Tag.NULL || mutator.isRooted(word)
                ? word
                : loadAndLog(mutator, place);
    }

    /** Whether a loaded word refers to an object of this shape that is in no state of its own. */
    public static boolean isOfShape(long word, int shapeId) {
        if ((word & Tag.REFERENCE_MASK) != 0 || word == Tag.NULL) {
            return false;
        }
        long place = Segment.BASE + (word & Segment.REFERENCE_MASK) + Layout.OBJECT_SHAPE;
        return (Memory.IN_ESPRESSO ? GuestMemory.getInt(place) : Memory.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, place))
                == shapeId;
    }

    /**
     * The same without the change of chunks: {@link Tag#VACANT}, which no slot of an object holds, when the current one
     * has no room or is to be retired.
     */
    public static long tryLoadTagged(Mutator mutator, long place) {
        mutator.use();
        long word = Memory.getLongAcquire(place);
        return isRooted(mutator, word) ? word : tryLoadAndLog(mutator, place);
    }

    private static boolean isRooted(Mutator mutator, long word) {
        return !Tag.isReference(word) || mutator.isRooted(word);
    }

    private static boolean logNew(Mutator mutator, long word) {
        return !Tag.isReference(word) || mutator.logFirst(word) || mutator.tryLog(word);
    }

    /**
     * Makes a word that was loaded in this operation a root, if it is a reference and none yet (M3). False as {@link
     * Mutator#tryLog}.
     */
    public static boolean log(Mutator mutator, long word) {
        return isRooted(mutator, word) || logNew(mutator, word);
    }

    private static long loadAndLog(Mutator mutator, long place) {
        while (true) {
            long word;
            boolean logged;
            long seq = mutator.enter();
            try {
                word = Memory.getLongAcquire(place);
                logged = logNew(mutator, word);
            } finally {
                mutator.leave(seq);
            }
            if (logged) {
                return word;
            }
            mutator.nextChunk();
        }
    }

    private static long tryLoadAndLog(Mutator mutator, long place) {
        long seq = mutator.enter();
        try {
            long word = Memory.getLongAcquire(place);
            return logNew(mutator, word) ? word : Tag.VACANT;
        } finally {
            mutator.leave(seq);
        }
    }

    /**
     * Stores a tagged word: the insertion barrier while reports are outstanding, the deletion barrier always (M2). Null
     * over null is no store.
     */
    public static void storeTagged(Mutator mutator, long place, long word) {
        if (word == Tag.NULL && Memory.getLongOpaque(place) == Tag.NULL) {
            Segment.checkWritable();
            return;
        }
        long seq = mutator.enter();
        try {
            barrieredStore(place, word);
        } finally {
            mutator.leave(seq);
        }
    }

    /** The same for places side by side, in one operation: of so many words as a grace period can wait for. */
    public static void storeTagged(Mutator mutator, long place, long[] words, int count) {
        long seq = mutator.enter();
        try {
            for (int i = 0; i < count; i++) {
                barrieredStore(place + (long) i * Long.BYTES, words[i]);
            }
        } finally {
            mutator.leave(seq);
        }
    }

    /**
     * Loads tagged words from places side by side, in one operation, and logs references. Returns how many: less than
     * {@code count} when the current chunk has no room for more, or is to be retired.
     */
    public static int tryLoadTagged(Mutator mutator, long place, long[] words, int count) {
        int loaded = 0;
        long seq = mutator.enter();
        try {
            while (loaded < count) {
                long word = Memory.getLongAcquire(place + (long) loaded * Long.BYTES);
                if (!log(mutator, word)) {
                    break;
                }
                words[loaded++] = word;
            }
        } finally {
            mutator.leave(seq);
        }
        return loaded;
    }

    /**
     * Stores a tagged word into a place that holds null: so there is nothing to shade but the word. False, and nothing
     * is stored, when another word is there. In one step: of two threads that store, the first one's may have been
     * loaded without a root already.
     */
    public static boolean storeFirst(Mutator mutator, long place, long word) {
        long seq = mutator.enter();
        try {
            Segment.checkWritable();
            long gc = Memory.getLongOpaque(Segment.GC_WORD);
            if ((gc & Layout.GC_REPORT) != 0) {
                shade(word, gc);
            }
            return Memory.compareAndSetLong(place, Tag.NULL, word);
        } finally {
            mutator.leave(seq);
        }
    }

    /**
     * Stores a tagged word if the place holds {@code seen}, a root of the caller's, so that the same word is the same
     * object: M2 with a compare and swap in the place of the store. One that fails has shaded in vain [model.cycle,
     * run exchange].
     */
    public static boolean exchangeTagged(Mutator mutator, long place, long seen, long word) {
        Segment.checkWritable();
        long seq = mutator.enter();
        try {
            long gc = Memory.getLongOpaque(Segment.GC_WORD);
            if ((gc & Layout.GC_REPORT) != 0) {
                shade(word, gc);
            }
            shade(seen, gc);
            return Memory.compareAndSetLong(place, seen, word);
        } finally {
            mutator.leave(seq);
        }
    }

    /** The store of M2 inside an operation of the caller's. */
    static void barrieredStore(long place, long word) {
        Segment.checkWritable();
        long gc = Memory.getLongOpaque(Segment.GC_WORD); // M1: read once, inside the operation
        if ((gc & Layout.GC_REPORT) != 0) {
            shade(word, gc);
        }
        shade(Memory.getLongOpaque(place), gc);
        Memory.putLongRelease(place, word);
    }

    private static void shade(long word, long gc) {
        if (Tag.isReference(word) && Segment.isCollected(word)) {
            long mark = Segment.markAddress(word);
            if ((Memory.getByteOpaque(mark) & Layout.MARK_EPOCH_MASK) != (gc & Layout.GC_EPOCH_MASK)) {
                Memory.putByteOpaque(
                        mark, (byte) (Layout.MARK_OBJECT | Layout.MARK_GREY | (byte) (gc & Layout.GC_EPOCH_MASK)));
            }
        }
    }

    /** Allocates a zeroed object and logs it (M4). Returns its address. */
    public static long allocate(Mutator mutator, int shapeId, int slots) {
        Block object = Block.allocate(mutator, Sizes.ofSlots(slots));
        object.putInt(Layout.OBJECT_SHAPE, shapeId);
        publish(mutator, object.address());
        return object.address();
    }

    /** Allocates an object of one raw slot: a boxed integer or float. */
    public static long allocateBox(Mutator mutator, int shapeId, long bits) {
        Block object = Block.allocate(mutator, Sizes.ofSlots(1));
        object.putInt(Layout.OBJECT_SHAPE, shapeId);
        object.putLong(Layout.OBJECT_HEADER_BYTES, bits);
        publish(mutator, object.address());
        return object.address();
    }

    /**
     * Makes a filled block an object: grey while reports are outstanding, else black, and a root of this thread (M4).
     */
    public static void publish(Mutator mutator, long object) {
        if (!mutator.isInRange(object)) {
            mutator.root(object); // before the mark byte
        }
        publishRooted(mutator, object);
    }

    /** The same for a block that is a root as soon as it is published: {@link Mutator#isInRange}. */
    public static void publishRooted(Mutator mutator, long object) {
        long reference = Segment.reference(object);
        long seq = mutator.enter();
        try {
            markNew(reference, Memory.getLongOpaque(Segment.GC_WORD));
        } finally {
            mutator.leave(seq);
        }
    }

    /**
     * Makes a filled block an object, and stores its reference into an empty tagged place of an object that is
     * reachable: so it needs no log entry. For graphs that nobody else can reach yet.
     */
    static void publishInto(Mutator mutator, long object, long place) {
        long reference = Segment.reference(object);
        long seq = mutator.enter();
        try {
            markNew(reference, Memory.getLongOpaque(Segment.GC_WORD));
            Memory.putLongRelease(place, reference);
        } finally {
            mutator.leave(seq);
        }
    }

    /**
     * Allocates a zeroed object, reachable by a place as {@link #publishInto} says; 0: logged instead. Returns its
     * address.
     */
    public static long allocateInto(Mutator mutator, int shapeId, int slots, long place) {
        Block object = Block.allocate(mutator, Sizes.ofSlots(slots));
        object.putInt(Layout.OBJECT_SHAPE, shapeId);
        publish(mutator, object.address(), place);
        return object.address();
    }

    public static void publish(Mutator mutator, long object, long place) {
        if (place == 0) {
            publish(mutator, object);
        } else {
            publishInto(mutator, object, place);
        }
    }

    /** Stores the mark byte of a new object, inside an operation of the caller's. */
    static void markNew(long reference, long gc) {
        if (Memory.CHECKED) {
            StoreCheck.published(Segment.address(reference));
        }
        byte grey = (gc & Layout.GC_REPORT) != 0 ? Layout.MARK_GREY : 0;
        Memory.putByteRelease(Segment.markAddress(reference), (byte)
                (Layout.MARK_OBJECT | grey | (byte) (gc & Layout.GC_EPOCH_MASK)));
        if (Memory.CHECKED) {
            StoreCheck.forget(Segment.address(reference));
        }
    }
}
