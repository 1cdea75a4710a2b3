// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.agent.Preparation;
import colors.runtime.Allocation;
import colors.runtime.Mutator;
import colors.runtime.Segment;
import java.lang.invoke.MethodHandle;

/**
 * Allocates instances of one prepared class. A record because C2 folds the components of a constant record.
 *
 * @param make (granules, chunk)Object
 */
record NewInstance(Allocation allocation, MethodHandle make) {

    static NewInstance of(SharedClass<?> type) {
        return new NewInstance(Allocation.of(type.shape()), Preparation.maker(type.type()));
    }

    Object allocate() {
        Mutator mutator = Mutator.current();
        int granules = Segment.granules(allocation.allocate(mutator));
        try {
            return (Object) make.invokeExact(granules, mutator.wrapperChunk());
        } catch (Throwable e) {
            throw Preparation.rethrow(e);
        }
    }
}
