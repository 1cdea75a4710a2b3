// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * The other way to know a process's roots: one wrapper for each shared object, found in a table of weak references by
 * its reference; an entry is a root until the private collector clears it. Open addressing, for one thread: a real one
 * would be used by all threads of the process and cost more.
 */
final class RootTable {
    private static final int FIRST_CAPACITY = 1 << 12;
    private static final int HASH = 0x9E3779B1;

    private final ReferenceQueue<Wrapper> dead = new ReferenceQueue<>();
    private Entry[] entries = new Entry[FIRST_CAPACITY];
    private int shift = Integer.numberOfLeadingZeros(FIRST_CAPACITY - 1);
    private int used; // entries and removed ones
    private int live;

    /** What the program holds. */
    static final class Wrapper {
        final long reference;

        Wrapper(long reference) {
            this.reference = reference;
        }

        long place(int offset) {
            return Segment.BASE + reference + offset;
        }
    }

    private static final class Entry extends WeakReference<Wrapper> {
        static final Entry REMOVED = new Entry(null, null, 0);
        final long reference;

        Entry(Wrapper wrapper, ReferenceQueue<Wrapper> dead, long reference) {
            super(wrapper, dead);
            this.reference = reference;
        }
    }

    /** Loads a reference and finds or makes its wrapper within one heap operation; null for null. */
    Wrapper load(Mutator mutator, long place) {
        long seq = mutator.enter();
        long reference = Memory.getLongAcquire(place);
        Wrapper wrapper = reference == 0 ? null : wrapperOf(reference);
        mutator.leave(seq);
        return wrapper;
    }

    Wrapper wrapperOf(long reference) {
        for (int at = first(reference); ; at = at + 1 & entries.length - 1) {
            Entry entry = entries[at];
            if (entry == null) {
                return add(at, reference);
            }
            if (entry.reference == reference) {
                Wrapper found = entry.get();
                return found != null ? found : replace(at, reference);
            }
        }
    }

    private int first(long reference) {
        return (int) (reference >>> Layout.GRANULE_SHIFT) * HASH >>> shift;
    }

    private Wrapper add(int at, long reference) {
        Wrapper wrapper = replace(at, reference);
        live++;
        if (++used > entries.length / 4 * 3) {
            rebuild();
        } else if ((used & 255) == 0) {
            expunge();
        }
        return wrapper;
    }

    private Wrapper replace(int at, long reference) {
        Wrapper wrapper = new Wrapper(reference);
        entries[at] = new Entry(wrapper, dead, reference);
        return wrapper;
    }

    /** Removes what the private collector has cleared. Returns how many entries, each a root, are left. */
    int expunge() {
        for (Entry cleared = (Entry) dead.poll(); cleared != null; cleared = (Entry) dead.poll()) {
            for (int at = first(cleared.reference); entries[at] != null; at = at + 1 & entries.length - 1) {
                if (entries[at] == cleared) {
                    entries[at] = Entry.REMOVED;
                    live--;
                    break;
                }
            }
        }
        return live;
    }

    private void rebuild() {
        expunge();
        Entry[] old = entries;
        int capacity = Math.max(FIRST_CAPACITY, Integer.highestOneBit(live) * 4);
        entries = new Entry[capacity];
        shift = Integer.numberOfLeadingZeros(capacity - 1);
        used = live;
        Arrays.stream(old)
                .filter(entry -> entry != null && entry != Entry.REMOVED)
                .forEach(this::put);
    }

    private void put(Entry entry) {
        int at = first(entry.reference);
        while (entries[at] != null) {
            at = at + 1 & entries.length - 1;
        }
        entries[at] = entry;
    }
}
