// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import java.io.IOException;
import java.util.List;
import org.apache.thrift.TException;

/** The directories that are listed: one of each size. */
final class FileQueries {
    private static final String FOLDER = "/user/bench/";

    private FileQueries() {}

    static String of(int size) {
        return FOLDER + size;
    }

    static String file(int size, int number) {
        return "%s/part-%05d".formatted(of(size), number);
    }

    /** Makes what is missing. One file in 16 has a content; the others would take long. */
    static void prepare(FileStore store) throws IOException {
        for (int size : AppClient.SIZES) {
            boolean isThere = store.exists(file(size, size - 1));
            for (int i = 0; i < size && !isThere; i++) {
                store.update(FileUpdate.create, file(size, i), i % 16 == 0 ? "content" : "");
            }
        }
    }

    /** As private objects. */
    static final class OverThrift implements AppCaller {
        private final ThriftFiles files;

        OverThrift(int port) throws TException {
            files = new ThriftFiles(ThriftMessages.to(port));
        }

        @Override
        public long call(int size) throws TException {
            List<FileEntry> answer = files.listStatus(of(size));
            long sum = 0;
            for (int i = 0; i < answer.size(); i++) {
                sum += answer.get(i).read();
            }
            return sum;
        }

        @Override
        public void close() {
            files.close();
        }
    }

    /** As the cache's own, shared ones. */
    static final class OverColors implements AppCaller {
        private final FileService service = FileService.SERVICE.client(FileService.class);

        @Override
        public long call(int size) throws Exception {
            SharedArray<FileEntry> answer = service.listStatus(of(size));
            long sum = 0;
            for (int i = 0, length = answer.size(); i < length; i++) {
                sum += answer.get(i).read();
            }
            return sum;
        }
    }
}
