// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/**
 * Mutators of platform threads by thread id, direct-mapped, because a ThreadLocal is slow under partial evaluation. A
 * thread changes and uses its own entry only, but for {@link #forget}.
 */
final class MutatorTable {
    static final int SIZE = 4096; // a power of two
    static final PlatformMutator[] TABLE = new PlatformMutator[SIZE];

    private MutatorTable() {}

    private static int index(long threadId) {
        return (int) threadId & SIZE - 1;
    }

    /** That of the thread with this id, the calling one; null: it has none, or another one's is in its place. */
    static PlatformMutator find(long threadId) {
        PlatformMutator mutator = TABLE[index(threadId)];
        return mutator != null && mutator.ownerId == threadId ? mutator : null;
    }

    static void add(PlatformMutator mutator) {
        TABLE[index(mutator.ownerId)] = mutator;
    }

    /** After its thread's death. */
    static void forget(PlatformMutator mutator) {
        int index = index(mutator.ownerId);
        if (TABLE[index] == mutator) {
            TABLE[index] = null;
        }
    }
}
