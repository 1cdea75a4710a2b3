// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.OutOfSharedMemoryException;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Block;
import colors.heap.Heap;
import colors.heap.Parts;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import java.lang.ref.Reference;

/**
 * Maps and sets (docs/layout.md, layout.table) at addresses whose objects the caller keeps alive. Look-ups wait for
 * nobody; changes are atomic, and are made on condition that what was looked up still holds. Keys are compared by
 * {@link Equality}; {@code objects} says how shared objects are.
 */
public final class Maps {
    private static final int GOLDEN = 0x9E3779B1;
    private static final int NOT_FOUND = -1;
    private static final int PROBES = 4; // of a search that may give up

    private Maps() {}

    /** Makes an empty map; the mutator's current chunk roots it. Returns its address. */
    public static long allocateMap(Mutator mutator) {
        return Parts.container(mutator, Segment.SHAPE_MAP);
    }

    /** Makes an empty set; the mutator's current chunk roots it. Returns its address. */
    public static long allocateSet(Mutator mutator) {
        return Parts.container(mutator, Segment.SHAPE_SET);
    }

    /** Whether the shape is that of a set or frozen set. */
    public static boolean isSet(int shape) {
        return shape == Segment.SHAPE_SET || shape == Segment.SHAPE_FROZEN_SET;
    }

    /**
     * The number of entries. A change that is under way in another thread is waited for: it may be in the map and not
     * counted yet.
     */
    public static int size(Mutator mutator, long map) {
        if (Memory.getIntAcquire(map + Layout.CONTAINER_LOCK) == 0) {
            return Memory.getIntAcquire(map + Layout.CONTAINER_LIVE);
        }
        return ContainerCalls.mapCount(mutator, map);
    }

    // ---- look-up ------------------------------------------------------------------------------------

    /**
     * The number of the entry with an equal key, -1 when there is none. Its value is the mutator's {@code foundValue},
     * logged in the current chunk. When there is none, what the mutator found is from before the search, for an append
     * on that condition.
     */
    static int find(Mutator mutator, long map, Object key, int hash, Values values, Equality.Objects objects) {
        int entry = findByHash(mutator, map, key, hash, values, objects);
        return entry != NOT_FOUND || !(key instanceof Shared || key instanceof FrozenValue)
                ? entry
                : findByOtherHash(mutator, map, key, hash, values, objects);
    }

    /**
     * An object that is the key, or in it, may have been put by a program that knows less of its class, or more ({@link
     * KeyHash}).
     */
    private static int findByOtherHash(
            Mutator mutator, long map, Object key, int hash, Values values, Equality.Objects objects) {
        long head = mutator.foundHead;
        int generation = mutator.foundGeneration;
        int kept = Equality.hash(key, Equality.Objects.KEPT);
        int byAddress = Equality.hash(key, Equality.Objects.IDENTITY);
        int entry = kept == hash ? NOT_FOUND : findByHash(mutator, map, key, kept, values, objects);
        if (entry == NOT_FOUND && byAddress != hash && byAddress != kept) {
            entry = findByHash(mutator, map, key, byAddress, values, objects);
        }
        if (entry == NOT_FOUND) {
            mutator.foundHead = head;
            mutator.foundGeneration = generation;
        }
        return entry;
    }

    private static int findByHash(
            Mutator mutator, long map, Object key, int hash, Values values, Equality.Objects objects) {
        while (true) {
            long head;
            int entry;
            boolean logged;
            long seq = mutator.enter();
            try {
                // before the head: it is stored before
                mutator.foundGeneration = Memory.getIntAcquire(map + Layout.CONTAINER_GENERATION);
                head = Memory.getLongAcquire(map + Layout.CONTAINER_HEAD);
                entry = Parts.hasPart(head) ? search(Parts.part(head), (int) head, key, hash) : NOT_FOUND;
                if (entry >= 0) {
                    mutator.foundValue = Memory.getLongAcquire(valuePlace(Parts.part(head), entry));
                }
                logged = entry == NOT_FOUND
                        || Heap.log(mutator, entry >= 0 ? mutator.foundValue : Segment.reference(Parts.part(head)));
            } finally {
                mutator.leave(seq);
            }
            mutator.foundHead = head;
            if (!logged) {
                mutator.nextChunk();
            } else if (entry < NOT_FOUND) { // some key has to be looked at outside of an operation
                return findSlowly(mutator, Parts.part(head), (int) head, key, hash, values, objects);
            } else {
                return entry >= 0 && mutator.foundValue == Tag.VACANT ? NOT_FOUND : entry;
            }
        }
    }

