// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import java.util.List;
import org.apache.thrift.TException;

/** Fills Cassandra, and compares the answers over both ways with its own, also after updates over either. */
public final class CassandraCheck {
    private static final int[] SIZES = {1, 7, 1024};
    private static final String NEW_KEY = KeyQueries.key(3) + "a";

    private final KeyStore store;
    private final ThriftKeys thrift;
    private final KeyService service = KeyService.SERVICE.client(KeyService.class);

    private CassandraCheck(KeyStore store, ThriftKeys thrift) {
        this.store = store;
        this.thrift = thrift;
    }

    /** The port of Cassandra, and that of the cache's server for Thrift. */
    public static void main(String[] arguments) throws Exception {
        try (KeyStore store = new KeyStore(Integer.parseInt(arguments[0]));
                ThriftKeys thrift = new ThriftKeys(ThriftMessages.to(Integer.parseInt(arguments[1])))) {
            KeyQueries.prepare(store);
            new CassandraCheck(store, thrift).check();
        }
    }

    private void check() throws Exception {
        compare("at first");
        service.insert(KeyQueries.TABLE, KeyQueries.COLUMN_FAMILY, NEW_KEY, "new");
        expectNewKey(true);
        compare("after an insert over colors.rpc");
        thrift.remove(KeyQueries.TABLE, KeyQueries.COLUMN_FAMILY, NEW_KEY);
        expectNewKey(false);
        compare("after a remove over Thrift");
    }

    private void expectNewKey(boolean isThere) throws TException {
        if (thrift.getKeyRange(KeyQueries.of(SIZES[1])).contains(NEW_KEY) != isThere) {
            throw new IllegalStateException(
                    NEW_KEY + (isThere ? " was inserted and is missing" : " was removed and is there"));
        }
    }

    private void compare(String when) throws Exception {
        for (int size : SIZES) {
            KeyRange query = KeyQueries.of(size);
            List<String> own = store.getKeyRange(query);
            if (own.size() != size) {
                throw new IllegalStateException(
                        when + " Cassandra gave " + own.size() + " keys where " + size + " are there");
            }
            expect(own, thrift.getKeyRange(query), "Thrift", when);
            expect(own, shared(query), "colors.rpc", when);
        }
    }

    private static void expect(List<String> own, List<String> answer, String way, String when) {
        if (!own.equals(answer)) {
            throw new IllegalStateException(
                    when + " the answer over " + way + " is not Cassandra's, " + own + ", but " + answer);
        }
    }

    private List<String> shared(KeyRange query) throws Exception {
        SharedArray<SharedKey> answer = service.getKeyRange(
                query.table(), query.columnFamily(), query.start(), query.end(), query.most(), query.consistency());
        return answer.stream().map(SharedKey::key).toList();
    }
}
