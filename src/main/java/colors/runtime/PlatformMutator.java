// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.lang.ref.WeakReference;

/** The mutator of a platform thread, which has one slot as long as it lives. */
final class PlatformMutator extends Mutator {
    private static final ThreadLocal<PlatformMutator> OF_THREAD = ThreadLocal.withInitial(PlatformMutator::new);

    final long ownerId = Thread.currentThread().threadId(); // an id, not the thread: the table of mutators must not keep threads alive
    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
    private final MutatorSlot mutatorSlot;
    private final long slot; // its absolute address
    private final int monitorOwner;
    private long entries; // of the current chunk
    private RootChunk chunk; // keeps the current chunk's entries roots

    private PlatformMutator() {
        mutatorSlot = MutatorSlots.take(this);
        slot = mutatorSlot.address;
        monitorOwner = mutatorSlot.monitorOwner;
        chunkChanged();
    }

    static PlatformMutator ofThread() {
        return OF_THREAD.get();
    }

    @Override
    Activity activity() {
        Thread owner = thread.get();
        return owner != null && owner.isAlive() ? Activity.RUNNING : Activity.ENDED;
    }

    @Override
    boolean isBusy() {
        return false;
    }

    @Override
    MutatorSlot mutatorSlot() {
        return mutatorSlot;
    }

    @Override
    long slot() {
        return slot;
    }

    @Override
    long use() {
        return slot;
    }

    @Override
    long build() {
        return slot;
    }

    @Override
    long call() {
        return slot;
    }

    @Override
    void returned() {
    }

    @Override
    void chunkChanged() {
        entries = mutatorSlot.entries();
        chunk = mutatorSlot.chunk();
    }

    @Override
    long entries() {
        return entries;
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    @Override
    int monitorOwner() {
        return monitorOwner;
    }
}