    /**
     * The integer that is the value of an integer key, or {@code other} when the map holds something else, is changed
     * right now, or the key is not found at once: then {@link #get} knows. Outside of a heap operation as {@link
     * Lists#integer}: a table whose memory has another use by now leads nowhere outside of it, for its length was read
     * while it was the map's.
     */
    public static Object integer(long map, long key, Object other) {
        int generation = Memory.getIntAcquire(map + Layout.CONTAINER_GENERATION);
        long head = Memory.getLongAcquire(map + Layout.CONTAINER_HEAD);
        long table = Parts.part(head);
        int length = Parts.hasPart(head) ? Memory.getInt(table + Layout.OBJECT_LENGTH) : 0;
        if (length == 0 || !Tag.fitsInteger(key) || !isStill(map, generation, head)) {
            return other;
        }
        long wanted = Tag.ofInteger(key);
        long index = indexPlace(table, length, 0);
        int place = Long.hashCode(key) * GOLDEN >>> Integer.numberOfLeadingZeros(length);
        for (int probe = 0; probe < PROBES; probe++) {
            int entry = Memory.getIntAcquire(index + 4L * (place + probe & 2 * length - 1)) - 1;
            if (Integer.compareUnsigned(entry, (int) head) < 0
                    && Memory.getLongAcquire(keyPlace(table, entry)) == wanted) {
                long value = Memory.getLongAcquire(valuePlace(table, entry));
                return Tag.isInteger(value) && isStill(map, generation, head) ? (Object) Tag.toInteger(value) : other;
            }
        }
        return other;
    }

    private static boolean isStill(long map, int generation, long head) {
        return Memory.getLongAcquire(map + Layout.CONTAINER_HEAD) == head
                && Memory.getIntAcquire(map + Layout.CONTAINER_GENERATION) == generation;
    }

    /** In an operation. -2 when there is a key of that hash that {@link Keys} does not decide. */
    private static int search(long table, int count, Object key, int hash) {
        int length = Memory.getInt(table + Layout.OBJECT_LENGTH);
        long hashes = hashPlace(table, length, 0);
        long index = indexPlace(table, length, 0);
        int mask = 2 * length - 1;
        boolean undecided = false;
        for (int place = hash * GOLDEN >>> Integer.numberOfLeadingZeros(length); ; place = place + 1 & mask) {
            int entry = Memory.getIntAcquire(index + 4L * place) - 1;
            if (entry == NOT_FOUND) {
                return undecided ? NOT_FOUND - 1 : NOT_FOUND;
            }
            if (Integer.compareUnsigned(entry, count) < 0 && Memory.getInt(hashes + 4L * entry) == hash) {
                long word = Memory.getLongAcquire(keyPlace(table, entry));
                int answer = Keys.match(word, key);
                if (answer == Keys.EQUAL) {
                    return entry;
                }
                undecided |= answer == Keys.UNDECIDED;
            }
        }
    }

    /** The table is logged, and so stays what it is while keys are compared by the program. */
    private static int findSlowly(
            Mutator mutator, long table, int count, Object key, int hash, Values values, Equality.Objects objects) {
        RootChunk chunk = mutator.wrapperChunk();
        long foundHead = mutator.foundHead; // the program's code may look up too
        int foundGeneration = mutator.foundGeneration;
        int length = Memory.getInt(table + Layout.OBJECT_LENGTH);
        int mask = 2 * length - 1;
        int found = NOT_FOUND;
        for (int place = hash * GOLDEN >>> Integer.numberOfLeadingZeros(length);
                found == NOT_FOUND;
                place = place + 1 & mask) {
            int entry = Memory.getIntAcquire(indexPlace(table, length, place)) - 1;
            if (entry == NOT_FOUND) {
                break;
            }
            if (Integer.compareUnsigned(entry, count) < 0 && Memory.getInt(hashPlace(table, length, entry)) == hash) {
                long word = Heap.loadTagged(mutator, keyPlace(table, entry));
                found = word != Tag.VACANT && Equality.equal(key, values.ofWord(mutator, word), objects)
                        ? entry
                        : NOT_FOUND;
            }
        }
        if (found != NOT_FOUND) {
            mutator.foundValue = Heap.loadTagged(mutator, valuePlace(table, found));
            found = mutator.foundValue == Tag.VACANT ? NOT_FOUND : found;
        }
        mutator.foundHead = foundHead;
        mutator.foundGeneration = foundGeneration;
        Reference.reachabilityFence(chunk);
        return found;
    }

    public static long keyPlace(long table, int entry) {
        return table + Layout.OBJECT_HEADER_BYTES + 16L * entry;
    }

