// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.runtime.Shared;

/**
 * What every shared container can do. Each call is one atomic operation of the core, for all processes. Values and keys are core
 * values: Long, Double, Boolean, String, null and {@link Shared}. Throws {@link colors.SharedMemoryException} when memory is full.
 */
public interface ContainerCore extends Shared {
    /** What {@code get} and {@code remove} return when there is no such element. */
    Object ABSENT = new Object() {
        @Override
        public String toString() {
            return "absent";
        }
    };

    /** How many elements there are. */
    int size();

    /** Whether contents can never change again. Every change of such a container throws an exception with reason STATE. */
    boolean isFrozen();

    /** Removes all elements. */
    void clear();
}
