// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import colors.rpc.Server;

/** The cache in front of HDFS, served over Thrift, or over both Thrift and shared objects. */
public final class HdfsServer implements FileService {
    private final CachedFiles files;

    private HdfsServer(CachedFiles files) {
        this.files = files;
    }

    @Override
    public SharedArray<FileEntry> listStatus(String path) throws Exception {
        return files.shared(path);
    }

    @Override
    public void update(String operation, String path, String argument) throws Exception {
        files.update(FileUpdate.valueOf(operation), path, argument);
    }

    /** The port of the name node, and Thrift or Colors. Prints the port for Thrift, and serves until it is killed. */
    public static void main(String[] arguments) throws Exception {
        boolean isShared = arguments[1].equals(AppWay.COLORS);
        CachedFiles files = new CachedFiles(new FileStore(Integer.parseInt(arguments[0])), isShared);
        try (Server _ = isShared ? serve(files) : null) {
            ThriftMessages.serve(messages -> new ThriftFiles(messages).answer(files));
        }
    }

    private static Server serve(CachedFiles files) {
        return SERVICE.threads(1).serve(FileService.class, new HdfsServer(files));
    }
}
