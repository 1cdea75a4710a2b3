// SPDX-License-Identifier: Apache-2.0
package colors.truffle;

import colors.heap.Heap;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.truffle.container.SharedContainer;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.Assembly;
import colors.truffle.message.ObjectMessages;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
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
