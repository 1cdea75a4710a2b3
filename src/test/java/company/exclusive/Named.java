// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

/** An interface, which has no instances of its own. */
public interface Named {
    Object tag();

    default String label() {
        return getClass().getSimpleName() + ":" + tag();
    }
}
