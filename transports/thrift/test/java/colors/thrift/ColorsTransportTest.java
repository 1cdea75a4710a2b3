// SPDX-License-Identifier: Apache-2.0
package colors.thrift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls through Thrift's binary protocol, of a server in another process. */
@Timeout(120)
class ColorsTransportTest {
    private Process server;

    private void serve(String name) throws Exception {
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dcolors.home=" + System.getProperty("colors.home"),
                "-cp",
                System.getProperty("java.class.path"),
                EchoServer.class.getName(),
                name);
        server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = server.inputReader();
        assertEquals("serves", output.readLine());
    }

    @AfterEach
    void end() {
        if (server != null) {
            server.destroyForcibly().onExit().join();
        }
    }

    private static String call(TProtocol protocol, String text) throws TException {
        protocol.writeMessageBegin(new TMessage("echo", TMessageType.CALL, text.length()));
        protocol.writeString(text);
        protocol.writeMessageEnd();
        protocol.getTransport().flush();
        assertEquals(text.length(), protocol.readMessageBegin().seqid);
        String answer = protocol.readString();
        protocol.readMessageEnd();
        return answer;
    }

    @Test
    void textOfAllSizes() throws Exception {
        serve("sizes");
        try (ColorsTransport transport = new ColorsTransport("sizes")) {
            transport.open();
            TProtocol protocol = new TBinaryProtocol(transport);
            for (int length : new int[] {0, 1, 8, 1000, 32_760, 32_768, 32_769, 262_144, 3_000_000, 5}) {
                String text = "x".repeat(length);
                assertEquals(text, call(protocol, text));
            }
        }
    }

    @Test
    void severalClients() throws Exception {
        serve("several");
        IntStream.range(0, 4)
                .mapToObj(client -> CompletableFuture.runAsync(() -> {
                    try (ColorsTransport transport = new ColorsTransport("several")) {
                        transport.open();
                        TProtocol protocol = new TBinaryProtocol(transport);
                        for (int i = 0; i < 2000; i++) {
                            assertEquals(client + ":" + i, call(protocol, client + ":" + i));
                        }
                    } catch (TException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList()
                .forEach(CompletableFuture::join);
    }

    @Test
    void aServerThatDiesEndsTheCall() throws Exception {
        serve("mortal");
        try (ColorsTransport transport = new ColorsTransport("mortal")) {
            transport.open();
            TProtocol protocol = new TBinaryProtocol(transport);
            assertEquals("x", call(protocol, "x"));
            TTransportException e = assertThrows(TTransportException.class, () -> call(protocol, "exit"));
            assertEquals(TTransportException.END_OF_FILE, e.getType());
        }
    }

    @Test
    void nobodyServes() throws Exception {
        try (ColorsTransport transport = new ColorsTransport("nobody")) {
            TTransportException e = assertThrows(TTransportException.class, transport::open);
            assertEquals(TTransportException.NOT_OPEN, e.getType());
            assertEquals("no process serves 'nobody'", e.getMessage());
            assertFalse(transport.isOpen());
        }
        assertThrows(TTransportException.class, () -> new ColorsTransport(""));
        assertThrows(TTransportException.class, () -> new ColorsServerTransport("").listen());
    }
}
