// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

/**
 * The parameter of the constructor that the agent adds to prepared classes: it leaves the fields alone. Always null.
 */
public final class Marker {
    private Marker() {}
}
