// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.PrivateSequences;
import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcNode;
import colors.benchmarks.calls.RpcType;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.module.blackbird.BlackbirdModule;

/**
 * The service with REST: JSON by Jackson over HTTP/1.1, by the server and the client of the JDK, one connection that is
 * kept.
 */
public final class RestPeer implements RpcCaller {
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build())
            .addModule(new BlackbirdModule())
            .build();
    private static final int OK = 200;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;

    /** A client of the server with that address. */
    public RestPeer(String address) {
        this.address = address;
    }

    private static Class<?> form(RpcType type) {
        return switch (type) {
            case bool -> boolean[].class;
            case integer -> long[].class;
            case floating -> double[].class;
            case string -> String[].class;
            default -> RpcNode[].class;
        };
    }

    private byte[] post(String path, byte[] body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != OK) {
            throw new IOException("the server answers " + response.statusCode() + " to " + request);
        }
        return response.body();
    }

    @Override
    public long call(RpcType type, int size, long first) throws IOException, InterruptedException {
        byte[] answer = post(type.name(), JSON.writeValueAsBytes(PrivateSequences.of(type, size, first)));
        return PrivateSequences.sum(JSON.readValue(answer, form(type)));
    }

    @Override
    public void close() throws IOException {
        try {
            post("stop", new byte[0]);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.shutdown();
    }

    private static void respond(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(OK, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void answer(RpcType type, HttpExchange exchange) throws IOException {
        Object sequence = JSON.readValue(exchange.getRequestBody().readAllBytes(), form(type));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        respond(exchange, JSON.writeValueAsBytes(PrivateSequences.answer(type, sequence)));
    }

    /** The server: prints its address. */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else an answer waits for an acknowledgement
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        for (RpcType type : RpcType.values()) {
            server.createContext("/" + type, exchange -> answer(type, exchange));
        }
        server.createContext("/stop", exchange -> {
            respond(exchange, new byte[0]);
            Thread.ofPlatform().start(() -> server.stop(0));
        });
        server.start();
        System.out.println("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/");
    }
}
