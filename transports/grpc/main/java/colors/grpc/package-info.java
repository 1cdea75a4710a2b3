// SPDX-License-Identifier: Apache-2.0

/**
 * A channel and a server for grpc-java between processes of one machine, over shared memory: existing services and
 * stubs need another builder and no other change. {@link colors.grpc.ColorsServerBuilder} and {@link
 * colors.grpc.ColorsChannelBuilder} are where to begin.
 */
package colors.grpc;
