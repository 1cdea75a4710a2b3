// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.ref.Cleaner;

/**
 * One thread's place in the segment: its mutator slot, its current root-log chunk and its allocation buffer. Used by its
 * thread only. Every heap operation runs between {@link #enter} and {@link #leave} and never blocks (rule M6 of the
 * collector's protocol); rules M1 to M5 are cited where they apply.
 */
public final class Mutator {
    private static final int TABLE_SIZE = 4096; // a power of two
    private static final Mutator[] TABLE = new Mutator[TABLE_SIZE];
    private static final ThreadLocal<Mutator> OF_THREAD = ThreadLocal.withInitial(Mutator::new);
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long RETAINED_MOST = 16 << 20;
    private static final int RETAINED_PART = 16; // of the heap, if that is less
    private static final int CLAIM_TRIES = 20;
    private static final int CLAIM_PAUSE_MS = 5;
    private static final int HASH = 0x9E3779B1;
    private static final int HASH_SHIFT = 32 - Integer.numberOfTrailingZeros(Layout.CHUNK_ENTRIES);

    private final long ownerId = Thread.currentThread().threadId(); // an id, not the thread: TABLE must not keep threads alive
    private final long slot; // absolute address of the cl_slot
    private long entries; // absolute address of the current chunk's entries
    private RootChunk chunk; // keeps the current chunk's entries roots
    private final int monitorOwner; // how monitor words name this slot
    private Scratch scratch; // made at its first use
    private final long retainedMost = Math.min(RETAINED_MOST, Segment.header(Layout.HEADER_OBJECTS_BYTES) / RETAINED_PART);
    private long retained; // bytes that were allocated since the current chunk was taken: it may keep all of them alive

    /** The kind (one of {@code Layout.SLOT_*}) of the element that {@link Lists#load} loaded last, 0 when there was none. */
    int loadedKind;
    long loadedBits; // of Lists.tryLoad
    /** What {@link Maps} found last: the head and the generation of the table, and the value there. */
    long foundHead;
    int foundGeneration;
    long foundValue;

    private Mutator() {
        long offset = claimSlot();
        slot = Segment.BASE + offset;
        monitorOwner = 1 + (int) ((offset - Segment.header(Layout.HEADER_SLOTS_OFFSET)) / Layout.SLOT_BYTES);
        take(slotChunk());
        int index = tableIndex(ownerId);
        CLEANER.register(Thread.currentThread(), () -> release(offset, index));
    }

    /** A dead thread's slot is free when the private collector found the thread: with many short-lived threads it has to be asked. */
    private static long claimSlot() {
        for (int attempt = 1;; attempt++) {
            try {
                return Native.slotClaim();
            } catch (SharedMemoryException e) {
                if (e.reason() != Reason.MEMORY && e.reason() != Reason.QUOTA || attempt == CLAIM_TRIES) {
                    throw e;
                }
                askForDeadThreads();
            }
        }
    }

