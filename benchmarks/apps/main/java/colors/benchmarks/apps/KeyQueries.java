// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import java.util.List;
import org.apache.thrift.TException;

/** The queries of keys that are measured: of each size, in one range. */
final class KeyQueries {
    static final String TABLE = "bench";
    static final String COLUMN_FAMILY = "users";
    private static final int KEYS = 1024;

    private static final String FIRST = key(0);
    private static final String LAST = key(KEYS - 1);

    private KeyQueries() {}

    static String key(int number) {
        return "user%08d".formatted(number);
    }

    static KeyRange of(int size) {
        return new KeyRange(TABLE, COLUMN_FAMILY, FIRST, LAST, size, "ONE");
    }

    /** Puts the keys there. */
    static void prepare(KeyStore store) {
        store.create(TABLE, COLUMN_FAMILY);
        for (int i = 0; i < KEYS; i++) {
            store.insert(TABLE, COLUMN_FAMILY, key(i), "a value");
        }
    }

    private static long read(String key) {
        return key.length() + key.charAt(key.length() - 1);
    }

    /** As private objects. */
    static final class OverThrift implements AppCaller {
        private final ThriftKeys keys;

        OverThrift(int port) throws TException {
            keys = new ThriftKeys(ThriftMessages.to(port));
        }

        @Override
        public long call(int size) throws TException {
            List<String> answer = keys.getKeyRange(of(size));
            long sum = 0;
            for (int i = 0; i < answer.size(); i++) {
                sum += read(answer.get(i));
            }
            return sum;
        }

        @Override
        public void close() {
            keys.close();
        }
    }

    /** As the cache's own, shared ones. */
    static final class OverColors implements AppCaller {
        private final KeyService service = KeyService.SERVICE.client(KeyService.class);

        @Override
        public long call(int size) throws Exception {
            KeyRange query = of(size);
            SharedArray<SharedKey> answer = service.getKeyRange(
                    query.table(), query.columnFamily(), query.start(), query.end(), query.most(), query.consistency());
            long sum = 0;
            for (int i = 0, length = answer.size(); i < length; i++) {
                sum += answer.get(i).read();
            }
            return sum;
        }
    }
}
