// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Segment;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The roots that a thread logs between two points of its program, given up together at the second one [root-log.scope].
 * While a scope is open its thread fills root-log chunks of its own; what these root, only this thread may use ({@link
 * #isUsable}). So when the thread closes the scope nobody is about to use an address that a wrapper of it gave, and the
 * chunks can be freed without asking the private collector. A chunk that something else than a wrapper holds, which
 * would not check, is left to that collector, as all chunks are without scopes.
 */
public final class RootScope {
    private static final int GUEST_SCOPES = 8; // small ones, of which the memory waits
    private static final long GUEST_BYTES = 16 << 10; // a scope that may keep so much alive counts as one more

    // an id, not the thread: slots know scopes, and must not keep threads alive. Final: a thread that races for a
    // wrapper sees it
    private final long owner;
    private final String ownerName;
    private final int monitors; // that the thread had when it opened the scope
    private MutatorSlot.Position outer; // where the thread goes on
    private RootChunk last; // that the thread fills now
    // of the last one, which knows those before it: not their tokens, so that what is dead in a long scope can be freed
    private ChunkTracker tracker;
    private boolean isClosed; // the owner's
    // chunks that have views, the oldest first, or null; one that is dead has none by now
    private Deque<WeakReference<RootChunk>> viewed;

    /** Of the calling thread. */
    RootScope(MutatorSlot.Position outer, int monitors) {
        owner = Thread.currentThread().threadId();
        ownerName = Thread.currentThread().getName();
        this.outer = outer;
        this.monitors = monitors;
    }

    /**
     * Opens one in the calling thread, inside those that are open. Throws SharedMemoryException (MEMORY, QUOTA) when
     * there is no chunk for it.
     */
    public static RootScope open() {
        ScopeCheck.use();
        return Mutator.current().openScope();
    }

    /** The innermost one that is open in the calling thread, or null. */
    public static RootScope current() {
        return Mutator.current().scope();
    }

    /**
     * A chunk of no scope in which a wrapper's object is logged: for what all threads get. Throws SharedMemoryException
     * (MEMORY) when there is no chunk.
     */
    public static RootChunk outside(Shared wrapper) {
        long address = wrapper.address(); // looks whether the wrapper's scope is an open one of this thread
        if (wrapper.chunk().scope() == null) {
            return wrapper.chunk();
        }
        Mutator mutator = Mutator.current();
        RootScope outermost = mutator.scope();
        while (outermost.outer().scope() != null) {
            outermost = outermost.outer().scope();
        }
        RootChunk chunk = mutator.keep(outermost, Segment.reference(address));
        Reference.reachabilityFence(wrapper);
        return chunk;
    }

    /** One more chunk that the thread fills. */
    void add(RootChunk chunk) {
        while (tracker != null && tracker.isClaimed()) {
            tracker = tracker.before;
        }
        chunk.tracker().before = tracker;
        tracker = chunk.tracker();
        last = chunk;
    }

    /**
     * The chunk that the thread fills in this scope, or the one of before, or such of an outer scope; null when there
     * is none with these entries.
     */
    RootChunk find(long entriesOffset) {
        for (RootScope scope = this; scope != null; scope = scope.outer.scope()) {
            if (scope.outer.entriesOffset() == entriesOffset) {
                return scope.outer.chunk();
            }
            if (scope.last != null && scope.last.entriesOffset() == entriesOffset) {
                return scope.last;
            }
        }
        return null;
    }

    /** A chunk of this scope that has views from now on: they end with the scope. */
    void addViewed(RootChunk chunk) {
        viewed = viewed == null ? new ArrayDeque<>() : viewed;
        while (!viewed.isEmpty() && viewed.getFirst().refersTo(null)) {
            viewed.removeFirst();
        }
        viewed.add(new WeakReference<>(chunk));
    }

    private void endViews() {
        if (viewed == null) {
            return;
        }
        for (WeakReference<RootChunk> reference : viewed) {
            RootChunk chunk = reference.get();
            if (chunk != null) {
                chunk.endViews();
            }
        }
        viewed = null;
    }

    MutatorSlot.Position outer() {
        return outer;
    }

    void setOuter(MutatorSlot.Position position) {
        outer = position;
    }

    /** Whether the calling thread may use what was got in this scope. */
    boolean isUsable() {
        return isOwner() && !isClosed;
    }

    private boolean isOwner() {
        return Thread.currentThread().threadId() == owner;
    }

    /** Why it may not. */
    SharedMemoryException refusal() {
        if (!isOwner()) {
            return SharedMemoryException.of(
                    Reason.STATE,
                    "a shared object was got in a scope of thread '" + ownerName
                            + "', and may be used in that thread alone, not in '"
                            + Thread.currentThread().getName()
                            + "': get it in this thread, or hand on what keep of the scope gives");
        }
        return SharedMemoryException.of(
                Reason.STATE,
                "a shared object was got in a scope that is closed by now: get it again, or keep it (keep of the"
                        + " scope) before the scope is closed");
    }

    private void checkOwner(String act) {
        if (!isOwner()) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "a scope of thread '" + ownerName + "' cannot " + act + " in '"
                            + Thread.currentThread().getName() + "'; nothing was done");
        }
    }

    /**
     * Roots an object, which the caller holds by another chunk, where the thread will go on; returns the chunk. Throws
     * SharedMemoryException (STATE) unless this is the innermost open scope of the calling thread.
     */
    public RootChunk keep(long address) {
        checkOwner("keep an object");
        Mutator mutator = Mutator.current();
        if (mutator.scope() != this) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    (isClosed
                                    ? "a scope that is closed cannot keep an object"
                                    : "a scope in which another one is open cannot keep an object: close the inner one"
                                            + " first")
                            + "; nothing was done");
        }
        return mutator.keep(this, Segment.reference(address));
    }

    /** How a scope is closed. */
    public enum Ending {
        /** By what opened it, around code of the program: then nothing that ran meanwhile can still be going on. */
        LEXICAL,
        /** By the program, which may be in code that this library called: the stack is looked at, in 1.4 us. */
        BY_PROGRAM,
        /**
         * The same in a guest language, where that takes 60 us: so it is done once for several scopes, whose memory
         * waits for it.
         */
        BY_GUEST
    }

    /**
     * Gives up all roots of the scope, and of those that were opened in it and are open. The second time it does
     * nothing. Throws SharedMemoryException (STATE), and does nothing, in another thread, and where the program closes
     * it while the thread has monitors that it did not have before: it could not leave them by what it got in the
     * scope.
     */
    public void close(Ending ending) {
        checkOwner("be closed");
        if (isClosed) {
            return;
        }
        Mutator mutator = Mutator.current();
        long retained = 0;
        if (isOpenIn(mutator)) { // else the stack ran out in an earlier call, after this
            if (ending != Ending.LEXICAL) {
                checkMonitors(mutator);
            }
            while (mutator.scope() != this) {
                mutator.scope().close(ending);
            }
            retained = mutator.closeScope(this);
        }
        isClosed = true;
        endViews();
        release(mutator, ending, retained);
    }

    /**
     * Closes those that the calling thread opened since it was in {@code before}, or in none: for what opened the first
     * of them around code of the program.
     */
    public static void closeSince(RootScope before) {
        Mutator mutator = Mutator.current();
        while (mutator.scope() != before && (before == null || before.isOpenIn(mutator))) {
            mutator.scope().close(Ending.LEXICAL);
        }
    }

    private boolean isOpenIn(Mutator mutator) {
        RootScope scope = mutator.scope();
        while (scope != null && scope != this) {
            scope = scope.outer.scope();
        }
        return scope != null;
    }

    private void checkMonitors(Mutator mutator) {
        int more = mutator.heldMonitors() - monitors;
        if (more > 0) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "a scope cannot be closed while the thread has monitors that it entered in it, here " + more
                            + ": leave them first; nothing was done");
        }
    }

    private void release(Mutator mutator, Ending ending, long retained) {
        if (ending == Ending.LEXICAL) {
            RootChunk.free(mutator, tracker);
        } else if (tracker != null
                && mutator.setAside(tracker, ending == Ending.BY_GUEST ? 1 + retained / GUEST_BYTES : GUEST_SCOPES)
                        >= GUEST_SCOPES) {
            ChunkTracker aside = mutator.takeAside();
            if (!RuntimeFrames.areBelowProgram()) {
                RootChunk.free(mutator, aside);
            }
        }
        tracker = null;
        last = null;
    }
}
