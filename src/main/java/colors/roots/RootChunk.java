// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.CycleWatch;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Scratch;
import colors.memory.Segment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The token of one root-log chunk. Wrappers of logged objects hold it; as long as it is reachable the whole chunk
 * counts as roots. When the private collector finds it dead, the chunk is emptied and freed (rule M5 is applied by
 * cl_chunk_free). So a load costs no weak reference, and there is one phantom reference per thousand loads.
 */
public final class RootChunk {
    private static final long OBJECTS_MOST = Segment.header(Layout.HEADER_OBJECTS_BYTES) / Layout.CHUNK_RANGE_BYTES;
    /**
     * Chunks a process may hold, besides the current one of each slot, before it asks its collector to run; doubled
     * when that freed too little or ran too often. At most 16 MB, and what keeps a sixteenth of the memory alive: two
     * processes that held a half of it waited for the shared collector, which marked all of that in each cycle.
     */
    private static final int FIRST_LIMIT = Math.clamp(OBJECTS_MOST / 16, 256, 2048);
    // Between two runs of the private collector for want of chunks are at least so many times of what its run takes.
    private static final int FEWEST_COSTS = 10;
    // not more than a quarter of the memory is kept alive for that
    private static final long COSTLY_MOST = OBJECTS_MOST / 4;
    private static final int MOST_COSTS = 80; // the limit is halved when the collector runs more seldom than that
    static final int FREED_LEAST = 64; // chunks, of 2 MB
    private static final int CLAIM_TRIES = 20;
    private static final long CLAIM_PAUSE_NANOS = 5_000_000; // longer each time
    private static final long POLL_MS = 100;
    private static final long SHORT_POLL_MS = 5; // while memory is short
    private static final long MOST_PAUSE_MS = 5000; // after failures
    private static final ReferenceQueue<RootChunk> DEAD = new ReferenceQueue<>();
    private static final AtomicInteger LIVE = new AtomicInteger();
    private static final CycleWatch CYCLES = new CycleWatch(); // from the first use of the heap on
    private static volatile int limit = FIRST_LIMIT;
    private static volatile int reclaims; // that ended
    private static long reclaimedAt = System.nanoTime(); // when the last one did; guarded by the class
    private static final Shortage SHORTAGE = new Shortage(pressure()); // of the thread that frees
    // of the thread that frees
    private static ChunkTracker next; // to be freed, or null
    private static int freed; // since the shared collector was told
    private static long sweepAt;
    private static boolean reported;

    static {
        PrivateCollector.watch();
        sweepAt = System.nanoTime();
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("colors-root-log")
                .inheritInheritableThreadLocals(false)
                .unstarted(RootChunk::freeForever);
        thread.setContextClassLoader(null); // or it would keep the loader of the thread that touched the heap first
        thread.start();
    }

    private final RootScope scope; // whose chunk it is, or null; final: a thread that races for a wrapper sees it
    private ChunkTracker tracker;

    @SuppressWarnings("UnusedVariable") // as long reachable as this one
    private RootChunk successor;

    private Arena views; // of memory that this chunk of a scope keeps alive, or null; of the scope's thread
    private Object kept; // as long reachable as this one; of the thread whose current chunk it is

    private RootChunk(RootScope scope) {
        this.scope = scope;
    }

    /** Whether an object is as long reachable as this chunk: what that one roots is a root as if it stood here. */
    public boolean keeps(Object object) {
        return kept == object;
    }

    /** Makes an object so, if none is yet. The chunk is the calling thread's current one. */
    public void keep(Object object) {
        if (kept == null) {
            kept = object;
        }
    }

    /** Whether the calling thread may use what this chunk roots. */
    public boolean isUsable() {
        return scope == null || scope.isUsable();
    }

    /** Why it may not. */
    public SharedMemoryException refusal() {
        return scope.refusal();
    }

    /** Throws SharedMemoryException (STATE) when it may not. */
    public void check() {
        if (!isUsable()) {
            throw refusal();
        }
    }

    public RootScope scope() {
        return scope;
    }

    /**
     * The arena for a view of memory that this chunk of a scope keeps alive; the calling thread may use the scope. The
     * view ends with the scope, and holds the chunk until then: so in a long scope what no view shows any more can be
     * freed.
     */
    @SuppressWarnings("MustBeClosedChecker") // endViews closes it
    public Arena views() {
        if (views == null) {
            Arena made = Arena.ofConfined();
            MemorySegment.NULL.reinterpret(made, view -> Reference.reachabilityFence(this));
            scope.addViewed(this);
            views = made;
        }
        return views;
    }

    /** Those cannot end that the thread uses in a call that it is in the middle of, such as of a native function. */
    void endViews() {
        Arena ended = views;
        views = null;
        try {
            if (ended != null) { // the stack may have run out before it was there
                ended.close();
            }
        } catch (IllegalStateException e) {
            pinned();
        }
    }

    /**
     * From now on something holds this chunk that uses addresses without {@link #check}: the end of a scope does not
     * free it. Returns this.
     */
    public RootChunk pinned() {
        if (scope != null) {
            tracker.isPinned = true;
        }
        return this;
    }

    /**
     * Another token for the same chunk, of no scope: the thread ended in the scope, so nobody may use what this one
     * roots, but who holds it {@link #pinned}.
     */
    RootChunk succeeded() {
        RootChunk next = new RootChunk(null);
        tracker.claim();
        next.tracker = new ChunkTracker(next, tracker.entries, DEAD);
        successor = next;
        return next;
    }

    long entriesOffset() {
        return tracker.entries;
    }

    ChunkTracker tracker() {
        return tracker;
    }