    public static long valuePlace(long table, int entry) {
        return keyPlace(table, entry) + 8;
    }

    private static long hashPlace(long table, int length, int entry) {
        return keyPlace(table, length) + 4L * entry;
    }

    private static long indexPlace(long table, int length, int place) {
        return hashPlace(table, length, length) + 4L * place;
    }

    // ---- single operations --------------------------------------------------------------------------

    /** The word of the value of a key, logged in the mutator's current chunk; {@link #ABSENT} when there is none. */
    public static long get(Mutator mutator, long map, Object key, Values values, Equality.Objects objects) {
        return find(mutator, map, key, Keys.hash(key, objects), values, objects) == NOT_FOUND
                ? ABSENT
                : mutator.foundValue;
    }

    /** No word of a value. */
    public static final long ABSENT = Tag.VACANT;

    /** Sets the value of a key. Returns the word of the one before, {@link #ABSENT} when there was none. */
    public static long put(
            Mutator mutator, long map, Object key, Object value, Values values, Equality.Objects objects) {
        return put(mutator, map, key, value, true, values, objects);
    }

    /** The same if there is none; else returns its word. */
    public static long putIfAbsent(
            Mutator mutator, long map, Object key, Object value, Values values, Equality.Objects objects) {
        return put(mutator, map, key, value, false, values, objects);
    }

    private static long put(
            Mutator mutator,
            long map,
            Object key,
            Object value,
            boolean replace,
            Values values,
            Equality.Objects objects) {
        int hash = Keys.hash(key, objects);
        long valueWord = Values.wordOf(mutator, value);
        RootChunk valueChunk = mutator.wrapperChunk();
        while (true) {
            int entry = find(mutator, map, key, hash, values, objects);
            if (entry != NOT_FOUND && !replace) {
                return mutator.foundValue;
            }
            int done;
            if (entry != NOT_FOUND) {
                done = ContainerCalls.mapReplace(mutator, map, entry, valueWord);
            } else {
                done = append(mutator, map, hash, key, valueWord, objects);
            }
            Reference.reachabilityFence(valueChunk);
            Reference.reachabilityFence(value);
            if (done == ContainerCalls.DONE) {
                return entry == NOT_FOUND ? ABSENT : ContainerCalls.oldValue(mutator);
            }
        }
    }

    private static int append(
            Mutator mutator, long map, int hash, Object key, long valueWord, Equality.Objects objects) {
        long head = mutator.foundHead;
        int generation = mutator.foundGeneration;
        if (key instanceof Shared || key instanceof FrozenValue) {
            KeyHash.keep(key, objects);
        }
        long keyWord = Values.wordOf(mutator, key);
        RootChunk keyChunk = mutator.wrapperChunk();
        mutator.foundHead = head;
        mutator.foundGeneration = generation;
        int done = ContainerCalls.mapAppend(mutator, map, hash, keyWord, valueWord);
        Reference.reachabilityFence(keyChunk);
        Reference.reachabilityFence(key);
        return done;
    }

    /** What a {@link Change} returns to leave the entry as it is. */
    public static final Object KEEP = new Object();
    /** What a {@link Change} returns to remove the entry. */
    public static final Object REMOVE = new Object();

    /**
     * Says what becomes of the value of a key. Holds nothing, and may use the map; is asked again when the value
     * changed meanwhile.
     */
    public interface Change {
        /**
         * What becomes of it.
         *
         * @param present whether there is an entry
         * @param value of the entry; null without one
         * @return the new value, {@link Maps#KEEP} or {@link Maps#REMOVE}
         */
        Object apply(boolean present, Object value);
    }

    /**
     * Changes the entry of a key in one step: the change is made if the value is still the one that it was computed
     * from, by the word. The word is a root meanwhile, so the same word is the same value. Returns what the change
     * returned last.
     */
    public static Object change(
            Mutator mutator, long map, Object key, Change change, Values values, Equality.Objects objects) {
        int hash = Keys.hash(key, objects);
        long seen = ABSENT;
        RootChunk seenChunk = null; // roots it
        Object next = KEEP;
        long nextWord = Tag.NULL;
        RootChunk nextChunk = null;
        while (true) {
            int entry = find(mutator, map, key, hash, values, objects);
            long word = entry == NOT_FOUND ? ABSENT : mutator.foundValue;
            if (seenChunk == null || word != seen) {
                long head = mutator.foundHead;
                int generation = mutator.foundGeneration;
                seen = word;
                seenChunk = mutator.wrapperChunk();
                next = change.apply(entry != NOT_FOUND, entry == NOT_FOUND ? null : values.ofWord(mutator, word));
                if (next == KEEP || next == REMOVE && entry == NOT_FOUND) {
                    return next;
                }
                nextWord = next == REMOVE ? Tag.NULL : Values.wordOf(mutator, next);
                nextChunk = mutator.wrapperChunk();
                mutator.foundHead = head;
                mutator.foundGeneration = generation;
            }
            int done = entry == NOT_FOUND
                    ? append(mutator, map, hash, key, nextWord, objects)
                    : next == REMOVE
                            ? ContainerCalls.mapRemoveIf(mutator, map, entry, seen)
                            : ContainerCalls.mapReplaceIf(mutator, map, entry, seen, nextWord);
            Reference.reachabilityFence(seenChunk);
            Reference.reachabilityFence(nextChunk);
            Reference.reachabilityFence(next);
            if (done == ContainerCalls.DONE) {
                return next;
            }
        }
    }

