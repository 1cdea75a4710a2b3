// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.memory.Layout;

/**
 * Stands for an object that a deep copy will allocate: it has a type but no word yet.
 *
 * @param type one of {@code Layout.TYPE_*}
 * @param className the shared name of its class; empty for containers
 */
public record Unborn(int type, String className) {
    /** An object of a class. */
    public Unborn(String className) {
        this(Layout.TYPE_CLASS, className);
    }
}
