// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

/**
 * The arguments of Cassandra's query get_key_range, by which its answer is cached.
 *
 * @param table what Cassandra calls a keyspace today
 * @param columnFamily what Cassandra calls a table today
 * @param start the first key that may be in the answer
 * @param end the last one
 * @param most keys in the answer
 * @param consistency a level: ONE, QUORUM, ...
 */
record KeyRange(String table, String columnFamily, String start, String end, int most, String consistency) {
    /** Whether this key would be in the answer, but for {@code most}. */
    boolean has(String aTable, String aColumnFamily, String key) {
        return table.equals(aTable)
                && columnFamily.equals(aColumnFamily)
                && start.compareTo(key) <= 0
                && key.compareTo(end) <= 0;
    }
}
