// SPDX-License-Identifier: Apache-2.0
package colors.opentelemetry;

import colors.rpc.OneWay;
import colors.rpc.Request;
import colors.rpc.Server;
import colors.rpc.Service;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.OpenTelemetrySdkBuilder;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A program that serves, and calls the service whose name it is given. It prints its spans for each line that it reads.
 * Arguments: its service, the other one or "-", and "traced", unless it is a program that knows nothing of
 * OpenTelemetry.
 */
final class TracedServer {
    interface Chain {
        String next(String how);

        CompletableFuture<String> later(String how);

        Stream<String> items(long count);

        @OneWay
        void send();
    }

    private record Links(String other) implements Chain {
        @Override
        public String next(String how) {
            if (how.equals("fails")) {
                throw new IllegalArgumentException(how);
            }
            return other.equals("-")
                    ? told()
                    : Service.named(other).client(Chain.class).next(how);
        }

        /** What a program sees without asking OpenTelemetry, and what with its help. */
        private static String told() {
            String parent = Request.current().orElseThrow().context().getOrDefault("traceparent", "none");
            return parent + " " + Baggage.current().getEntryValue("tenant");
        }

        @Override
        public CompletableFuture<String> later(String how) {
            return Service.named(other).client(LaterClient.class).next(how);
        }

        @Override
        public Stream<String> items(long count) {
            next("");
            return Stream.generate(() -> "item").limit(count);
        }

        @Override
        public void send() {
            next("");
        }
    }

    interface LaterClient {
        CompletableFuture<String> next(String how);
    }

    private TracedServer() {}

    static OpenTelemetrySdkBuilder sdk(InMemorySpanExporter spans) {
        return OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .setPropagators(ContextPropagators.create(TextMapPropagator.composite(
                        W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())));
    }

    public static void main(String[] arguments) throws Exception {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (Server _ = Service.named(arguments[0]).serve(Chain.class, new Links(arguments[1]))) {
            if (arguments[2].equals("traced")) {
                sdk(spans).buildAndRegisterGlobal(); // after the interceptor was found, as a program may do
            }
            System.out.println("serves");
            int told = 0; // reset() would lose a span that ends meanwhile
            while (System.in.read() >= 0) {
                List<SpanData> ended = spans.getFinishedSpanItems();
                for (; told < ended.size(); told++) {
                    System.out.println(SpanLine.of(ended.get(told)));
                }
                System.out.println("end");
            }
        }
    }
}
