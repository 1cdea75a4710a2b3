// SPDX-License-Identifier: Apache-2.0

/**
 * The API: what a program imports, and nothing else. Interfaces, annotations and exceptions; {@link
 * colors.SharedMemory} is the one class that uses the packages behind them, and {@link colors.Monitors} the one with
 * static methods of its own.
 *
 * <p>Objects are the program's own classes with the agent, instances of interfaces with {@link colors.SharedName}, or
 * {@link colors.Ref} with the handles of {@link colors.SharedClass}. Containers, {@link colors.Repository} and {@link
 * colors.Channel} have the types of what they hold ({@link colors.ValueType}).
 */
package colors;
