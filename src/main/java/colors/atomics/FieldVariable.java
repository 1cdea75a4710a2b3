// SPDX-License-Identifier: Apache-2.0
package colors.atomics;

import colors.roots.Shared;
import java.util.function.UnaryOperator;

/**
 * A field of shared objects as Java's VarHandles and field updaters take it: values are of the field's Java type.
 * Thread-safe.
 */
public interface FieldVariable {
    /**
     * Replaces the value in one step for all threads of all processes; the function may be called again, and leaves the
     * value by {@link Atomics#KEEP}.
     *
     * @return the value that was there
     */
    Object update(Shared object, UnaryOperator<Object> next);
}
