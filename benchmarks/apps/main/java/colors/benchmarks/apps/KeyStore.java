// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The database itself: Cassandra, asked in CQL. Thread-safe. */
final class KeyStore implements AutoCloseable {
    /** For each time-out of the driver, which has seconds: a busy machine is no failure. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final List<DefaultDriverOption> TIME_OUTS = List.of(
            DefaultDriverOption.REQUEST_TIMEOUT,
            DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT,
            DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT,
            DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT,
            DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT,
            DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT,
            DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT,
            DefaultDriverOption.HEARTBEAT_TIMEOUT);

    private final CqlSession session;
    private final Map<String, PreparedStatement> statements = new ConcurrentHashMap<>();

    /** Of the Cassandra that serves CQL at that port of the loopback interface. */
    KeyStore(int port) {
        session = CqlSession.builder()
                .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(settings())
                .build();
    }

    private static DriverConfigLoader settings() {
        ProgrammaticDriverConfigLoaderBuilder settings = DriverConfigLoader.programmaticBuilder();
        TIME_OUTS.forEach(timeOut -> settings.withDuration(timeOut, PATIENCE));
        return settings.build();
    }

    /** Makes what is missing. */
    void create(String table, String columnFamily) {
        session.execute("CREATE KEYSPACE IF NOT EXISTS " + table
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute(
                "CREATE TABLE IF NOT EXISTS " + table + "." + columnFamily + " (key text PRIMARY KEY, value text)");
    }

    /** The keys of that range, in their order: Cassandra's partitioner keeps it. */
    List<String> getKeyRange(KeyRange query) {
        PreparedStatement statement = prepare("SELECT DISTINCT key FROM " + query.table() + "." + query.columnFamily()
                + " WHERE token(key) >= token(?) AND token(key) <= token(?) LIMIT ?");
        return session.execute(statement
                        .bind(query.start(), query.end(), query.most())
                        .setConsistencyLevel(DefaultConsistencyLevel.valueOf(query.consistency())))
                .map(row -> row.getString(0))
                .all();
    }

    void insert(String table, String columnFamily, String key, String value) {
        session.execute(prepare("INSERT INTO " + table + "." + columnFamily + " (key, value) VALUES (?, ?)")
                .bind(key, value));
    }

    void remove(String table, String columnFamily, String key) {
        session.execute(prepare("DELETE FROM " + table + "." + columnFamily + " WHERE key = ?")
                .bind(key));
    }

    private PreparedStatement prepare(String statement) {
        return statements.computeIfAbsent(statement, session::prepare);
    }

    @Override
    public void close() {
        session.close();
    }
}
