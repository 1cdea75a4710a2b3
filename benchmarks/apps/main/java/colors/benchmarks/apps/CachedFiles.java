// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import java.util.List;

/** HDFS with a cache of listStatus in front of it. Updates go through this. */
final class CachedFiles {
    private final FileStore store;
    private final Cache<String, FileEntry, SharedArray<FileEntry>> cache;

    /** With answers as shared objects, too, for which the entries are shared ones; or without. */
    CachedFiles(FileStore store, boolean isShared) {
        this.store = store;
        cache = new Cache<>(store::listStatus, isShared ? CachedFiles::share : _ -> null);
    }

    private static SharedArray<FileEntry> share(List<FileEntry> entries) {
        SharedArray<FileEntry> shared =
                SharedArray.<Object>create(Object.class, entries.size()).as(FileEntry.class);
        for (int i = 0; i < entries.size(); i++) {
            shared.set(i, entries.get(i));
        }
        return shared;
    }

    List<FileEntry> entries(String path) throws Exception {
        return cache.entries(path);
    }

    SharedArray<FileEntry> shared(String path) throws Exception {
        return cache.shared(path);
    }

    void update(FileUpdate update, String path, String argument) throws Exception {
        cache.update(directory -> update.conflicts(directory, path, argument), () -> {
            store.update(update, path, argument);
            return null;
        });
    }
}
