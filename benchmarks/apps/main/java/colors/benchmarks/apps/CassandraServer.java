// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.SharedArray;
import colors.rpc.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * The cache in front of Cassandra, served over Thrift and over shared objects. The cache is beside the database
 * and not in its process, because Cassandra does not run on a JDK that has java.lang.foreign as CoLoRS needs it; no hit
 * gets to the database either way.
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

    /** The port of Cassandra. Prints that of Thrift when it serves, until it is killed. */
    public static void main(String[] arguments) throws Exception {
        CachedKeys keys = new CachedKeys(new KeyStore(Integer.parseInt(arguments[0])));
        try (Server _ = KeyService.SERVICE.threads(1).serve(KeyService.class, new CassandraServer(keys));
                TServerSocket listener =
                        new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            System.out.println(listener.getServerSocket().getLocalPort());
            while (true) {
                TSocket socket = listener.accept();
                Thread.ofPlatform().daemon().start(() -> answerAll(socket, keys));
            }
        }
    }

    private static void answerAll(TSocket socket, CachedKeys keys) {
        try (ThriftKeys client = new ThriftKeys(ThriftMessages.of(socket))) {
            while (true) {
                client.answer(keys);
            }
        } catch (TTransportException e) {
            if (e.getType() != TTransportException.END_OF_FILE) {
                e.printStackTrace();
            }
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
