// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.heap.Flats;
import colors.memory.Attachment;
import colors.roots.Mutator;
import colors.truffle.container.core.BinaryCore;
import colors.truffle.container.core.FlatCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.container.core.MapCore;
import colors.values.FrozenValue;
import colors.values.GraphBuilder;
import colors.values.Lists;
import colors.values.Maps;
import com.oracle.truffle.api.interop.InteropException;

/** Makes containers in shared memory. Each throws {@link colors.SharedMemoryException} (MEMORY, DAEMON). */
public final class NewContainer {
    private NewContainer() {}

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

    /** A flat array of zeros. Throws {@link colors.SharedMemoryException} (ARGUMENT) when it is too long. */
    public static SharedFlat flat(int kind, int length) {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long array = Flats.allocate(mutator, kind, length);
        return SharedContainer.flat(new FlatCore(array, mutator.wrapperChunk()));
    }

    /** A flat array with these elements. */
    public static SharedFlat flat(FlatContents contents) throws InteropException {
        SharedFlat array = flat(contents.kind(), contents.size());
        contents.copyTo(array.core(), 0);
        return array;
    }

    /** A frozen container. */
    public static SharedContainer frozen(FrozenValue value) {
        Attachment.ensure();
        var builder = new GraphBuilder();
        long container = builder.frozen(value, 0);
        return SharedContainer.at(container, builder.chunk());
    }
}
