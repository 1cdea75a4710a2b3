// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/**
 * Knows a root-log chunk beyond its token, the {@link RootChunk}, and who frees it: the thread that finds the token
 * dead, or the one that closes the scope whose chunk it is.
 */
final class ChunkTracker extends PhantomReference<RootChunk> {
    private static ChunkTracker tracked; // head of a doubly linked list, guarded by the class: keeps trackers reachable

    final long entries; // their offset
    /** Of the scope's chunk that was filled before, or null. The scope's thread alone uses it. */
    ChunkTracker before;
    /** Whether the end of its scope does not free it. The scope's thread alone uses it. */
    boolean isPinned;

    private ChunkTracker previous;
    private ChunkTracker next;
    private boolean isClaimed; // guarded by the class

    ChunkTracker(RootChunk chunk, long entries, ReferenceQueue<RootChunk> dead) {
        super(chunk, dead);
        this.entries = entries;
        synchronized (ChunkTracker.class) {
            next = tracked;
            if (next != null) {
                next.previous = this;
            }
            tracked = this;
        }
    }

    /** Who gets true frees the chunk, or has it tracked anew; nobody else does. */
    boolean claim() {
        synchronized (ChunkTracker.class) {
            if (isClaimed) {
                return false;
            }
            isClaimed = true;
            if (next != null) {
                next.previous = previous;
            }
            if (previous != null) {
                previous.next = next;
            } else {
                tracked = next;
            }
        }
        clear();
        return true;
    }

    boolean isClaimed() {
        synchronized (ChunkTracker.class) {
            return isClaimed;
        }
    }
}
