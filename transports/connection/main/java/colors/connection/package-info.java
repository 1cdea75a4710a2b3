// SPDX-License-Identifier: Apache-2.0

/**
 * Connections that carry bytes between two processes, in shared memory: what sockets and the transports for gRPC and
 * Thrift are made on.
 */
package colors.connection;
