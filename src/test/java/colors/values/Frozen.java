// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.roots.Mutator;
import colors.roots.RootChunk;
import java.util.List;
import java.util.Map;

/** Makes what only Python programs make: containers that never change. The mutator's current chunk roots them. */
public final class Frozen {
    private Frozen() {}

    public static long tuple(List<?> values) {
        return new GraphBuilder().frozen(FrozenValue.list(values.toArray()), 0);
    }

    public static long set(Map<?, ?> keys) {
        return new GraphBuilder().frozen(FrozenValue.set(keys.keySet().toArray()), 0);
    }

    public static long bytes(byte[] bytes) {
        return new GraphBuilder().frozen(FrozenValue.binary(bytes), 0);
    }

    public static RootChunk chunk() {
        return Mutator.current().chunk();
    }
}
