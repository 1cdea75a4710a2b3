// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.roots.Shared;

/**
 * A private object that is looked for in a shared map or set, of a class that says how its instances compare. It is
 * equal to no value, and is never stored.
 */
public interface PrivateKey {
    /** The hash that {@link Equality.Objects#hash} gives for an equal shared object. */
    int hash();

    /** Whether it is equal to a shared object. */
    boolean equal(Shared object);
}
