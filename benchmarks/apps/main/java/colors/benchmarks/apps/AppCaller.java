// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

/** A client of a cached query. */
interface AppCaller extends AutoCloseable {
    /** Asks for an answer of that many entries, and reads each field of each. What it has read, as a sum. */
    long call(int size) throws Exception;

    @Override
    default void close() {}
}
