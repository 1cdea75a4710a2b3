// SPDX-License-Identifier: Apache-2.0

/** Services in guest languages: calls that they make and execute (docs/rpc.md). Uses the calls of the runtime. */
package colors.truffle.service;
