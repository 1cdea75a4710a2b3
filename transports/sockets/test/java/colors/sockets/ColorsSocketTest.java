// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams of bytes to and from a server in another process, and how they end. */
@Timeout(120)
class ColorsSocketTest {
    /** Without the one that ends the server. */
    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        for (int i = 0; i < length; i++) {
            bytes[i] = bytes[i] == EchoServer.EXIT ? 2 : bytes[i];
        }
        return bytes;
    }

    private static void echo(Socket socket, byte[] bytes) throws IOException {
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(socket, bytes));
        assertArrayEquals(bytes, socket.getInputStream().readNBytes(bytes.length));
        writing.join();
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void bytesOfAllLengths() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "lengths");
                Socket socket = new ColorsSocket("lengths")) {
            for (int length : new int[] {0, 1, 7, 8, 9, 1000, 32_767, 32_768, 32_769, 262_144, 262_145, 9, 3_000_000}) {
                echo(socket, random(length));
            }
        }
    }

    @Test
    void bytesOneByOne() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "single");
                Socket socket = new ColorsSocket("single")) {
            OutputStream output = socket.getOutputStream();
            InputStream input = socket.getInputStream();
            for (int value : new int[] {0, 2, 127, 128, 255}) {
                output.write(value);
                assertEquals(value, input.read());
            }
            output.write(new byte[] {5, 6, 7});
            assertEquals(5, input.read());
            output.write(8);
            assertArrayEquals(new byte[] {6, 7, 8}, input.readNBytes(3));
            assertEquals(0, input.available());
            assertEquals(0, input.read(new byte[4], 4, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> input.read(new byte[4], 4, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> output.write(new byte[4], -1, 1));
        }
    }

    @Test
    void severalClientsAtOnce() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "several")) {
            IntStream.range(0, 4)
                    .mapToObj(client -> CompletableFuture.runAsync(() -> call("several", client)))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
    }

    private static void call(String name, int client) {
        try (Socket socket = new ColorsSocket(name)) {
            for (int i = 0; i < 500; i++) {
                byte[] text = ("from " + client + ": " + i).getBytes(StandardCharsets.UTF_8);
                socket.getOutputStream().write(text);
                assertArrayEquals(text, socket.getInputStream().readNBytes(text.length));
            }
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void whatFollowsAHalfClosedConnectionIsRead() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "half");
                Socket socket = new ColorsSocket("half")) {
            socket.getOutputStream().write(new byte[] {'a', 'b', ' '});
            socket.shutdownOutput();
            assertEquals("ab end", new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertTrue(socket.isOutputShutdown());
            assertEquals(-1, socket.getInputStream().read());
            assertThrows(IOException.class, socket::getOutputStream);
        }
    }

    @Test
    void nothingIsSentAfterTheOutputIsShut() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "shutOutput");
                Socket socket = new ColorsSocket("shutOutput")) {
            OutputStream output = socket.getOutputStream();
            socket.shutdownOutput();
            SocketException e = assertThrows(SocketException.class, () -> output.write('a'));
            assertEquals("the output of the socket of 'shutOutput' was shut", e.getMessage());
            assertEquals("end", new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shuttingTheOutputEndsAWriteThatWaitsForRoom() throws Exception {
        try (ServerSocket listener = new ColorsServerSocket("full");
                Socket socket = new ColorsSocket("full");
                Socket other = listener.accept()) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(socket, new byte[1_000_000]));
            Thread.sleep(200); // until it waits; where it does not yet, it finds the output shut
            socket.shutdownOutput();
            CompletionException e = assertThrows(CompletionException.class, writing::join);
            assertInstanceOf(SocketException.class, e.getCause());
            int sent = other.getInputStream().readAllBytes().length;
            assertTrue(sent < 1_000_000, () -> "sent " + sent);
        }
    }

    @Test
    void availableDoesNotWaitForWhoReads() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "available");
                Socket socket = new ColorsSocket("available")) {
            InputStream input = socket.getInputStream();
            CompletableFuture<Integer> reading = new CompletableFuture<>();
            Thread.ofPlatform().start(() -> reading.complete(read(input)));
            for (int i = 0; i < 50; i++) {
                assertEquals(
                        0, CompletableFuture.supplyAsync(() -> available(input)).get(60, TimeUnit.SECONDS));
                Thread.sleep(10); // until it reads
            }
            socket.getOutputStream().write(7);
            assertEquals(7, reading.join());
        }
    }

    private static int available(InputStream input) {
        try {
            return input.available();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void whatArrivedIsNotReadFromAClosedSocket() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "arrived")) {
            Socket socket = new ColorsSocket("arrived");
            InputStream input = socket.getInputStream();
            socket.getOutputStream().write(new byte[] {5, 6, 7});
            assertEquals(5, input.read());
            socket.close();
            assertThrows(SocketException.class, input::read);
            assertThrows(SocketException.class, input::available);
        }
    }

    @Test
    void anInputThatIsShutEndsWhoReads() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "shut");
                Socket socket = new ColorsSocket("shut")) {
            InputStream input = socket.getInputStream();
            CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(() -> read(input));
            socket.shutdownInput();
            assertEquals(-1, reading.join());
        }
    }

    private static int read(InputStream input) {
        try {
            return input.read();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void closingEndsWhoReads() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "closing")) {
            Socket socket = new ColorsSocket("closing");
            InputStream input = socket.getInputStream();
            CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(() -> read(input));
            socket.close();
            CompletionException e = assertThrows(CompletionException.class, reading::join);
            assertEquals("the socket of 'closing' was closed", e.getCause().getMessage());
            assertTrue(socket.isClosed());
        }
    }

    @Test
    void aServerThatDiesEndsWhoReads() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "mortal");
                Socket socket = new ColorsSocket("mortal")) {
            socket.getOutputStream().write(EchoServer.EXIT);
            SocketException e = assertThrows(
                    SocketException.class, () -> socket.getInputStream().read());
            assertEquals("the process at the other side of 'mortal' has ended without closing", e.getMessage());
        }
    }

    @Test
    void aReadTakesNoLongerThanItsTimeOut() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "slow");
                Socket socket = new ColorsSocket("slow")) {
            socket.setSoTimeout(10);
            assertEquals(10, socket.getSoTimeout());
            assertThrows(
                    SocketTimeoutException.class, () -> socket.getInputStream().read());
            socket.getOutputStream().write(7);
            socket.setSoTimeout(0);
            assertEquals(7, socket.getInputStream().read());
        }
    }

    @Test
    void anInterruptEndsARead() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "interrupted");
                Socket socket = new ColorsSocket("interrupted")) {
            CompletableFuture<IOException> ended = new CompletableFuture<>();
            Thread reader = Thread.ofPlatform().start(() -> {
                try {
                    ended.complete(
                            new IOException("it read " + socket.getInputStream().read()));
                } catch (IOException e) {
                    ended.complete(e);
                }
            });
            reader.interrupt();
            assertInstanceOf(InterruptedIOException.class, ended.join());
            socket.getOutputStream().write(9);
            assertEquals(9, socket.getInputStream().read());
        }
    }

    @Test
    void whatASocketSaysOfItself() throws Exception {
        try (ServerProcess _ = new ServerProcess(EchoServer.class, "self");
                Socket socket = new ColorsSocket("self")) {
            assertTrue(socket.isConnected() && socket.isBound() && !socket.isClosed());
            assertEquals("ColorsSocket[self]", socket.toString());
            assertEquals(InetAddress.getLoopbackAddress(), socket.getInetAddress());
            assertEquals(InetAddress.getLoopbackAddress(), socket.getLocalAddress());
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.setSoLinger(true, 1);
            socket.setReceiveBufferSize(100_000);
            assertTrue(socket.getTcpNoDelay() && socket.getKeepAlive());
            assertThrows(SocketException.class, () -> socket.sendUrgentData(1));
            assertThrows(SocketException.class, () -> socket.connect(new InetSocketAddress("localhost", 1)));
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> socket.setOption(StandardSocketOptions.SO_BROADCAST, true));
        }
    }

    @Test
    void namesThatNobodyServes() {
        ConnectException e = assertThrows(ConnectException.class, () -> new ColorsSocket("nobody"));
        assertEquals("no process serves 'nobody'", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new ColorsSocket(""));
        assertThrows(IllegalArgumentException.class, () -> new ColorsServerSocket(null));
    }

    @Test
    void listeners() throws Exception {
        ServerSocket listener = new ColorsServerSocket("listener");
        assertThrows(BindException.class, () -> new ColorsServerSocket("listener"));
        listener.setSoTimeout(10);
        assertThrows(SocketTimeoutException.class, listener::accept);
        listener.setSoTimeout(0);
        CompletableFuture<Throwable> accepting =
                CompletableFuture.supplyAsync(() -> assertThrows(SocketException.class, listener::accept));
        listener.close();
        assertEquals("the listener at 'listener' was closed", accepting.join().getMessage());
        assertThrows(SocketException.class, listener::accept);
        new ColorsServerSocket("listener").close();
    }
}
