// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.runtime.Attachment;
import colors.runtime.FrozenValue;
import colors.runtime.GraphBuilder;
import colors.runtime.Lists;
import colors.runtime.Maps;
import colors.runtime.Mutator;

/** Makes containers in shared memory. Each throws {@link colors.SharedMemoryException} (MEMORY, DAEMON). */
public final class NewContainer {
    private NewContainer() {
    }

    public static SharedList list() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long list = Lists.allocate(mutator);
        return SharedContainer.list(new ListCore(list, mutator.wrapperChunk(), false));
    }

    public static SharedMap map() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long map = Maps.allocateMap(mutator);
        return new SharedMap(new MapCore(map, mutator.wrapperChunk(), false));
    }

    public static SharedSet set() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long set = Maps.allocateSet(mutator);
        return new SharedSet(new MapCore(set, mutator.wrapperChunk(), false));
    }

    /** Bytes that can be changed. */
    public static SharedBinary binary(byte[] bytes) {
        Attachment.ensure();
        var builder = new GraphBuilder();
        long binary = builder.binary(bytes, 0);
        return SharedContainer.binary(new BinaryCore(binary, builder.chunk(), false));
    }

    /** A frozen container. */
    public static SharedContainer frozen(FrozenValue value) {
        Attachment.ensure();
        var builder = new GraphBuilder();
        long container = builder.frozen(value, 0);
        return SharedContainer.at(container, builder.chunk());
    }
}
