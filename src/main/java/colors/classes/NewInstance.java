// SPDX-License-Identifier: Apache-2.0
package colors.classes;

import colors.interfaces.InstanceClasses;
import colors.memory.Segment;
import colors.names.Preparation;
import colors.roots.Mutator;
import colors.shapes.Allocation;
import java.lang.invoke.MethodHandle;

/**
 * Allocates instances of one prepared class. A record because C2 folds the components of a constant record.
 *
 * @param make (granules, chunk)Object
 */
public record NewInstance(Allocation allocation, MethodHandle make) {

    public static NewInstance of(ClassMapping<?> type) {
        return new NewInstance(Allocation.of(type.shape()), InstanceClasses.maker(type.type()));
    }

    public Object allocate() {
        Mutator mutator = Mutator.current();
        int granules = Segment.granules(allocation.allocate(mutator));
        try {
            return (Object) make.invokeExact(granules, mutator.wrapperChunk());
        } catch (Throwable e) {
            throw Preparation.rethrow(e);
        }
    }
}
