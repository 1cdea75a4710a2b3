// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import java.util.List;

/** Cassandra with a cache of key ranges in front of it. Updates go through this. */
final class CachedKeys {
    private final KeyStore store;
    private final Cache<KeyRange, String, SharedArray<SharedKey>> cache;

    /** With answers as shared objects, too, or without. */
    CachedKeys(KeyStore store, boolean isShared) {
        this.store = store;
        cache = new Cache<>(store::getKeyRange, isShared ? CachedKeys::share : _ -> null);
    }

    private static SharedArray<SharedKey> share(List<String> keys) {
        SharedArray<SharedKey> shared =
                SharedArray.<Object>create(Object.class, keys.size()).as(SharedKey.class);
        for (int i = 0; i < keys.size(); i++) {
            shared.set(i, new SharedKey(keys.get(i)));
        }
        return shared;
    }

    List<String> entries(KeyRange query) throws Exception {
        return cache.entries(query);
    }

    SharedArray<SharedKey> shared(KeyRange query) throws Exception {
        return cache.shared(query);
    }

    void insert(String table, String columnFamily, String key, String value) throws Exception {
        cache.update(query -> query.has(table, columnFamily, key), () -> {
            store.insert(table, columnFamily, key, value);
            return null;
        });
    }

    void remove(String table, String columnFamily, String key) throws Exception {
        cache.update(query -> query.has(table, columnFamily, key), () -> {
            store.remove(table, columnFamily, key);
            return null;
        });
    }
}
