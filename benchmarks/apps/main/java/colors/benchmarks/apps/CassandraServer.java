// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import colors.rpc.Server;

/**
 * The cache in front of Cassandra, served over Thrift, or over both Thrift and shared objects. It is beside the
 * database and not in its process, because Cassandra does not run on a JDK that has java.lang.foreign as CoLoRS needs
 * it; no hit gets to the database either way.
 */
public final class CassandraServer implements KeyService {
    private final CachedKeys keys;

    private CassandraServer(CachedKeys keys) {
        this.keys = keys;
    }

    @Override
    public SharedArray<SharedKey> getKeyRange(
            String table, String columnFamily, String start, String end, int most, String consistency)
            throws Exception {
        return keys.shared(new KeyRange(table, columnFamily, start, end, most, consistency));
    }

    @Override
    public void insert(String table, String columnFamily, String key, String value) throws Exception {
        keys.insert(table, columnFamily, key, value);
    }

    @Override
    public void remove(String table, String columnFamily, String key) throws Exception {
        keys.remove(table, columnFamily, key);
    }

    /** The port of Cassandra, and Thrift or Colors. Prints the port for Thrift when it serves, until it is killed. */
    public static void main(String[] arguments) throws Exception {
        boolean isShared = arguments[1].equals(AppWay.COLORS);
        CachedKeys keys = new CachedKeys(new KeyStore(Integer.parseInt(arguments[0])), isShared);
        try (Server _ = isShared ? serve(keys) : null) {
            ThriftMessages.serve(messages -> new ThriftKeys(messages).answer(keys));
        }
    }

    private static Server serve(CachedKeys keys) {
        return SERVICE.threads(1).serve(KeyService.class, new CassandraServer(keys));
    }
}
