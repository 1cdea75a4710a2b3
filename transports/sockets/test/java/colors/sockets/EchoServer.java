// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A program that listens at a name, sends each client what comes from it, and END when no more comes. A byte of EXIT
 * that comes first ends it at once.
 */
final class EchoServer {
    static final int EXIT = 1;
    static final String END = "end";

    private EchoServer() {}

    public static void main(String[] arguments) throws IOException {
        try (ServerSocket listener = new ColorsServerSocket(arguments[0])) {
            System.out.println("serves");
            while (true) {
                Socket socket = listener.accept();
                Thread.ofPlatform().start(() -> echo(socket));
            }
        }
    }

    private static void echo(Socket socket) {
        try (socket) {
            InputStream input = socket.getInputStream();
            OutputStream output = socket.getOutputStream();
            byte[] bytes = new byte[10_000];
            for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
                if (bytes[0] == EXIT) {
                    Runtime.getRuntime().halt(3);
                }
                output.write(bytes, 0, count);
            }
            output.write(END.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The client closed without reading all.
        }
    }
}
