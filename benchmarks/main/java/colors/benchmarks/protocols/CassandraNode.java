// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.measuring.Child;
import colors.benchmarks.measuring.TemporaryFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Apache Cassandra itself, by its own main class in a process of its own, with its files in a temporary folder. */
final class CassandraNode implements AutoCloseable {
    private static final Path FILES = Child.root().resolve("benchmarks/apps/cassandra");
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(5);
    private static final int PAUSE_MS = 200;

    private final TemporaryFolder folder;
    private final int port;
    private final Child child;

    /** Returns when it serves CQL. */
    CassandraNode(Path java, String libraries) throws IOException, InterruptedException {
        folder = new TemporaryFolder("colors-cassandra");
        int storage;
        try (ServerSocket one = free();
                ServerSocket two = free()) {
            storage = one.getLocalPort();
            port = two.getLocalPort();
        }
        Path settings = folder.path().resolve("cassandra.yaml");
        Files.writeString(
                settings,
                Files.readString(FILES.resolve("cassandra.yaml"))
                        .replace("{folder}", folder.path().toString())
                        .replace("{storage}", Integer.toString(storage))
                        .replace("{native}", Integer.toString(port)));
        child = Child.ofProgram(java.toString(), arguments(settings, libraries).toArray());
        try {
            awaitPort();
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private List<String> arguments(Path settings, String libraries) {
        return List.of(
                "@" + FILES.resolve("jvm.args"),
                "-Dlogback.configurationFile=" + FILES.resolve("logback.xml"),
                "-Xmx1g",
                "-Dcassandra.config=" + settings.toUri(),
                "-Dcassandra.storagedir=" + folder.path(),
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=0",
                "-Dcassandra-foreground=yes",
                "-cp",
                libraries,
                "org.apache.cassandra.service.CassandraDaemon");
    }

    private static ServerSocket free() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private void awaitPort() throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (!doesListen()) {
            if (!child.isAlive() || System.nanoTime() - began > PATIENCE_NS) {
                throw new IOException("Cassandra did not serve CQL at port " + port + "; its output above tells why");
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    private boolean doesListen() {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        child.close();
        folder.close();
    }
}
