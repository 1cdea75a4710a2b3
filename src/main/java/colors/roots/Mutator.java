// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.SharedMemoryException;
import colors.memory.Attachment;
import colors.memory.GuestMemory;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Regions;
import colors.memory.RootRanges;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.memory.StoreCheck;
import java.lang.foreign.ValueLayout;

/**
 * One thread's view of the segment: of its mutator slot, its current root-log chunk and its allocation buffer. Used by
 * its thread only. Every heap operation runs between {@link #enter} and {@link #leave} and never blocks (rule M6 of the
 * collector's protocol); rules M1 to M5 are cited where they apply.
 *
 * <p>A platform thread has one slot as long as it lives. A virtual thread may have another one each time it was parked
 * ({@link VirtualMutator}). That class is loaded with the first such mutator, so programs without virtual threads have
 * one class here, and its calls are inlined without a check.
 */
public abstract sealed class Mutator permits PlatformMutator, VirtualMutator {
    private static final int ENTRIES_LOG2 = Integer.numberOfTrailingZeros(Layout.CHUNK_ENTRIES);
    private static final int HASH = 0x9E3779B1;

    /** The size of {@link #textBytes}. */
    public static final int TEXT_BYTES = 4096;

    private MutatorSlot held; // a virtual thread's may be another one's by now
    // its granules: an address made of them is known to be positive, so its accesses have no check of bounds (2 ns of
    // 19 for an allocation)
    private int slot;
    private RootChunk chunk; // its current one
    private int entries; // of the chunk, in granules, as the slot is
    // what is published from there on, for so many bytes, is a root by a range of the current chunk
    private long rangeStart;
    private long rangeBytes; // 0: not known
    private Scratch scratch; // made at its first use
    private byte[] textBytes; // made at its first use
    private RootScope scope; // the innermost open one, or null
    private ChunkTracker aside; // of closed scopes, the last one, which knows those before it
    private long asideWeight;
    private int freed; // chunks, at the end of scopes, since libcolors was told

    /**
     * The kind (one of {@code Layout.SLOT_*}) of the element that {@code Lists.load} loaded last, 0 when there was
     * none.
     */
    public int loadedKind;

    public long loadedBits; // of Lists.tryLoad
    /** What {@code Maps} found last: the head and the generation of the table, and the value there. */
    public long foundHead;

    public int foundGeneration;
    public long foundValue;

    Mutator() {}

    /**
     * The calling thread's mutator: {@link MutatorTable#find}, in one method (docs/compiled-code.md, Hot methods that
     * call nothing).
     */
    public static Mutator current() {
        long threadId = Thread.currentThread().threadId();
        PlatformMutator mutator = MutatorTable.TABLE[(int) threadId & MutatorTable.SIZE - 1];
        return mutator != null && mutator.ownerId == threadId ? mutator : make();
    }

    private static Mutator make() {
        Attachment.ensure();
        if (Thread.currentThread().isVirtual()) {
            return VirtualMutator.ofThread();
        }
        PlatformMutator mutator = PlatformMutator.ofThread();
        MutatorTable.add(mutator);
        return mutator;
    }

    // ---- the slot -----------------------------------------------------------------------------------

    /**
     * What a mutator's thread is doing, as others see it. Who sees PARKED or ENDED sees all that the thread did before.
     */
    enum Activity {
        RUNNING,
        PARKED,
        ENDED
    }

    abstract Activity activity();

    /** Null when it has ended. */
    abstract Thread thread();

    /** Whether the thread may be in an operation, as its stack tells. */
    final boolean isInOperation() {
        Thread owner = thread();
        return owner != null && RuntimeFrames.areInOperation(owner);
    }

    /** Whether the thread, though it is parked, is between two steps that need the same slot. */
    abstract boolean isBusy();

    /**
     * Before the slot is used: it is the thread's until the thread parks. A thread that has lost its slot takes another
     * one.
     */
    public abstract void use();

    /**
     * The same before a block is made: the slot, in whose buffer it is, stays the thread's until the operation that
     * publishes the block.
     */
    public abstract void build();

    /** The same before a call of libcolors: the slot stays the thread's until {@link #returned}. */
    abstract void call();

    /** After a call of libcolors. */
    public abstract void returned();

