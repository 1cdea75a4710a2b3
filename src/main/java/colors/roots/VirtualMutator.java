// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import java.lang.ref.WeakReference;

/**
 * The mutator of a virtual thread. There may be millions of these threads, so they share slots: a thread takes one when
 * it needs it, and another thread may take that away while the first is parked, in no operation, and has no monitor
 * ({@link MutatorSlot}). A virtual thread parks where it waits, so never between the steps of an operation; where it
 * may park although it needs its slot again, it says that it is busy.
 */
final class VirtualMutator extends Mutator {
    private static final int NO_OWNER = -1;
    private static final ThreadLocal<VirtualMutator> OF_THREAD = ThreadLocal.withInitial(VirtualMutator::new);

    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    private long lease; // of the slot, when this thread used it last
    private boolean building;
    private boolean calling;

    private VirtualMutator() {
        holdAnother();
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
    Thread thread() {
        return thread.get();
    }

    @Override
    boolean isBusy() {
        return building || calling || scope() != null;
    }

    /** Whether the slot is still this thread's; then it is until the thread parks. */
    private boolean isMine() {
        if (!mutatorSlot().use(lease)) {
            return false;
        }
        lease++;
        return true;
    }

    private void keep() {
        if (!isMine()) {
            try {
                holdAnother();
            } catch (Throwable e) { // without a slot it builds and calls nothing
                building = false;
                calling = false;
                throw e;
            }
        }
    }

    private void holdAnother() {
        hold();
        lease = mutatorSlot().lease();
    }

    @Override
    public void use() {
        keep();
        building = false; // the operation begins that publishes the block
    }

    @Override
    public void build() {
        building = true;
        keep();
    }

    @Override
    void call() {
        calling = true;
        keep();
    }

    @Override
    public void returned() {
        calling = false;
    }

    @Override
    public int monitorOwner() {
        return isMine() ? mutatorSlot().monitorOwner : NO_OWNER;
    }
}
