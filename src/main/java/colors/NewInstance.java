// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.agent.SharedSubclass;
import colors.runtime.Heap;
import colors.runtime.Mutator;
import colors.runtime.Segment;
import java.lang.invoke.MethodHandle;

/**
 * Allocates instances of one prepared class. A record because C2 folds the components of a constant record.
 *
 * @param make (granules, chunk)Object
 */
record NewInstance(int shapeId, int slots, MethodHandle make) {

    static NewInstance of(SharedClass<?> type) {
        return new NewInstance(type.shape().id(), type.shape().inlineSlots(), SharedSubclass.of(type.type()).make());
    }

    Object allocate() {
        Mutator mutator = Mutator.current();
        long object = Heap.allocate(mutator, shapeId, slots);
        try {
            return (Object) make.invokeExact(Segment.granules(object), mutator.chunk());
        } catch (Throwable e) {
            throw SharedSubclass.rethrow(e);
        }
    }
}
