// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.heap.Binaries;
import colors.memory.Attachment;
import colors.roots.Mutator;
import colors.wrappers.BinaryWrapper;
import java.lang.foreign.MemorySegment;

/** Binaries that Java has no call to make. */
public final class SharedBinaries {
    private SharedBinaries() {}

    /** As Python's bytes. */
    public static byte[] frozen(byte[] bytes) {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        return new BinaryWrapper(Binaries.allocate(mutator, MemorySegment.ofArray(bytes), true), mutator.wrapperChunk())
                .asArray();
    }
}
