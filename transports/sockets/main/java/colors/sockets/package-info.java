// SPDX-License-Identifier: Apache-2.0

/**
 * Sockets of {@code java.net} between processes of one machine, over shared memory, for what takes a Socket, and
 * factories of them for Java RMI.
 */
package colors.sockets;
