// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.SharedMemoryException;
import java.lang.ref.WeakReference;

/** The mutator of a platform thread, which has one slot as long as it lives. */
final class PlatformMutator extends Mutator {
    private static final ThreadLocal<PlatformMutator> OF_THREAD = new ThreadLocal<>();

    // an id, not the thread: the table of mutators must not keep threads alive
    final long ownerId = Thread.currentThread().threadId();
    boolean sharesNew = SharedMode.withoutMutator();

    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());

    private PlatformMutator() {
        hold();
        if (mutatorSlot().lease() != 0) {
            leavePredecessorsChunk();
        }
    }

    /** What the thread that had the slot read and made stays alive only as long as its wrappers do. */
    private void leavePredecessorsChunk() {
        try {
            nextChunk();
        } catch (SharedMemoryException e) {
            // all chunks are in use: that one has room
        }
    }

    static PlatformMutator ofThread() {
        PlatformMutator made = OF_THREAD.get();
        if (made == null) {
            made = new PlatformMutator();
            OF_THREAD.set(made);
        }
        return made;
    }

    /** That of the calling thread; null: it has none yet. */
    static PlatformMutator made() {
        return OF_THREAD.get();
    }

    @Override
    Activity activity() {
        Thread owner = thread.get();
        return owner != null && owner.isAlive() ? Activity.RUNNING : Activity.ENDED;
    }

    @Override
    Thread thread() {
        return thread.get();
    }

    @Override
    boolean isBusy() {
        return false;
    }

    @Override
    public void use() {}

    @Override
    public void build() {}

    @Override
    void call() {}

    @Override
    public void returned() {}

    @Override
    public int monitorOwner() {
        return mutatorSlot().monitorOwner;
    }
}
