// SPDX-License-Identifier: Apache-2.0

/** Streams of bytes between two processes over shared memory: what the transports for gRPC and Thrift have in common. */
package colors.stream;
