// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.util.List;
import java.util.Map;

/** Makes what only Python programs make: containers that never change. The mutator's current chunk roots them. */
public final class Frozen {
    private Frozen() {
    }

    public static long tuple(List<?> values) {
        Mutator mutator = Mutator.current();
        long tuple = Parts.container(mutator, Segment.SHAPE_TUPLE);
        Lists.fill(mutator, tuple, values);
        return tuple;
    }

    public static long set(Map<?, ?> keys) {
        Mutator mutator = Mutator.current();
        long set = Parts.container(mutator, Segment.SHAPE_FROZEN_SET);
        Maps.Filler filler = new Maps.Filler(mutator, set, keys.size());
        for (Object key : keys.keySet()) {
            Heap.storeTagged(mutator, filler.key(), Values.wordOf(mutator, key));
            filler.next();
            filler.add(key);
        }
        filler.finish();
        return set;
    }

    public static long bytes(byte[] bytes) {
        return Binaries.allocate(Mutator.current(), java.lang.foreign.MemorySegment.ofArray(bytes), true);
    }

    public static RootChunk chunk() {
        return Mutator.current().chunk();
    }
}
