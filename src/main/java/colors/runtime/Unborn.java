// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/**
 * Stands for an object that a deep copy will allocate: it has a type but no word yet.
 *
 * @param className the shared name of its class
 */
public record Unborn(String className) {
}
