// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import colors.rpc.Service;

/** What Cassandra answers over shared objects. */
public interface KeyService {
    /** Where. */
    Service SERVICE = Service.named("cassandra");

    /** The keys of a range. They are the cache's own, and nobody changes them. */
    SharedArray<SharedKey> getKeyRange(
            String table, String columnFamily, String start, String end, int most, String consistency) throws Exception;

    /** Adds or changes a row. */
    void insert(String table, String columnFamily, String key, String value) throws Exception;

    /** Removes a row. */
    void remove(String table, String columnFamily, String key) throws Exception;
}
