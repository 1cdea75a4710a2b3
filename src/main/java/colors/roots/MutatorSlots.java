// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Native;
import colors.memory.Segment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The mutator slots of this process. A thread that needs one takes over what another thread has no more use for, before
 * one more is claimed.
 */
final class MutatorSlots {
    private static final int NEAR = 16; // slots that are looked at before one more is claimed
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static volatile MutatorSlot[] all = {}; // replaced by who has MutatorSlots.class locked
    private static int hand; // where the next search begins; a hint

    private MutatorSlots() {}

    static int count() {
        return all.length;
    }

    /** A slot for the calling thread, whose mutator it is. */
    static MutatorSlot take(Mutator taker) {
        MutatorSlot[] slots = all;
        MutatorSlot slot = search(slots, taker, Math.min(NEAR, slots.length));
        return slot != null ? slot : claim(taker);
    }

    private static MutatorSlot search(MutatorSlot[] slots, Mutator taker, int most) {
        int start = hand;
        for (int i = 0; i < most; i++) {
            int at = Math.floorMod(start + i, slots.length);
            if (slots[at].tryTake(taker)) {
                hand = at - 1; // what is near was used lately, so it is in caches
                if (taker instanceof PlatformMutator) {
                    Native.slotPass(slots[at].address - Segment.BASE);
                }
                return slots[at];
            }
        }
        hand = start + most;
        return null;
    }

    /**
     * Claims one more. When there is none, all of this process are looked at; who then runs in a virtual thread will
     * soon have no use for its own.
     */
    private static MutatorSlot claim(Mutator taker) {
        long end = 0;
        for (int reclaims = 1; ; ) {
            try {
                return add(new MutatorSlot(Native.slotClaim(), taker));
            } catch (SharedMemoryException e) {
                if (e.reason() != Reason.MEMORY && e.reason() != Reason.QUOTA) {
                    throw e;
                }
                MutatorSlot[] slots = all;
                MutatorSlot slot = search(slots, taker, slots.length);
                if (slot != null) {
                    return slot;
                }
                long now = System.nanoTime();
                end = end == 0 ? now + PATIENCE_NS : end;
                // the chunks of dead wrappers have memory
                if (now - end > 0 || !waitForMore() && !RootChunk.reclaimAfter(reclaims++)) {
                    throw e;
                }
            }
        }
    }

    /** Whether a slot will soon be free. */
    private static boolean waitForMore() {
        for (MutatorSlot slot : all) {
            if (slot.isSoonFree()) {
                LockSupport.parkNanos(PAUSE_NS);
                Thread.yield(); // an interrupted thread does not park
                return true;
            }
        }
        return false;
    }

    private static synchronized MutatorSlot add(MutatorSlot slot) {
        MutatorSlot[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = slot;
        all = more;
        return slot;
    }

    /** Now and then: gives back what was not used for a while. */
    static void sweep() {
        Set<MutatorSlot> given = new HashSet<>();
        for (MutatorSlot slot : all) {
            if (slot.sweep()) {
                given.add(slot);
            }
        }
        if (!given.isEmpty()) {
            remove(given);
        }
    }

    private static synchronized void remove(Set<MutatorSlot> given) {
        all = Arrays.stream(all).filter(slot -> !given.contains(slot)).toArray(MutatorSlot[]::new);
    }
}
