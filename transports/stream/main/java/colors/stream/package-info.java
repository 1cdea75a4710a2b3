// SPDX-License-Identifier: Apache-2.0

/** Streams of bytes between two processes, in shared memory: what the transports for gRPC and Thrift are made on. */
package colors.stream;