    /** Takes a slot for the thread. */
    final void hold() {
        held = MutatorSlots.take(this);
        slot = Segment.granules(held.address);
        held.leaveScope();
        followSlot();
        rangeBytes = 0;
    }

    private long entriesAddress() {
        return Segment.ofGranules(entries);
    }

    private long slotAddress() {
        return Segment.ofGranules(slot);
    }

    private void followSlot() {
        chunk = held.chunk();
        entries = Segment.granules(held.entries());
    }

    final MutatorSlot mutatorSlot() {
        return held;
    }

    /**
     * Keeps what was logged in the current chunk alive. A holder takes it after the log entry was made, in or right
     * after the same operation. It may keep addresses as long as it has the chunk, so the end of a scope does not free
     * that.
     */
    public final RootChunk chunk() {
        return chunk.pinned();
    }

    /** The same for a wrapper, which gives its address only after {@link ScopeCheck#check}. */
    public final RootChunk wrapperChunk() {
        return chunk;
    }

    /** For the text of a string on its way; any method that the thread calls may overwrite it. */
    public final byte[] textBytes() {
        if (textBytes == null) {
            textBytes = new byte[TEXT_BYTES];
        }
        return textBytes;
    }

    // ---- scopes -------------------------------------------------------------------------------------

    /** Null: none is open. */
    final RootScope scope() {
        return scope;
    }

    final RootScope openScope() {
        use();
        RootScope opened = new RootScope(held.position(), heldMonitors());
        RootScope before = scope;
        scope = opened; // a virtual thread keeps its slot from here on
        held.setScope(opened);
        try {
            nextChunk();
        } catch (Throwable e) {
            scope = before;
            held.setScope(before);
            throw e;
        }
        return opened;
    }

    /**
     * The innermost one. Its chunks are still roots. Returns the bytes that the last one may keep alive, besides small
     * objects.
     */
    final long closeScope(RootScope closed) {
        long retained = held.position().retained();
        resume(closed.outer());
        scope = closed.outer().scope();
        return retained;
    }

    /**
     * Keeps the chunks of a closed scope, to be freed with those of others. Returns what all that are kept so weigh.
     */
    final long setAside(ChunkTracker last, long weight) {
        ChunkTracker first = last;
        while (first.before != null) {
            first = first.before;
            asideWeight++;
        }
        first.before = aside;
        aside = last;
        asideWeight += weight;
        return asideWeight;
    }

    final ChunkTracker takeAside() {
        ChunkTracker taken = aside;
        aside = null;
        asideWeight = 0;
        return taken;
    }

    /** Roots what the caller holds by a chunk of a scope in the chunk of before this or an outer scope. */
    final RootChunk keep(RootScope inner, long reference) {
        MutatorSlot.Position position = held.position();
        resume(inner.outer());
        try {
            log(reference);
            inner.setOuter(held.position());
            return chunk;
        } finally {
            resume(position);
        }
    }

    private void resume(MutatorSlot.Position position) {
        long offset = slotOffset();
        try {
            ChunkCalls.resume(scratch(), offset, position.entriesOffset());
            held.resume(position);
            followSlot();
        } finally {
            returned();
        }
    }

    final void freeChunk(long entriesOffset) {
        long offset = slotOffset();
        try {
            ChunkCalls.free(offset, entriesOffset);
        } finally {
            returned();
        }
        if (++freed >= RootChunk.FREED_LEAST) {
            freed = 0;
            Native.collectConsider();
        }
    }

    /** How monitor words name this thread's slot; a number that they never hold when it has none, and so no monitor. */
    public abstract int monitorOwner();

    /** Before a monitor is taken, and after it was given up: a slot that dies never has more than it counted. */
    public void countHeld(int change) {
        use();
        Memory.putIntRelease(
                slotAddress() + Layout.SLOT_HELD, Memory.getInt(slotAddress() + Layout.SLOT_HELD) + change);
    }

    /** How many monitors this thread has. */
    final int heldMonitors() {
        use();
        return Memory.getInt(slotAddress() + Layout.SLOT_HELD);
    }

    /** Whether this thread waits for a notification that did not come yet. */
    public boolean isWaiting() {
        return (Memory.getIntAcquire(slotAddress() + Layout.SLOT_WAKE) & Layout.WAKE_MASK) == Layout.WAKE_WAITING;
    }

