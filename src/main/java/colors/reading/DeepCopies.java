// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.copying.GraphCopier;
import colors.handles.RecordReader;
import colors.roots.Shared;
import colors.wrappers.Copies;

/** Deep copies by {@link GraphCopier} and {@link RecordReader}. */
@SuppressWarnings("exports") // Copies and Shared are the core's
public final class DeepCopies implements Copies {
    /** Found by its name. */
    public DeepCopies() {}

    @Override
    public Shared in(Object original) {
        return GraphCopier.copy(original);
    }

    @Override
    public Object record(Class<?> type, Shared object) {
        return RecordReader.read(type, object);
    }
}
