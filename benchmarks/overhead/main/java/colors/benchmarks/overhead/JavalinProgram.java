// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.overhead;

import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Javalin with Jetty and Jackson: a server of small JSON objects, and its client over the loopback interface. */
final class JavalinProgram implements Program {
    private static final int EXCHANGES = 500;
    private static final int ITEMS = 200;

    private final Map<Integer, Item> items = new ConcurrentHashMap<>();
    private final Javalin server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;

    /** What is stored. */
    public record Item(int number, String name, int price) {}

    JavalinProgram() {
        server = Javalin.create(config -> config.showJavalinBanner = false)
                .get("/item/{number}", this::get)
                .put("/item", this::put)
                .start("127.0.0.1", 0);
        address = "http://127.0.0.1:" + server.port();
    }

    private void get(Context exchange) {
        exchange.json(items.get(Integer.parseInt(exchange.pathParam("number"))));
    }

    private void put(Context exchange) {
        Item item = exchange.bodyAsClass(Item.class);
        items.put(item.number(), item);
        exchange.result("stored");
    }

    @Override
    public long run() throws IOException, InterruptedException {
        Words words = new Words(8);
        long checksum = 0;
        for (int i = 0; i < EXCHANGES; i++) {
            int number = i % ITEMS;
            String item = "{\"number\": %d, \"name\": \"%s\", \"price\": %d}"
                    .formatted(number, words.next(), words.number(1_000));
            checksum = checksum * 31
                    + send(HttpRequest.newBuilder(URI.create(address + "/item"))
                                    .PUT(BodyPublishers.ofString(item))
                                    .build())
                            .hashCode();
            checksum = checksum * 31
                    + send(HttpRequest.newBuilder(URI.create(address + "/item/" + number))
                                    .build())
                            .hashCode();
        }
        return checksum;
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(request + " was answered by " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    @Override
    public void close() {
        server.stop();
        client.close();
    }
}
