// SPDX-License-Identifier: Apache-2.0

/**
 * Calls between programs on one machine, by reference (CoLoRS paper, section 6.2). A service is an ordinary interface
 * or class; its arguments and results are shared objects, which are passed as they are, or private values, which are
 * copied once. {@link colors.rpc.Service} is where to begin; docs/rpc.md tells the whole.
 */
package colors.rpc;
