// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.heap.Binaries;
import colors.heap.Flats;
import colors.memory.Segment;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.truffle.context.Assembly;
import colors.truffle.context.ScopeBorder;
import colors.values.Lists;
import colors.values.Maps;
import colors.values.Values;

/**
 * What every shared container can do. Each call is one atomic operation, for all processes, unless it says otherwise.
 * Values and keys are core values: what {@link Values} takes and gives, with containers and objects as their guest
 * wrappers. Thread-safe. Throws {@link colors.SharedMemoryException} when memory is full (MEMORY), or a frozen
 * container is to be changed (STATE).
 */
public abstract sealed class ContainerCore implements Shared permits BinaryCore, FlatCore, ListCore, MapCore {
    /** What {@code get} and {@code remove} return when there is no such element. */
    public static final Object ABSENT = new Object() {
        @Override
        public String toString() {
            return "absent";
        }
    };

    /** Core values, with guest wrappers. */
    public static final Values VALUES = new Values(Assembly.wrappers()::at);

    // of the reference: compilers know the range of the address made from it, and drop bounds checks
    private final int granules;
    private final RootChunk chunk;
    private final boolean frozen;

    ContainerCore(long address, RootChunk chunk, boolean frozen) {
        granules = Segment.granules(address);
        this.chunk = chunk;
        this.frozen = frozen;
    }

    /** Whether objects of a builtin shape are containers or bytes. */
    public static boolean isContainer(int shape) {
        return Lists.isList(shape)
                || Flats.isFlat(shape)
                || shape == Segment.SHAPE_MAP
                || Maps.isSet(shape)
                || Binaries.isBinary(shape);
    }

    @Override
    public final long address() {
        ScopeBorder.check(chunk);
        return Segment.ofGranules(granules);
    }

    /** Whether contents can never change again. */
    public final boolean isFrozen() {
        return frozen;
    }

    @Override
    public final RootChunk chunk() {
        return chunk;
    }

    /** How many elements there are. */
    public abstract int size();

    /** Removes all elements. */
    public abstract void clear();
}
