// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.roots.RootChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** Views of shared memory that keep what they show alive. */
public final class Views {
    private Views() {}

    /**
     * The same memory; the chunk in which its object is logged lives as long as the view. That of a scope ends with the
     * scope. Another one has an arena that nobody closes: unlike an automatic one it has no cleaner, which would hold
     * the chunk until a first private collection found the view dead, so that only a second one found the chunk dead.
     */
    @SuppressWarnings("MustBeClosedChecker") // the arena has no memory of its own
    public static MemorySegment keeping(MemorySegment memory, RootChunk chunk) {
        return chunk.scope() != null
                ? memory.reinterpret(chunk.views(), null)
                : memory.reinterpret(Arena.ofShared(), view -> Reference.reachabilityFence(chunk));
    }
}
