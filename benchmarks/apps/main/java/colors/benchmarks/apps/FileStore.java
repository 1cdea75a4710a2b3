// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The file system itself: HDFS, by its own client. Thread-safe. */
final class FileStore implements AutoCloseable {
    private final FileSystem files;

    /** Of the name node at that port of the loopback interface. */
    FileStore(int port) throws IOException {
        files = FileSystem.newInstance(URI.create("hdfs://127.0.0.1:" + port), HdfsCluster.configuration());
    }

    boolean exists(String path) throws IOException {
        return files.exists(new Path(path));
    }

    List<FileEntry> listStatus(String path) throws IOException {
        return Arrays.stream(files.listStatus(new Path(path)))
                .map(FileEntry::new)
                .toList();
    }

    void update(FileUpdate update, String path, String argument) throws IOException {
        update.apply(files, new Path(path), argument);
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
