// SPDX-License-Identifier: Apache-2.0
package colors.truffle;

import colors.runtime.Heap;
import colors.runtime.RootChunk;
import colors.runtime.Shared;
import colors.truffle.container.ContainerCore;
import colors.truffle.container.SharedContainer;
import colors.truffle.interop.ObjectMessages;
import colors.truffle.interop.SharedClass;
import colors.truffle.interop.SharedObject;
import com.oracle.truffle.api.interop.TruffleObject;

/** Stands for objects by {@link ObjectMessages}, and for containers by the {@link SharedContainer} of their kind. */
final class AllWrappers implements Assembly.Wrappers {
    @Override
    public Shared at(long address, RootChunk chunk) {
        int shape = Heap.shapeId(address);
        return ContainerCore.isContainer(shape) ? container(shape, address, chunk) : SharedObject.of(address, chunk);
    }

    @Override
    public Shared object(long address, RootChunk chunk, TruffleObject type) {
        return new ObjectMessages(address, chunk, (SharedClass) type);
    }

    @Override
    public Shared container(int shape, long address, RootChunk chunk) {
        return SharedContainer.of(shape, address, chunk);
    }
}
