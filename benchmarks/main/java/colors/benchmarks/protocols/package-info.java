// SPDX-License-Identifier: Apache-2.0

/**
 * Suites of other protocols and programs over shared memory: gRPC, Thrift, what the JDK has, Cassandra and HDFS.
 */
package colors.benchmarks.protocols;