    /** After the end of the scopes whose chunks they are: the last one and all before it. */
    static void free(Mutator mutator, ChunkTracker last) {
        for (ChunkTracker tracker = last; tracker != null; tracker = tracker.before) {
            if (!tracker.isPinned && tracker.claim()) {
                LIVE.decrementAndGet();
                mutator.freeChunk(tracker.entries);
            }
        }
    }

    /** Is run when shared memory is short: it drops what keeps shared objects alive for speed alone. */
    public static void whenShort(Runnable release) {
        Shortage.setRelease(release);
    }

    /** Gives the slot an empty chunk; returns the offset of its entries. */
    static long claim(Scratch scratch, long slotOffset) {
        if (retired() >= limit) {
            reclaim(false);
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return ChunkCalls.next(scratch, slotOffset);
            } catch (SharedMemoryException e) {
                if (e.reason() != Reason.MEMORY && e.reason() != Reason.QUOTA || !reclaimAfter(attempt)) {
                    throw e;
                }
            }
        }
    }

    /**
     * After so many tries that found no chunk: {@link #reclaim reclaims} some, and waits for the thread that frees what
     * was found dead, which a busy machine may not run at once. False when one more try would be in vain.
     */
    static boolean reclaimAfter(int attempt) {
        if (attempt == CLAIM_TRIES || !reclaim(attempt > 1)) {
            return false;
        }
        LockSupport.parkNanos(attempt * CLAIM_PAUSE_NANOS);
        return true;
    }

    /** @param scope whose chunk it is, or null */
    static RootChunk track(long entriesOffset, RootScope scope) {
        RootChunk chunk = new RootChunk(scope);
        chunk.tracker = new ChunkTracker(chunk, entriesOffset, DEAD);
        LIVE.incrementAndGet();
        if (scope != null) {
            scope.add(chunk);
        }
        return chunk;
    }

    /** How many there are besides the current ones of slots: the private collector may find some of them dead. */
    private static int retired() {
        return LIVE.get() - MutatorSlots.count();
    }

    /**
     * Runs the private collector and gives the freeing thread a moment: back-pressure on threads that outrun it. Those
     * that come meanwhile wait for the same run. False when there is nothing that it could free.
     *
     * @param wholly whether to look at old objects too: {@link PrivateCollector#run}
     */
    private static boolean reclaim(boolean wholly) {
        int seen = reclaims;
        if (retired() <= 0) {
            return false;
        }
        synchronized (RootChunk.class) {
            if (reclaims == seen) {
                collectPrivately(wholly);
                reclaims = seen + 1;
            }
        }
        return true;
    }

    private static void collectPrivately(boolean wholly) {
        int before = retired();
        long start = System.nanoTime();
        PrivateCollector.run(wholly);
        long cost = System.nanoTime() - start;
        for (int i = 0; i < 20 && retired() > limit / 8; i++) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        boolean freedLittle = retired() > limit / 2;
        boolean costly = cost > (start - reclaimedAt) / FEWEST_COSTS;
        if (before >= limit && (freedLittle || costly && limit < COSTLY_MOST)) {
            limit = Math.min(2 * limit, Layout.CHUNK_MAX);
        } else if (limit > FIRST_LIMIT && cost < (start - reclaimedAt) / MOST_COSTS) {
            limit /= 2;
        }
        reclaimedAt = System.nanoTime();
    }

    /** Goes on whatever happens: nobody else frees chunks. A slot may come free, memory too. */
    private static void freeForever() {
        Throwable failure = null;
        long pause = 0;
        while (true) {
            try {
                if (failure != null) {
                    report(failure);
                    Thread.sleep(pause);
                }
                freeOne(Mutator.current());
                failure = null;
                pause = 0;
            } catch (InterruptedException e) {
                // nobody interrupts this thread on purpose; it must outlive all wrappers
            } catch (Throwable e) {
                failure = e;
                pause = Math.min(MOST_PAUSE_MS, 2 * pause + POLL_MS);
            }
        }
    }

    private static void report(Throwable failure) {
        if (!reported) {
            reported = true;
            System.err.println("colors: the thread that frees root-log chunks could not, and tries again until it can: "
                    + failure);
        }
    }

    /** When all that was found dead is freed: what a cycle would mark before that, it would mark in vain. */
    private static void considerCycle() {
        if (freed >= FREED_LEAST) {
            freed = 0;
            Native.collectConsider();
        }
    }

    /** What it did not come to free stays the next one. */
    private static void freeOne(Mutator mutator) throws InterruptedException {
        next = next != null ? next : claimed(DEAD.poll());
        if (next == null) {
            considerCycle();
            next = claimed(DEAD.remove(SHORTAGE.isRecent() ? SHORT_POLL_MS : POLL_MS));
        }
        if (next != null) {
            ChunkCalls.free(mutator.slotOffset(), next.entries);
            next = null;
            LIVE.decrementAndGet();
            freed++;
        } else {
            SHORTAGE.look(pressure(), LIVE.get());
        }
        if (System.nanoTime() - sweepAt >= 0) {
            MutatorSlots.sweep();
            sweepAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(POLL_MS);
        }
        CYCLES.look();
        Surrogates.purge();
    }

    /** Null when the end of a scope freed the chunk, too. */
    private static ChunkTracker claimed(Reference<? extends RootChunk> dead) {
        ChunkTracker tracker = (ChunkTracker) dead;
        return tracker != null && tracker.claim() ? tracker : null;
    }

    /**
     * When it differs from what it was when a thread took its chunk, the thread takes the next one as it logs: what the
     * chunk keeps alive may be the memory that is short.
     */
    static int wanted() {
        return SHORTAGE.pressure();
    }

    /** Changes when some process found no shared memory: dead wrappers of this one may hold it. */
    private static int pressure() {
        return Memory.getIntOpaque(Segment.BASE + Layout.HEADER_PRESSURE);
    }
}