    private static synchronized void askForDeadThreads() {
        System.gc();
        try {
            Thread.sleep(CLAIM_PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int tableIndex(long threadId) {
        return (int) threadId & TABLE_SIZE - 1;
    }

    /** The calling thread's mutator. Found by thread id in a direct-mapped table, because a ThreadLocal is slow under partial evaluation. */
    public static Mutator current() {
        long id = Thread.currentThread().threadId();
        Mutator mutator = TABLE[tableIndex(id)];
        return mutator != null && mutator.ownerId == id ? mutator : claim(id);
    }

    private static Mutator claim(long id) {
        Attachment.ensure();
        Mutator mutator = OF_THREAD.get();
        TABLE[tableIndex(id)] = mutator;
        return mutator;
    }

    /** After the thread's death. Its chunks live on as long as wrappers hold their tokens. */
    private static void release(long slotOffset, int index) {
        Mutator mutator = TABLE[index];
        if (mutator != null && mutator.slot - Segment.BASE == slotOffset) {
            TABLE[index] = null;
        }
        closeOperation(Segment.BASE + slotOffset);
        Native.slotRelease(slotOffset);
    }

    /** Who calls libcolors, or is dead, is in no operation: it is open only when an error ended it. Operations begin even. */
    private static void closeOperation(long slot) {
        long seq = Memory.getLong(slot + Layout.SLOT_SEQ);
        if (seq % 2 != 0) {
            Memory.putLongRelease(slot + Layout.SLOT_SEQ, seq + 1);
        }
    }

    int monitorOwner() {
        return monitorOwner;
    }

    /** Before a monitor is taken, and after it was given up: a slot that dies never has more than it counted. */
    void countHeld(int change) {
        Memory.putIntRelease(slot + Layout.SLOT_HELD, Memory.getInt(slot + Layout.SLOT_HELD) + change);
    }

    /** Whether this thread waits for a notification that did not come yet. */
    boolean isWaiting() {
        return (Memory.getIntAcquire(slot + Layout.SLOT_WAKE) & Layout.WAKE_MASK) == Layout.WAKE_WAITING;
    }

    /** Memory for calls of libcolors. */
    Scratch scratch() {
        Scratch found = scratch;
        return found != null ? found : (scratch = new Scratch());
    }

    /** For calls of libcolors, outside an operation. */
    long slotOffset() {
        closeOperation(slot);
        return slot - Segment.BASE;
    }

    /**
     * Begins a heap operation; its result is passed to {@link #leave}, also when the stack or the private heap runs out in it: so in a
     * finally clause. A release store keeps compilers from moving it up; the collector's membarrier does the rest.
     */
    public long enter() {
        long seq = Memory.getLong(slot + Layout.SLOT_SEQ);
        seq += seq & 1; // an error ended the operation before
        Memory.putLongRelease(slot + Layout.SLOT_SEQ, seq + 1);
        return seq;
    }

    /** Ends a heap operation. */
    public void leave(long seq) {
        Memory.putLongRelease(slot + Layout.SLOT_SEQ, seq + 2);
    }

    /** Keeps what was logged in the current chunk alive. A wrapper takes it after the log entry was made, in or right after the same operation. */
    public RootChunk chunk() {
        return chunk;
    }

    /** Whether the reference stands at its first place in the current chunk: the fast half of the log step of M3. */
    public boolean isLogged(long reference) {
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        return Memory.getInt(place(granules * HASH >>> HASH_SHIFT)) == granules;
    }

    /** Logs a reference at its first place in the current chunk, which is the common case; false when another one stands there, then {@link #tryLog} decides. */
    public boolean logFirst(long reference) {
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        long place = place(granules * HASH >>> HASH_SHIFT);
        int entry = Memory.getInt(place);
        if (entry == 0) {
            Memory.putIntRelease(place, granules);
            return true;
        }
        return entry == granules;
    }

    /**
     * Logs a reference that {@link #isLogged} did not find: the slow half. False when the chunk has no room: then leave
     * the operation, forget the reference, call {@link #nextChunk} and start again.
     */
    public boolean tryLog(long reference) {
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        int first = granules * HASH >>> HASH_SHIFT;
        for (int i = 0; i < Layout.CHUNK_PROBES; i++) {
            long place = place(first + i & Layout.CHUNK_ENTRIES - 1);
            int entry = Memory.getInt(place);
            if (entry == granules) {
                return true;
            }
            if (entry == 0) {
                Memory.putIntRelease(place, granules);
                return true;
            }
        }
        return false;
    }

    private long place(int index) {
        return entries + 4L * index;
    }

    /** Retires the current chunk: it stays a root until its {@link RootChunk} is collected. Outside an operation. */
    public void nextChunk() {
        take(RootChunk.claim(slotOffset()));
    }

    /** Takes over the chunk that libcolors went on to when it logged for this slot and the chunk was full. After calls that allocate there. */
    void followChunk() {
        long entriesOffset = slotChunk();
        if (entriesOffset != entries - Segment.BASE) {
            take(entriesOffset);
        }
    }

    /** The entries of the chunk that the slot names. */
    private long slotChunk() {
        long index = Memory.getInt(slot + Layout.SLOT_CHUNK) - 1L;
        return Segment.header(Layout.HEADER_CHUNK_ENTRIES_OFFSET) + 4L * Layout.CHUNK_ENTRIES * index;
    }

    private void take(long entriesOffset) {
        entries = Segment.BASE + entriesOffset;
        chunk = RootChunk.track(entriesOffset);
        retained = 0;
    }

    /** A zeroed block in this thread's buffer, or on its own when large; nothing to anyone until it is published. Outside an operation. */
    long block(long bytes) {
        if (bytes >= Layout.LARGE_BYTES) {
            retain(bytes);
            return Segment.BASE + Native.blockLarge(slotOffset(), bytes);
        }
        long top = Memory.getLong(slot + Layout.SLOT_ALLOC_TOP);
        if (top + bytes > Memory.getLong(slot + Layout.SLOT_ALLOC_LIMIT)) {
            retain(Layout.REGION_BYTES);
            Native.bufferRefill(slotOffset(), bytes);
            top = Memory.getLong(slot + Layout.SLOT_ALLOC_TOP);
        }
        Memory.putLong(slot + Layout.SLOT_ALLOC_TOP, top + bytes);
        return Segment.BASE + top;
    }

    /** Takes another chunk before one keeps so much alive that a few large objects fill the heap, whatever the program still holds. */
    private void retain(long bytes) {
        retained += bytes;
        if (retained > retainedMost) {
            nextChunk();
        }
    }
}
