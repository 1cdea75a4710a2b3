// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.roots.RootChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/** Views of shared memory that keep what they show alive. */
public final class Views {
    private Views() {}

    /** The same memory; the chunk in which its object is logged lives as long as the view. */
    public static MemorySegment keeping(MemorySegment memory, RootChunk chunk) {
        Arena arena = Arena.ofAuto();
        return memory.reinterpret(arena, view -> Reference.reachabilityFence(chunk));
    }
}
