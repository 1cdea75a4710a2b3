// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Set;

/**
 * The roots that a thread logs between two points of its program, given up together at the second one [root-log.scope]. While a scope is open its thread fills root-log chunks of
 * its own; what these root, only this thread may use ({@link #isUsable}). So when the thread closes the scope nobody is about to use an address that a wrapper of it gave, and
 * the chunks can be freed without asking the private collector. A chunk that something else than a wrapper holds, which would not check, is left to that collector, as all chunks are
 * without scopes.
 */
public final class RootScope {
    private static final StackWalker STACK = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.DROP_METHOD_INFO));
    private static final String API = "colors";
    private static final List<String> RUNTIME = List.of("colors.runtime", "colors.agent", "colors.truffle");
    static final int GUEST_SCOPES = 8; // small ones, of which the memory waits
    private static final long GUEST_BYTES = 16 << 10; // a scope that may keep so much alive counts as one more
    private static final String LAUNCHER = "colors.truffle.launcher";

    private final Thread owner; // final: a thread that races for a wrapper sees it
    private MutatorSlot.Position outer; // where the thread goes on
    private RootChunk last; // that the thread fills now; knows those before it
    private boolean isClosed; // the owner's

    RootScope(Thread owner, MutatorSlot.Position outer) {
        this.owner = owner;
        this.outer = outer;
    }

    /** Opens one in the calling thread, inside those that are open. Throws SharedMemoryException (MEMORY, QUOTA) when there is no chunk for it. */
    public static RootScope open() {
        ScopeCheck.use();
        return Mutator.current().openScope();
    }

    /** A chunk of no scope in which a wrapper's object is logged: for what all threads get. Throws SharedMemoryException (MEMORY) when there is no chunk. */
    public static RootChunk outside(Shared wrapper) {
        RootScope scope = wrapper.chunk().scope();
        if (scope == null) {
            return wrapper.chunk();
        }
        Mutator mutator = Mutator.current();
        RootScope outermost = mutator.scope(); // the wrapper's own is open, so this is not null
        while (outermost.outer().scope() != null) {
            outermost = outermost.outer().scope();
        }
        RootChunk chunk = mutator.keep(outermost, Segment.reference(wrapper.address()));
        Reference.reachabilityFence(wrapper);
        return chunk;
    }

    /** One more chunk that the thread fills. */
    void add(RootChunk chunk) {
        chunk.setPrevious(last);
        last = chunk;
    }

    MutatorSlot.Position outer() {
        return outer;
    }

    void setOuter(MutatorSlot.Position position) {
        outer = position;
    }

    /** Whether the calling thread may use what was got in this scope. */
    boolean isUsable() {
        return Thread.currentThread() == owner && !isClosed;
    }

    /** Why it may not. */
    SharedMemoryException refusal() {
        if (Thread.currentThread() != owner) {
            return new SharedMemoryException(Reason.STATE, "a shared object was got in a scope of thread '" + owner.getName() + "', and may be used in that thread alone, not in '"
                            + Thread.currentThread().getName() + "': get it in this thread, or hand on what keep of the scope gives");
        }
        return new SharedMemoryException(Reason.STATE, "a shared object was got in a scope that is closed by now: get it again, or keep it (keep of the scope) before the scope is closed");
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** Throws SharedMemoryException (STATE) unless it is the innermost open scope of the calling thread. */
    private Mutator mutator(String act) {
        if (Thread.currentThread() != owner) {
            throw new SharedMemoryException(Reason.STATE, "a scope of thread '" + owner.getName() + "' cannot " + act + " in '" + Thread.currentThread().getName() + "'; nothing was done");
        }
        Mutator mutator = Mutator.current();
        if (mutator.scope() != this) {
            throw new SharedMemoryException(Reason.STATE, (isClosed ? "a scope that is closed cannot " : "a scope in which another one is open cannot ") + act
                            + (isClosed ? "" : ": close the inner one first") + "; nothing was done");
        }
        return mutator;
    }

    /** Roots an object, which the caller holds by another chunk, where the thread will go on; returns the chunk. */
    public RootChunk keep(long address) {
        return mutator("keep an object").keep(this, Segment.reference(address));
    }

    /** How a scope is closed. */
    public enum Ending {
        /** By what opened it, around code of the program: then nothing that ran meanwhile can still be going on. */
        LEXICAL,
        /** By the program, which may be in code that this library called: the stack is looked at, in 1.4 us. */
        BY_PROGRAM,
        /** The same in a guest language, where that takes 60 us: so it is done once for several scopes, whose memory waits for it. */
        BY_GUEST
    }

    /** Gives up all roots of the scope. The second time it does nothing. */
    public void close(Ending ending) {
        if (isClosed && Thread.currentThread() == owner) {
            return;
        }
        Mutator mutator = mutator("be closed");
        isClosed = true;
        long retained = mutator.closeScope(this);
        if (ending == Ending.LEXICAL) {
            RootChunk.free(mutator, last);
        } else if (mutator.await(last, ending == Ending.BY_GUEST ? 1 + retained / GUEST_BYTES : GUEST_SCOPES)) {
            RootChunk waiting = mutator.takeWaiting();
            if (!isInRuntime()) {
                RootChunk.free(mutator, waiting);
            }
        }
        last = null;
    }

    /**
     * Whether the program closes the scope in code that this library called, for instance in a comparator: then the caller may have addresses of objects of the scope.
     * The private collector sees when it has them no more.
     */
    private static boolean isInRuntime() {
        return STACK.walk(frames -> frames.map(frame -> frame.getDeclaringClass()).dropWhile(RootScope::isRuntime).anyMatch(type -> isRuntime(type) && !isPassage(type)));
    }

    private static boolean isRuntime(Class<?> type) {
        String name = type.getPackageName();
        return name.equals(API) || RUNTIME.stream().anyMatch(runtime -> name.startsWith(runtime) && !name.startsWith(LAUNCHER));
    }

    /** These run code of the program and do nothing with objects afterwards. */
    private static boolean isPassage(Class<?> type) {
        return type == colors.SharedMemory.class || type == colors.SharedScope.class;
    }
}