    /** Memory for calls of libcolors. */
    public Scratch scratch() {
        Scratch found = scratch;
        return found != null ? found : (scratch = new Scratch());
    }

    /** Runs a cycle of the shared collector, outside any heap operation of this thread. */
    public static void collect() {
        current().closeOperation();
        Attachment.collect();
    }

    /** Before the thread waits in libcolors without its slot: it is in no operation. */
    public void closeOperation() {
        use();
        MutatorSlot.closeOperation(slotAddress());
    }

    /** For a call of libcolors, outside an operation; {@link #returned} or {@link #followChunk} has to follow. */
    public long slotOffset() {
        long offset = slotOffsetKept();
        rangeBytes = 0; // libcolors may move it
        return offset;
    }

    /** The same for a call that neither logs nor allocates; {@link #returned} has to follow. */
    public long slotOffsetKept() {
        call();
        MutatorSlot.closeOperation(slotAddress());
        return slotAddress() - Segment.BASE;
    }

    /**
     * Begins a heap operation; its result is passed to {@link #leave}, also when the stack or the private heap runs out
     * in it: so in a finally clause. A release store keeps compilers from moving it up; the collector's membarrier does
     * the rest.
     */
    public long enter() {
        use();
        long seq = Memory.getLong(slotAddress() + Layout.SLOT_SEQ);
        seq += seq & 1; // an error ended the operation before
        Memory.putLongRelease(slotAddress() + Layout.SLOT_SEQ, seq + 1);
        return seq;
    }

    /** Ends a heap operation. */
    public void leave(long seq) {
        Memory.putLongRelease(slotAddress() + Layout.SLOT_SEQ, seq + 2);
    }

    /** Whether the reference stands at its first place in the current chunk: the fast half of the log step of M3. */
    public boolean isLogged(long reference) {
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        return Memory.getInt(place(first(granules))) == granules;
    }

