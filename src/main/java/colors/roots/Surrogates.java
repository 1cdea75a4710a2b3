// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.memory.Segment;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Arrays that stand for shared lists and binaries in code that the agent rewrote. Nothing of a Java array can be
 * overridden, so a shared one is a private array without elements, and rewritten code asks here what a zero length
 * stands for: a private array with elements is told by the length that is loaded for the bounds check anyway. There is
 * one for each shared object and array type, as long as it is reachable, so that {@code ==} is right everywhere.
 *
 * <p>Thread-safe. {@link #find} takes no lock: the table is only ever added to, and replaced by another one when it is
 * full.
 */
public final class Surrogates {
    private static final int FIRST_CAPACITY = 64; // a power of two

    private record Key(long address, Class<?> type) {}

    /** A surrogate and what it stands for. */
    public static final class Entry extends WeakReference<Object> {
        private final Key key;
        // null once the surrogate is found dead: what it stood for may be collected then
        private volatile ArrayAccess access;

        private Entry(Object surrogate, Key key, ArrayAccess access) {
            super(surrogate, DEAD);
            this.key = key;
            this.access = access;
        }

        /**
         * The address of the shared object. As long as {@link #get} is not null it is alive, and no other one is there.
         */
        public long address() {
            return key.address;
        }
    }

    /**
     * A surrogate that was looked up, and what it stands for, both kept alive for a moment.
     *
     * @param word the reference to what it stands for, as slots hold it
     */
    public record Recent(Object surrogate, ArrayAccess access, long word) {

        /**
         * Whether it stands, as an array of just that type, for what a word refers to that was loaded while this was
         * reachable.
         */
        public boolean isFor(long loaded, Class<?> type) {
            return loaded == word && surrogate.getClass() == type;
        }
    }

    private static final Recent NONE = new Recent(new Object(), null, -1);

    // Racy, each one word: any pair is right, and a loop over the elements of two arrays looks nothing else up.
    private static Recent recent = NONE;
    private static Recent before = NONE;

    private static final ReferenceQueue<Object> DEAD = new ReferenceQueue<>();
    private static final Map<Key, Entry> BY_KEY = new HashMap<>(); // guarded by the class
    // null: there was never one. By identity hash, open addressing, at most half full
    private static volatile Entry[] table;
    private static int used; // guarded by the class: entries in the table, dead ones included

    private Surrogates() {}

    /** How to reach what an array stands for; null when it is an ordinary array, or none. */
    public static ArrayAccess find(Object object) {
        Entry entry = findEntry(object);
        return entry == null ? null : entry.access;
    }

    /** The same, faster for what was asked for just now: without a fence, so that compilers take it out of loops. */
    public static ArrayAccess findRecent(Object object) {
        Recent last = recent;
        if (last.surrogate == object) {
            return last.access;
        }
        Recent other = before;
        return other.surrogate == object ? other.access : findAndKeep(object);
    }

    /** What was looked up last. */
    public static Recent recent() {
        return recent;
    }

    /** What was looked up before that. */
    public static Recent before() {
        return before;
    }

    private static ArrayAccess findAndKeep(Object object) {
        ArrayAccess access = find(object);
        if (access != null) {
            before = recent;
            recent = new Recent(object, access, Segment.reference(access.address()));
        }
        return access;
    }

    /** The entry of an array; null when it is an ordinary array, or none. */
    public static Entry findEntry(Object object) {
        if (table == null || object == null || !object.getClass().isArray() || Array.getLength(object) != 0) {
            return null;
        }
        VarHandle.acquireFence(); // the program may have got the array by a race: its entry was there before it
        return find(table, object);
    }

    private static Entry find(Entry[] entries, Object array) {
        int mask = entries.length - 1;
        for (int i = System.identityHashCode(array) & mask; ; i = i + 1 & mask) {
            Entry entry = entries[i];
            if (entry == null) {
                return null;
            }
            if (entry.refersTo(array)) {
                return entry;
            }
        }
    }

    /**
     * The array of that type that stands for the shared object at an address; made of {@code access} when there is
     * none.
     */
    @SuppressWarnings("unchecked")
    public static <A> A of(Class<A> type, long address, Supplier<ArrayAccess> access) {
        Key key = new Key(address, type);
        synchronized (Surrogates.class) {
            Entry known = BY_KEY.get(key);
            Object surrogate = known == null ? null : known.get();
            if (surrogate == null) { // a dead one stood for what was at this address then
                surrogate = Array.newInstance(type.getComponentType(), 0);
                add(new Entry(surrogate, key, access.get()), surrogate);
            }
            return (A) surrogate;
        }
    }

    private static void add(Entry entry, Object surrogate) {
        purgeDead();
        Entry[] entries = table;
        if (entries == null || 2 * (used + 1) > entries.length) {
            entries = rebuild();
        }
        put(entries, entry, surrogate);
        used++;
        BY_KEY.put(entry.key, entry);
        table = entries; // also when it is the same: the entry before the surrogate, which is given out after this
    }

    private static void put(Entry[] entries, Entry entry, Object surrogate) {
        int mask = entries.length - 1;
        int i = System.identityHashCode(surrogate) & mask;
        while (entries[i] != null) {
            i = i + 1 & mask;
        }
        entries[i] = entry;
    }

    /** A table of the living ones, with room for as many again. */
    private static Entry[] rebuild() {
        int capacity = FIRST_CAPACITY;
        while (capacity < 4 * (BY_KEY.size() + 1)) {
            capacity *= 2;
        }
        Entry[] entries = new Entry[capacity];
        used = 0;
        for (Entry entry : BY_KEY.values()) {
            Object surrogate = entry.get();
            if (surrogate != null) {
                put(entries, entry, surrogate);
                used++;
            }
        }
        return entries;
    }

    /** Lets go of what was looked up last, and of what dead surrogates stood for. Called ten times a second. */
    static void purge() {
        recent = NONE;
        before = NONE;
        purgeDead();
    }

    private static void purgeDead() {
        Entry dead = (Entry) DEAD.poll();
        if (dead == null) {
            return;
        }
        synchronized (Surrogates.class) {
            for (; dead != null; dead = (Entry) DEAD.poll()) {
                dead.access = null;
                BY_KEY.remove(dead.key, dead);
            }
        }
    }
}
