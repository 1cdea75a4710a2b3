// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.io.IOException;
import java.util.List;

/** Fills HDFS, and compares its answers with the cache's in each way, also after each kind of update through it. */
public final class HdfsCheck {
    private static final int SIZE = 16; // of the directory that is changed, and in the end as it was
    private static final String FILE = FileQueries.of(SIZE) + "/new";
    private static final List<Step> STEPS = List.of(
            new Step(FileUpdate.create, FILE, "abc"),
            new Step(FileUpdate.append, FILE, "def"),
            new Step(FileUpdate.chmod, FILE, "600"),
            new Step(FileUpdate.chown, FILE, "somebody:people"),
            new Step(FileUpdate.rename, FILE, FILE + "er"),
            new Step(FileUpdate.rm, FILE + "er", ""),
            new Step(FileUpdate.mkdirs, FILE, ""),
            new Step(FileUpdate.rm, FILE, ""));

    private final AppCheck check = new AppCheck("HDFS");
    private final FileStore store;

    private record Step(FileUpdate update, String path, String argument) {}

    private interface Way {
        void update(FileUpdate update, String path, String argument) throws Exception;
    }

    private HdfsCheck(FileStore store) {
        this.store = store;
    }

    /**
     * The port of the name node, that of the cache's server for Thrift, and Thrift or Colors, in which that serves too.
     */
    public static void main(String[] arguments) throws Exception {
        try (FileStore store = new FileStore(Integer.parseInt(arguments[0]));
                ThriftFiles thrift = new ThriftFiles(ThriftMessages.to(Integer.parseInt(arguments[1])))) {
            FileQueries.prepare(store);
            HdfsCheck check = new HdfsCheck(store);
            check.check.add("Thrift", size -> describe(thrift.listStatus(FileQueries.of(size))));
            if (arguments[2].equals(AppWay.COLORS)) {
                FileService service = FileService.SERVICE.client(FileService.class);
                check.check.add("colors.rpc", size -> describe(service.listStatus(FileQueries.of(size))));
                check.check("colors.rpc", (update, path, argument) -> service.update(update.name(), path, argument));
            }
            check.check("Thrift", thrift::update);
        }
    }

    private void check(String name, Way way) throws Exception {
        for (int size : AppClient.SIZES) {
            check.compare(this::own, size, "at first");
        }
        for (Step step : STEPS) {
            List<String> before = own(SIZE);
            way.update(step.update, step.path, step.argument);
            if (own(SIZE).equals(before)) {
                throw new IllegalStateException("HDFS lists the same after " + step + " over " + name);
            }
            check.compare(this::own, SIZE, "after " + step + " over " + name);
        }
    }

    private List<String> own(int size) throws IOException {
        return describe(store.listStatus(FileQueries.of(size)));
    }

    private static List<String> describe(List<FileEntry> entries) {
        return entries.stream().map(FileEntry::describe).toList();
    }
}