    /**
     * Whether a reference that was loaded needs no log entry: it stands in the current chunk, or in the memory that
     * this thread allocates in, which is a range of that chunk. What it names was a root all the time, so the load
     * needs no operation [model.cycle, model.range]. {@link #isInRange}, which takes no load that may miss a cache, or
     * {@link #isLogged}, in one method.
     */
    public boolean isRooted(long reference) {
        if (Long.compareUnsigned(Segment.BASE + reference - rangeStart, rangeBytes) < 0) {
            return true;
        }
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        int first = granules + (granules >>> ENTRIES_LOG2) * Layout.CHUNK_SPREAD & Layout.CHUNK_ENTRIES - 1;
        long place = Segment.BASE + ((entries & 0xFFFF_FFFFL) << Layout.GRANULE_SHIFT) + 4L * first;
        return (Memory.IN_ESPRESSO ? GuestMemory.getInt(place) : Memory.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, place))
                == granules;
    }

    /**
     * Logs a reference at its first place in the current chunk, which is the common case; false when another one stands
     * there, it may be a large object's, or the chunk is to be retired: then {@link #tryLog} decides.
     */
    public boolean logFirst(long reference) {
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        long place = place(first(granules));
        int entry = Memory.getInt(place);
        if (entry == 0 && !Regions.isFirst(reference) && !held.isOverdue()) {
            Memory.putIntRelease(place, granules);
            return true;
        }
        return entry == granules;
    }

    /**
     * Logs a reference that {@link #isLogged} did not find: the slow half. False when the chunk has no room, or is to
     * be retired: then leave the operation, forget the reference, call {@link #nextChunk} and start again.
     */
    public boolean tryLog(long reference) {
        if (held.isOverdue()) {
            return false;
        }
        int granules = (int) (reference >>> Layout.GRANULE_SHIFT);
        for (int i = 0; i < Layout.CHUNK_PROBES; i++) {
            long place = place(i == 0 ? first(granules) : next(granules, i));
            int entry = Memory.getInt(place);
            if (entry == granules) {
                return true;
            }
            if (entry == 0) {
                Memory.putIntRelease(place, granules);
                held.retainLoaded(reference);
                forgetRangeIfOverdue();
                return true;
            }
        }
        return false;
    }

    /** The first place of a reference in a chunk: cl_log_place. */
    private static int first(int granules) {
        return granules + (granules >>> ENTRIES_LOG2) * Layout.CHUNK_SPREAD & Layout.CHUNK_ENTRIES - 1;
    }

    /** The others. */
    private static int next(int granules, int probe) {
        return (granules * HASH >>> Integer.SIZE - ENTRIES_LOG2) + probe - 1 & Layout.CHUNK_ENTRIES - 1;
    }

    /** What is loaded from a range that is not known comes to the log, which retires the chunk. */
    private void forgetRangeIfOverdue() {
        if (held.isOverdue()) {
            rangeBytes = 0;
        }
    }

    private long place(int index) {
        return entriesAddress() + 4L * index;
    }

    /**
     * Whether a block is a root as soon as it is published, by the range of the current chunk that holds the buffer
     * (M4).
     */
    public boolean isInRange(long block) {
        return Long.compareUnsigned(block - rangeStart, rangeBytes) < 0;
    }

    /** Makes a block that {@link #isInRange} did not find a root of the current chunk; before it is published. */
    public void root(long block) {
        long range = RootRanges.last(entriesAddress());
        rangeStart = RootRanges.start(range);
        rangeBytes = RootRanges.bytes(range);
        forgetRangeIfOverdue();
        if (!isInRange(block)) {
            long reference = Segment.reference(block);
            while (!tryLog(reference)) { // what is no object yet needs no operation
                nextChunk();
            }
        }
    }

    /** Logs a reference in the current chunk, in an operation of its own. */
    public void log(long reference) {
        boolean logged;
        do {
            long seq = enter();
            try {
                logged = isLogged(reference) || tryLog(reference);
            } finally {
                leave(seq);
            }
            if (!logged) {
                nextChunk();
            }
        } while (!logged);
    }

    /**
     * Retires the current chunk: it stays a root until its {@link RootChunk} is collected. Outside an operation. Where
     * there is no other one, a chunk that has room stays.
     */
    public void nextChunk() {
        long offset = slotOffset();
        try {
            held.take(RootChunk.claim(scratch(), offset));
            followSlot();
        } catch (SharedMemoryException e) {
            if (!held.canStay() || chunk.scope() != held.position().scope()) {
                throw e;
            }
        } finally {
            returned();
        }
    }

    /**
     * After a call of libcolors that allocates: it went on to another chunk when it logged for this slot and the chunk
     * was full. Also after one that was not made, for want of a slot: the slot of before is another thread's then, and
     * so is its chunk.
     */
    public void followChunk() {
        if (held.isHeldBy(this) && held.followChunk(scope)) {
            followSlot();
        }
        returned();
    }

    /**
     * A zeroed block in this thread's buffer, or on its own when large; nothing to anyone until it is published.
     * Outside an operation.
     */
    public long block(long bytes) {
        if (bytes >= Layout.LARGE_BYTES) {
            return largeBlock(bytes);
        }
        build();
        long top = Memory.getLong(slotAddress() + Layout.SLOT_ALLOC_TOP);
        if (top + bytes > Memory.getLong(slotAddress() + Layout.SLOT_ALLOC_LIMIT)) {
            refill(bytes);
            top = Memory.getLong(slotAddress() + Layout.SLOT_ALLOC_TOP);
        }
        Memory.putLong(slotAddress() + Layout.SLOT_ALLOC_TOP, top + bytes);
        return Segment.address(top);
    }

    /** The same where that takes a few loads and a store, and the block is in the range that is known; else 0. */
    public long tryBlock(long bytes) {
        build();
        long top = Memory.getLong(slotAddress() + Layout.SLOT_ALLOC_TOP);
        if (bytes >= Layout.LARGE_BYTES
                || top + bytes > Memory.getLong(slotAddress() + Layout.SLOT_ALLOC_LIMIT)
                || !isInRange(Segment.address(top))) {
            return 0;
        }
        Memory.putLong(slotAddress() + Layout.SLOT_ALLOC_TOP, top + bytes);
        return Segment.address(top);
    }

    /**
     * The reference of a block in this thread's buffer, with the shape of an object in it; in one method
     * (docs/compiled-code.md, Hot methods that call nothing). 0, and nothing happened, when the buffer has no room.
     */
    public long tryBegin(long bytes, int shapeId) {
        if (Memory.IN_ESPRESSO || bytes >= Layout.LARGE_BYTES) {
            return 0;
        }
        build();
        long slotAddress = Segment.BASE + ((slot & 0xFFFF_FFFFL) << Layout.GRANULE_SHIFT);
        long top = Memory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, slotAddress + Layout.SLOT_ALLOC_TOP);
        if (top + bytes > Memory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, slotAddress + Layout.SLOT_ALLOC_LIMIT)) {
            return 0;
        }
        long block = Segment.BASE + (top & Segment.REFERENCE_MASK);
        if (Memory.CHECKED) {
            StoreCheck.check8(slotAddress + Layout.SLOT_ALLOC_TOP);
            StoreCheck.allocated(block, bytes);
            StoreCheck.check4(block + Layout.OBJECT_SHAPE);
        }
        Memory.PLAIN_LONG_STORE.set(Memory.ALL, slotAddress + Layout.SLOT_ALLOC_TOP, top + bytes);
        Memory.PLAIN_INT_STORE.set(Memory.ALL, block + Layout.OBJECT_SHAPE, shapeId);
        return top;
    }

    /**
     * {@link #isLast}, {@link #isInRange} and {@code Heap.publishRooted} in one method; false, and nothing happened,
     * when one of the first two is not so.
     */
    public boolean tryPublish(long block, long bytes) {
        use(); // who lost its slot knows no range from here on
        long slotAddress = Segment.BASE + ((slot & 0xFFFF_FFFFL) << Layout.GRANULE_SHIFT);
        long allocTop = slotAddress + Layout.SLOT_ALLOC_TOP;
        if (Memory.IN_ESPRESSO
                || Long.compareUnsigned(block - rangeStart, rangeBytes) >= 0
                || Memory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, allocTop) != block - Segment.BASE + bytes) {
            return false;
        }
        long mark = Segment.MARKS_BIAS + (block - Segment.BASE >>> Layout.GRANULE_SHIFT);
        if (Memory.CHECKED) {
            StoreCheck.check8(slotAddress + Layout.SLOT_SEQ);
            StoreCheck.published(block);
            StoreCheck.check1(mark);
        }
        long seq = Memory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, slotAddress + Layout.SLOT_SEQ);
        seq += seq & 1; // an error ended the operation before
        Memory.LONG.setRelease(Memory.ALL, slotAddress + Layout.SLOT_SEQ, seq + 1);
        try {
            long gc = (long) Memory.LONG.getOpaque(Memory.ALL, Segment.GC_WORD);
            int grey = (gc & Layout.GC_REPORT) != 0 ? Layout.MARK_GREY : 0;
            Memory.BYTE.setRelease(
                    Memory.ALL, mark, (byte) (Layout.MARK_OBJECT | grey | (byte) (gc & Layout.GC_EPOCH_MASK)));
        } finally {
            Memory.LONG.setRelease(Memory.ALL, slotAddress + Layout.SLOT_SEQ, seq + 2);
        }
        if (Memory.CHECKED) {
            StoreCheck.forget(block);
        }
        return true;
    }

    /** Whether a block of so many bytes is what this thread's buffer gave last. */
    public boolean isLast(long block, long bytes) {
        return Memory.getLong(slotAddress() + Layout.SLOT_ALLOC_TOP) == block - Segment.BASE + bytes;
    }

    private void refill(long bytes) {
        if (RootRanges.areFull(entriesAddress())) {
            nextChunk();
        } else {
            retain(Layout.REGION_BYTES);
        }
        long offset = slotOffset();
        try {
            Native.bufferRefill(offset, bytes);
        } catch (SharedMemoryException e) {
            use(); // no block is being built
            throw e;
        } finally {
            returned();
        }
    }

    private long largeBlock(long bytes) {
        build();
        retain(bytes);
        long offset = slotOffset();
        try {
            return Segment.BASE + Native.blockLarge(offset, bytes);
        } catch (SharedMemoryException e) {
            use(); // no block is being built
            throw e;
        } finally {
            returned();
        }
    }

    /**
     * Takes another chunk before one keeps so much alive that a few large objects fill the heap, whatever the program
     * still holds.
     */
    private void retain(long bytes) {
        held.retain(bytes);
        if (held.isOverdue()) {
            nextChunk();
        }
    }
}