    /** Adds an element to a set; false when it was there. */
    public static boolean add(Mutator mutator, long set, Object element, Values values, Equality.Objects objects) {
        return putIfAbsent(mutator, set, element, null, values, objects) == ABSENT;
    }

    /** Removes a key. Returns the word of its value, {@link #ABSENT} when there was none. */
    public static long remove(Mutator mutator, long map, Object key, Values values, Equality.Objects objects) {
        int hash = Keys.hash(key, objects);
        while (true) {
            int entry = find(mutator, map, key, hash, values, objects);
            if (entry == NOT_FOUND) {
                return ABSENT;
            }
            if (ContainerCalls.mapRemove(mutator, map, entry) == ContainerCalls.DONE) {
                return ContainerCalls.oldValue(mutator);
            }
        }
    }

    /**
     * A cursor at the newest entry, for {@link #removeNewest}; at its end when there is none.
     *
     * @param previous an earlier one of that map, which saves the search where it ended; or null
     */
    public static Cursor newest(Mutator mutator, long map, Cursor previous) {
        var cursor = new Cursor(mutator, map, true);
        if (previous != null && previous.head == cursor.head && previous.generation == cursor.generation) {
            cursor.next = Math.min(previous.entry, cursor.next);
        }
        cursor.found = cursor.advance(mutator);
        return cursor;
    }

    /** Removes the entry of that cursor if it is still there and the newest; {@link #oldValue} is then its value. */
    public static boolean removeNewest(Mutator mutator, long map, Cursor newest) {
        mutator.foundHead = newest.head;
        mutator.foundGeneration = newest.generation;
        boolean removed = ContainerCalls.mapRemoveNewest(mutator, map, newest.entry) == ContainerCalls.DONE;
        Reference.reachabilityFence(newest.tableChunk);
        return removed;
    }

    /** The word of the value that {@link #removeNewest} removed. */
    public static long oldValue(Mutator mutator) {
        return ContainerCalls.oldValue(mutator);
    }

    public static void clear(Mutator mutator, long map) {
        ContainerCalls.mapClear(mutator, map);
    }

    /**
     * Fills a map or set that nobody else can reach, frozen or not. More entries than it was made for are an
     * IllegalStateException.
     */
    public static final class Filler {
        private final long map;
        private final Block table;
        private final int length;
        private final Object[] keys;
        private int stored;
        private int count;

        Filler(Mutator mutator, long map, int entries) {
            if (entries > Layout.TABLE_LENGTH_MOST) {
                throw new OutOfSharedMemoryException("a map or set of " + entries
                        + " entries was to be shared; one cannot have more than " + Layout.TABLE_LENGTH_MOST);
            }
            this.map = map;
            keys = new Object[entries];
            length = lengthFor(entries);
            table = Parts.table(mutator, length);
            Parts.commit(mutator, map, table, 0);
        }

        /** The place of the next key, which is to be stored there before {@link #next}. */
        public long key() {
            return entry();
        }

        /** The place of its value. */
        public long value() {
            return entry() + 8;
        }

        private long entry() {
            if (stored == keys.length) {
                throw new IllegalStateException(
                        "a map or set was made for " + keys.length + " entries and got more; nothing was shared");
            }
            return table.place(keyPlace(0, stored), 16);
        }

        /** Goes on to the next entry's places. */
        public void next() {
            stored++;
        }

        /**
         * Adds the oldest entry that was not added yet, once its key and value were stored and the key can be compared.
         *
         * @param key the key, as {@link Equality} takes it
         * @param objects may run code of the program, which sees the key as it is by then
         * @throws SharedMemoryException (ARGUMENT) when there is one already that is equal in shared memory, as 1 and
         *         1.0 are
         */
        public void add(Object key, Equality.Objects objects) {
            if (count == stored) {
                throw new IllegalStateException("key " + (count + 1) + " of a map or set was to be compared, but only "
                        + stored + " were stored; nothing was shared");
            }
            int hash = Keys.hash(key, objects);
            long free = freePlace(hash, key, objects);
            KeyHash.keep(key, objects);
            table.putInt(hashPlace(0, length, count), hash);
            keys[count] = key;
            table.putInt(free, ++count);
        }

