// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Regions;
import colors.memory.Segment;
import colors.roots.Mutator.Activity;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A mutator slot of this process and its current root-log chunk. One thread at a time holds it; it may go to another
 * one when its holder ended, or is a virtual thread that is parked, is in no operation and has nothing to do with a
 * monitor.
 *
 * <p>{@code lease} only grows: by each use of a virtual thread, and when the slot gets another holder. So a virtual
 * thread that finds the number that it left holds the slot still, and by changing it by compare and swap it keeps it.
 * Who takes the slot away reads the lease first and looks at the holder then: when its own compare and swap succeeds,
 * the holder has not used the slot since, and will find that it was taken.
 */
final class MutatorSlot {
    private static final int IDLE_SWEEPS = 10; // then it is given back
    private static final int OPEN_SWEEPS = 3; // then an operation is looked at that goes on
    /**
     * Bytes that the chunk of a thread may keep alive that does nothing any more, besides small objects and the last
     * one; a sixteenth of a small heap.
     */
    private static final long RETAINED_MOST = Math.min(1 << 20, Segment.header(Layout.HEADER_OBJECTS_BYTES) / 16);

    private static final VarHandle LEASE;
    private static final VarHandle TAKING;

    static {
        try {
            LEASE = MethodHandles.lookup().findVarHandle(MutatorSlot.class, "lease", long.class);
            TAKING = MethodHandles.lookup().findVarHandle(MutatorSlot.class, "taking", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    final long address; // of the cl_slot
    final int monitorOwner; // how monitor words name it

    // the holder's
    private long entries; // absolute address of the current chunk's entries
    private RootChunk chunk; // keeps them roots
    // bytes of what was allocated, and of large objects that were loaded, since the current chunk was taken: it may
    // keep all of them alive
    private long retained;
    private int wanted; // as it was then
    private boolean overdue; // to be retired though it has room
    private RootScope scope; // the innermost open one, whose chunks the slot gets; or null

    private volatile long lease;

    @SuppressWarnings("UnusedVariable") // read by its VarHandle
    private volatile boolean taking; // guards holder

    private volatile Mutator holder; // null: it was given back

    // the sweeper's
    private long leaseSeen;
    private int idleSweeps;
    private int seqSeen;
    private int openSweeps;

    /** One that libcolors has claimed. */
    MutatorSlot(long offset, Mutator holder) {
        address = Segment.BASE + offset;
        monitorOwner = 1 + (int) ((offset - Segment.header(Layout.HEADER_SLOTS_OFFSET)) / Layout.SLOT_BYTES);
        this.holder = holder;
        take(chunkOfSlot());
    }

    // ---- the holder's -------------------------------------------------------------------------------

    /**
     * Whether the slot is still that of the thread that left this lease; then it is until that thread parks, with the
     * next lease.
     */
    boolean use(long lease) {
        return LEASE.compareAndSet(this, lease, lease + 1);
    }

    long lease() {
        return lease;
    }

    long entries() {
        return entries;
    }

    RootChunk chunk() {
        return chunk;
    }

    /** Makes a chunk the current one. */
    void take(long entriesOffset) {
        entries = Segment.BASE + entriesOffset;
        chunk = RootChunk.track(entriesOffset, scope);
        stay();
    }

    /** Where the holder logs, to come back to it. */
    record Position(RootScope scope, RootChunk chunk, long entries, long retained, int wanted) {
        long entriesOffset() {
            return entries - Segment.BASE;
        }
    }

    Position position() {
        return new Position(scope, chunk, entries, retained, wanted);
    }

    /** After libcolors made the chunk of the position the current one. */
    void resume(Position position) {
        scope = position.scope;
        chunk = position.chunk;
        entries = position.entries;
        retained = position.retained;
        wanted = position.wanted;
    }

    /** Before another thread uses the slot, whose holder may have ended in a scope. */
    void leaveScope() {
        if (scope != null) {
            scope = null;
            chunk = chunk.succeeded();
        }
    }

    /** From now on the chunks that the slot gets are those of this scope; null: of none. */
    void setScope(RootScope scope) {
        this.scope = scope;
    }

    /** Keeps the current chunk for as long again. */
    private void stay() {
        retained = 0;
        wanted = RootChunk.wanted();
        overdue = false;
    }

    /** The same when there is no other one; false when it has no room either. */
    boolean canStay() {
        boolean had = overdue;
        stay();
        return had;
    }

    /**
     * Takes over the chunk that libcolors went on to, if it did. It is a known one where the stack ran out while the
     * holder went from one to the other at the end of a scope: that has its token, and a second one would free it under
     * the first.
     *
     * @param open the innermost open scope of the holder, or null
     */
    boolean followChunk(RootScope open) {
        long offset = chunkOfSlot();
        boolean other = offset != entries - Segment.BASE;
        if (other) {
            RootChunk known = open == null ? null : open.find(offset);
            if (known == null) {
                take(offset);
            } else {
                resume(new Position(known.scope(), known, Segment.BASE + offset, 0, RootChunk.wanted()));
            }
        }
        return other;
    }

    /** The offset of the entries of the chunk that the slot names. */
    private long chunkOfSlot() {
        long index = Memory.getInt(address + Layout.SLOT_CHUNK) - 1L;
        return Segment.header(Layout.HEADER_CHUNK_ENTRIES_OFFSET) + 4L * Layout.CHUNK_ENTRIES * index;
    }

    /** Counts bytes that the current chunk may keep alive. */
    void retain(long bytes) {
        retained += bytes;
    }

    /** The same for an object that is logged. Of what others refer to only large objects are worth a look. */
    void retainLoaded(long reference) {
        if (Regions.isFirst(reference)) {
            retained += Regions.largeBytes(reference, RETAINED_MOST);
        }
    }

    /** Whether the current chunk keeps so much alive that the next one is to be taken, or shared memory is short. */
    boolean isOverdue() {
        overdue = retained > RETAINED_MOST || wanted != RootChunk.wanted();
        return overdue;
    }

    /**
     * Who calls libcolors, is parked or dead, is in no operation: it is open only when an error ended it. Operations
     * begin even.
     */
    static void closeOperation(long slot) {
        long seq = Memory.getLong(slot + Layout.SLOT_SEQ);
        if (seq % 2 != 0) {
            Memory.putLongRelease(slot + Layout.SLOT_SEQ, seq + 1);
        }
    }

    // ---- other threads' -----------------------------------------------------------------------------

    /**
     * Whether the slot names something that libcolors has to undo when the thread is dead, and that it needs when it
     * lives.
     */
    private boolean isEngaged() {
        return Memory.getIntAcquire(address + Layout.SLOT_HELD) != 0
                || Memory.getIntAcquire(address + Layout.SLOT_WAITING_ON) != 0
                || (Memory.getIntAcquire(address + Layout.SLOT_WAKE) & Layout.WAKE_MASK) != Layout.WAKE_NONE;
    }

    private static boolean isFree(Mutator owner, Activity activity, long address) {
        return activity == Activity.ENDED
                || activity == Activity.PARKED && !owner.isBusy() && Memory.getLong(address + Layout.SLOT_SEQ) % 2 == 0;
    }

    /** Whether the holder, a virtual thread, will soon have no need of it. */
    boolean isSoonFree() {
        Mutator owner = holder;
        return owner instanceof VirtualMutator && !isEngaged();
    }

    boolean isHeldBy(Mutator mutator) {
        return holder == mutator;
    }

    /** Takes the slot for the calling thread, if its holder does not need it. */
    boolean tryTake(Mutator taker) {
        if (!TAKING.compareAndSet(this, false, true)) {
            return false;
        }
        try {
            long seen = lease; // before the look at the holder
            Mutator owner = holder;
            if (owner == null || !isFree(owner, owner.activity(), address) || isEngaged() || !use(seen)) {
                return false;
            }
            changeHolder(owner, taker);
            return true;
        } finally {
            taking = false;
        }
    }

    private void changeHolder(Mutator owner, Mutator other) {
        if (owner instanceof PlatformMutator mutator) {
            MutatorTable.forget(mutator);
        }
        closeOperation(address);
        holder = other;
    }

    /**
     * Ends an operation that an error ended: the collector waits for it. {@link Mutator#leave} stands in a finally
     * clause, but a stack can be so full that the call fails, when compiled code leaves it to the interpreter. Who is
     * in no method that {@link Mutator#isInOperation may be part of one} is in none; and an operation that begins after
     * the look makes the compare and swap fail, or overwrites it.
     */
    private void closeAbandonedOperation(Mutator owner) {
        int seq = Memory.getIntOpaque(address + Layout.SLOT_SEQ); // its lower half
        openSweeps = seq % 2 != 0 && seq == seqSeen ? openSweeps + 1 : 0;
        seqSeen = seq;
        if (openSweeps >= OPEN_SWEEPS && seq != -1 && !owner.isInOperation()) {
            Memory.compareAndSetInt(address + Layout.SLOT_SEQ, seq, seq + 1);
        }
    }

    /**
     * Gives the slot back to the segment when nobody has used it for a while; at once when a thread ended with
     * monitors, for others wait for these. Whether it did.
     */
    boolean sweep() {
        if (!TAKING.compareAndSet(this, false, true)) {
            return false;
        }
        try {
            long seen = lease;
            Mutator owner = holder;
            Activity activity = owner.activity();
            boolean engaged = isEngaged();
            if (activity != Activity.ENDED) { // no operation parks
                closeAbandonedOperation(owner);
            }
            if (!isFree(owner, activity, address) || engaged && activity != Activity.ENDED || seen != leaseSeen) {
                leaseSeen = seen;
                idleSweeps = 0;
                return false;
            }
            if (!engaged && ++idleSweeps < IDLE_SWEEPS || !use(seen)) {
                return false;
            }
            changeHolder(owner, null);
        } finally {
            taking = false;
        }
        Native.slotRelease(address - Segment.BASE);
        return true;
    }
}
