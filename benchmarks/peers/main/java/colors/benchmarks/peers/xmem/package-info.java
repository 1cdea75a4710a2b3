// SPDX-License-Identifier: Apache-2.0

/**
 * The protocols of Java in bench xmem, each a client whose main is its server: over sockets of TCP and of shared
 * memory, and shared objects in their place.
 */
package colors.benchmarks.peers.xmem;