        /** Where in the table the place in the index is for a key that is equal to none of those before it. */
        private long freePlace(int hash, Object key, Equality.Objects objects) {
            for (int number = hash * GOLDEN >>> Integer.numberOfLeadingZeros(length);
                    ;
                    number = number + 1 & 2 * length - 1) {
                long place = indexPlace(0, length, number);
                int other = table.getInt(place) - 1;
                if (other == NOT_FOUND) {
                    return place;
                }
                if (table.getInt(hashPlace(0, length, other)) == hash && Equality.equal(keys[other], key, objects)) {
                    throw SharedMemoryException.of(
                            Reason.ARGUMENT,
                            "two keys of a private map or set are equal in shared memory: "
                                    + TypeRules.describe(keys[other]) + " and " + TypeRules.describe(key)
                                    + "; nothing was shared");
                }
            }
        }

        /** Makes the entries the map's. */
        public void finish() {
            Memory.putInt(map + Layout.CONTAINER_LIVE, count);
            Parts.count(map, table.address(), count);
        }
    }

    /** As length_for in map.c. */
    private static int lengthFor(int entries) {
        long length = Layout.TABLE_LENGTH_LEAST;
        while (length < entries + entries / 4L) {
            length *= 2;
        }
        return (int) Math.min(length, Layout.TABLE_LENGTH_MOST);
    }

    // ---- iteration ----------------------------------------------------------------------------------

    /**
     * Goes through the entries in the order of insertion. Weakly consistent: an entry that is there all the time is met
     * once; of those added or removed meanwhile it may meet any, and of a value the one before. For one thread.
     */
    public static final class Cursor {
        private final long table;
        private final long head;
        private final int generation;
        private final boolean backwards;
        private final RootChunk tableChunk; // roots the table
        private int next;
        private int entry;
        private boolean found;
        private long key;
        private long value;
        private RootChunk chunk;

        public Cursor(Mutator mutator, long map) {
            this(mutator, map, false);
        }

        /** From the newest entry to the oldest, if {@code backwards}. */
        public Cursor(Mutator mutator, long map, boolean backwards) {
            long seen;
            int seenGeneration;
            boolean logged;
            do {
                long seq = mutator.enter();
                try {
                    // before the head: it is stored before
                    seenGeneration = Memory.getIntAcquire(map + Layout.CONTAINER_GENERATION);
                    seen = Memory.getLongAcquire(map + Layout.CONTAINER_HEAD);
                    logged = Heap.log(mutator, Segment.reference(Parts.part(seen)));
                } finally {
                    mutator.leave(seq);
                }
                if (!logged) {
                    mutator.nextChunk();
                }
            } while (!logged);
            tableChunk = mutator.wrapperChunk();
            this.backwards = backwards;
            head = seen;
            generation = seenGeneration;
            table = Parts.part(head); // without one the count is 0
            next = backwards ? (int) head - 1 : 0;
        }

        /** Goes to the next entry; false at the end. */
        public boolean advance(Mutator mutator) {
            tableChunk.check(); // an iterator may outlive the scope in which it was made
            while (next >= 0 && next < (int) head) {
                entry = next;
                key = Heap.loadTagged(mutator, keyPlace(table, entry));
                RootChunk keyChunk = mutator.wrapperChunk();
                value = Heap.loadTagged(mutator, valuePlace(table, entry));
                if (mutator.wrapperChunk() != keyChunk) { // both in one chunk, which is fresh now
                    continue;
                }
                next += backwards ? -1 : 1;
                chunk = keyChunk;
                if (key != Tag.VACANT && value != Tag.VACANT) {
                    Reference.reachabilityFence(tableChunk);
                    return true;
                }
            }
            Reference.reachabilityFence(tableChunk);
            return false;
        }

        /** Whether {@link Maps#newest} found an entry. */
        public boolean found() {
            return found;
        }

        /** The word of the key. */
        public long key() {
            return key;
        }

        /** The word of the value. */
        public long value() {
            return value;
        }

        /** Where the table is logged, and it is needed for each step. */
        public RootChunk tableChunk() {
            return tableChunk;
        }

        /** Where both are logged. */
        public RootChunk chunk() {
            return chunk;
        }
    }
}
