// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import java.util.List;

/** Fills Cassandra, and compares its answers with the cache's in each way, also after updates through the cache. */
public final class CassandraCheck {
    private static final int[] SIZES = {1, 7, 1024};
    private static final String NEW_KEY = KeyQueries.key(3) + "a";

    private final AppCheck check = new AppCheck("Cassandra");
    private final KeyStore store;
    private final ThriftKeys thrift;

    private CassandraCheck(KeyStore store, ThriftKeys thrift) {
        this.store = store;
        this.thrift = thrift;
        check.add("Thrift", size -> thrift.getKeyRange(KeyQueries.of(size)));
    }

    /** The port of Cassandra, that of the cache's server for Thrift, and Thrift or Colors, in which that serves too. */
    public static void main(String[] arguments) throws Exception {
        try (KeyStore store = new KeyStore(Integer.parseInt(arguments[0]));
                ThriftKeys thrift = new ThriftKeys(ThriftMessages.to(Integer.parseInt(arguments[1])))) {
            KeyQueries.prepare(store);
            CassandraCheck check = new CassandraCheck(store, thrift);
            if (arguments[2].equals(AppWay.COLORS)) {
                check.checkShared(KeyService.SERVICE.client(KeyService.class));
            } else {
                check.compare("at first");
                thrift.insert(KeyQueries.TABLE, KeyQueries.COLUMN_FAMILY, NEW_KEY, "new");
                check.checkNewKey("an insert over Thrift");
            }
        }
    }

    private void checkShared(KeyService service) throws Exception {
        check.add("colors.rpc", size -> shared(service, KeyQueries.of(size)));
        compare("at first");
        service.insert(KeyQueries.TABLE, KeyQueries.COLUMN_FAMILY, NEW_KEY, "new");
        checkNewKey("an insert over colors.rpc");
    }

    private void checkNewKey(String update) throws Exception {
        expectNewKey(true);
        compare("after " + update);
        thrift.remove(KeyQueries.TABLE, KeyQueries.COLUMN_FAMILY, NEW_KEY);
        expectNewKey(false);
        compare("after a remove over Thrift");
    }

    private void expectNewKey(boolean isThere) {
        if (store.getKeyRange(KeyQueries.of(SIZES[1])).contains(NEW_KEY) != isThere) {
            throw new IllegalStateException(
                    NEW_KEY + (isThere ? " was inserted and is missing" : " was removed and is there"));
        }
    }

    private void compare(String when) throws Exception {
        for (int size : SIZES) {
            check.compare(this::own, size, when);
        }
    }

    private List<String> own(int size) {
        List<String> own = store.getKeyRange(KeyQueries.of(size));
        if (own.size() != size) {
            throw new IllegalStateException("Cassandra gave " + own.size() + " keys where " + size + " are there");
        }
        return own;
    }

    private static List<String> shared(KeyService service, KeyRange query) throws Exception {
        SharedArray<SharedKey> answer = service.getKeyRange(
                query.table(), query.columnFamily(), query.start(), query.end(), query.most(), query.consistency());
        return answer.stream().map(SharedKey::key).toList();
    }
}
