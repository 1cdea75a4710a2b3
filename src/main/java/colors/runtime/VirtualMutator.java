// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.lang.ref.WeakReference;

/**
 * The mutator of a virtual thread. There may be millions of these threads, so they share slots: a thread takes one when it needs it, and another
 * thread may take that away while the first is parked, in no operation, and has no monitor ({@link MutatorSlot}). A virtual
 * thread parks where it waits, so never between the steps of an operation; where it may park although it needs its slot again, it says that it is busy.
 */
final class VirtualMutator extends Mutator {
    private static final int NO_OWNER = -1;
    private static final ThreadLocal<VirtualMutator> OF_THREAD = ThreadLocal.withInitial(VirtualMutator::new);

    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    private MutatorSlot held; // maybe no longer; null before the first use
    private long lease; // of held, when this thread used it last
    private boolean building;
    private boolean calling;

    private VirtualMutator() {
    }

    static Mutator ofThread() {
        return OF_THREAD.get();
    }

    @Override
    Activity activity() {
        Thread owner = thread.get();
        if (owner == null) {
            return Activity.ENDED; // nothing can wake it any more
        }
        return switch (owner.getState()) {
            case TERMINATED -> Activity.ENDED;
            case BLOCKED, WAITING, TIMED_WAITING -> Activity.PARKED;
            case NEW, RUNNABLE -> Activity.RUNNING;
        };
    }

    @Override
    boolean isBusy() {
        return building || calling;
    }

    /** Whether the slot is still this thread's; then it is until the thread parks. */
    private boolean isMine() {
        if (held == null || !held.use(lease)) {
            return false;
        }
        lease++;
        return true;
    }

    @Override
    MutatorSlot mutatorSlot() {
        return held;
    }

    @Override
    long slot() {
        return held.address;
    }

    @Override
    long use() {
        if (!isMine()) {
            held = MutatorSlots.take(this);
            lease = held.lease();
        }
        return held.address;
    }

    @Override
    long build() {
        building = true;
        return use();
    }

    @Override
    public void leave(long seq) {
        super.leave(seq);
        building = false;
    }

    @Override
    long call() {
        calling = true;
        return use();
    }

    @Override
    void returned() {
        calling = false;
    }

    @Override
    void chunkChanged() {
    }

    @Override
    long entries() {
        return held.entries();
    }

    @Override
    public RootChunk chunk() {
        return held == null ? null : held.chunk();
    }

    @Override
    int monitorOwner() {
        return isMine() ? held.monitorOwner : NO_OWNER;
    }
}
