// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import colors.memory.Layout;
import colors.memory.Segment;

/**
 * Something that stands for a shared object: an address, and the root-log chunk that keeps the object alive meanwhile.
 */
public interface Shared {
    /**
     * The absolute address of the object; valid as long as this wrapper is reachable (use a reachability fence) and the
     * scope open in which it was got. Wrappers that the program has throw SharedMemoryException (STATE) when the
     * calling thread may not use it: {@link ScopeCheck}.
     */
    long address();

    /** The chunk in which the object is logged. */
    RootChunk chunk();

    /** A hash by identity, the same in every wrapper and process. */
    static int identityHash(long address) {
        return Long.hashCode(Segment.reference(address) >>> Layout.GRANULE_SHIFT) * 31;
    }
}
