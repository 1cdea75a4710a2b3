// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of each kind, of a server in another process. */
@Timeout(120)
class CallTest {
    private static Program server;
    private static ManagedChannel channel;

    @BeforeAll
    static void start() throws Exception {
        server = Program.start(TextServer.class, "calls");
        channel = ColorsChannelBuilder.forName("calls").build();
    }

    @AfterAll
    static void end() throws Exception {
        channel.shutdownNow();
        assertTrue(channel.awaitTermination(20, TimeUnit.SECONDS));
        server.close();
    }

    private static String call(Channel through, MethodDescriptor<String, String> method, String text) {
        return ClientCalls.blockingUnaryCall(through, method, CallOptions.DEFAULT, text);
    }

    private static Status.Code failure(CallOptions options, MethodDescriptor<String, String> method, String text) {
        StatusRuntimeException e = assertThrows(
                StatusRuntimeException.class, () -> ClientCalls.blockingUnaryCall(channel, method, options, text));
        return e.getStatus().getCode();
    }

    @Test
    void unaryCallsOfAllSizes() {
        for (int length : new int[] {0, 1, 7, 8, 9, 1000, 32_767, 32_768, 32_769, 300_000, 4 << 20}) {
            String text = "x".repeat(length);
            assertEquals(text, call(channel, Text.ECHO, text));
        }
    }

    @Test
    void manyThreadsAtOnce() {
        List<CompletableFuture<Void>> threads = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 2000; i++) {
                        String text = thread + ":" + i + "x".repeat(i);
                        assertEquals(text, call(channel, Text.ECHO, text));
                    }
                }))
                .toList();
        threads.forEach(CompletableFuture::join);
    }

    @Test
    void futures() throws Exception {
        var all = IntStream.range(0, 5000)
                .mapToObj(i -> ClientCalls.futureUnaryCall(channel.newCall(Text.ECHO, CallOptions.DEFAULT), "f" + i))
                .toList();
        for (int i = 0; i < all.size(); i++) {
            assertEquals("f" + i, all.get(i).get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void serverStreaming() {
        Iterator<String> answers =
                ClientCalls.blockingServerStreamingCall(channel, Text.COUNT, CallOptions.DEFAULT, "20000");
        for (int i = 0; i < 20_000; i++) {
            assertEquals("" + i, answers.next());
        }
        assertTrue(!answers.hasNext());
    }

    @Test
    void clientStreaming() throws Exception {
        Answers answers = new Answers();
        StreamObserver<String> to =
                ClientCalls.asyncClientStreamingCall(channel.newCall(Text.SUM, CallOptions.DEFAULT), answers);
        for (int i = 0; i < 1000; i++) {
            to.onNext("x".repeat(i));
        }
        to.onCompleted();
        assertEquals("499500", answers.all());
    }

    @Test
    void bidirectionalStreaming() throws Exception {
        Answers answers = new Answers();
        StreamObserver<String> to =
                ClientCalls.asyncBidiStreamingCall(channel.newCall(Text.CHAT, CallOptions.DEFAULT), answers);
        for (int i = 0; i < 300; i++) {
            to.onNext("x".repeat(1000));
        }
        to.onCompleted();
        assertEquals(("x".repeat(1000) + "!").repeat(300), answers.all());
    }

    /** The client can send no more when the server takes none, and what it sent is little. */
    @Test
    void aSlowServerHoldsUpItsClient() throws Exception {
        CompletableFuture<Integer> sent = new CompletableFuture<>();
        ClientCalls.asyncClientStreamingCall(
                channel.newCall(Text.SLOW, CallOptions.DEFAULT), new ClientResponseObserver<String, String>() {
                    @Override
                    public void beforeStart(ClientCallStreamObserver<String> to) {
                        to.setOnReadyHandler(() -> {
                            int count = 0;
                            while (to.isReady()) {
                                to.onNext("x".repeat(1000));
                                count++;
                            }
                            sent.complete(count);
                            to.cancel("enough", null);
                        });
                    }

                    @Override
                    public void onNext(String answer) {}

                    @Override
                    public void onError(Throwable e) {}

                    @Override
                    public void onCompleted() {}
                });
        int count = sent.get(60, TimeUnit.SECONDS);
        assertTrue(count > 10 && count < 1000, () -> count + " messages");
    }

    @Test
    void metadataGoBothWays() {
        Metadata headers = new Metadata();
        headers.put(TextServer.ASKED, "a".repeat(100_000));
        headers.put(TextServer.BYTES, new byte[] {0, 1, -1});
        AtomicReference<Metadata> answer = new AtomicReference<>();
        AtomicReference<Metadata> trailers = new AtomicReference<>();
        Channel asking = ClientInterceptors.intercept(
                channel,
                MetadataUtils.newAttachHeadersInterceptor(headers),
                MetadataUtils.newCaptureMetadataInterceptor(answer, trailers));
        call(asking, Text.ECHO, "");
        assertEquals("a".repeat(100_000), answer.get().get(TextServer.ASKED));
        assertArrayEquals(new byte[] {0, 1, -1}, answer.get().get(TextServer.BYTES));
    }

    @Test
    void failuresHaveStatusAndTrailers() {
        StatusRuntimeException e =
                assertThrows(StatusRuntimeException.class, () -> call(channel, Text.FAIL, "because ä"));
        assertEquals(Status.Code.FAILED_PRECONDITION, e.getStatus().getCode());
        assertEquals("because ä", e.getStatus().getDescription());
        assertEquals("why", e.getTrailers().get(TextServer.TRAILER));
    }

    @Test
    void aMessageThatIsTooLarge() {
        assertEquals(
                Status.Code.RESOURCE_EXHAUSTED, failure(CallOptions.DEFAULT, Text.ECHO, "x".repeat((4 << 20) + 1)));
        ManagedChannel strict =
                ColorsChannelBuilder.forName("calls").maxInboundMessageSize(10).build();
        assertEquals("x".repeat(10), call(strict, Text.ECHO, "x".repeat(10)));
        assertEquals(
                Status.Code.RESOURCE_EXHAUSTED,
                assertThrows(StatusRuntimeException.class, () -> call(strict, Text.ECHO, "x".repeat(11)))
                        .getStatus()
                        .getCode());
        strict.shutdownNow();
        CallOptions little = CallOptions.DEFAULT.withMaxInboundMessageSize(10);
        assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure(little, Text.ECHO, "x".repeat(11)));
        assertEquals("x", call(channel, Text.ECHO, "x"));
    }

    @Test
    void deadlinesEndCallsOnBothSides() throws Exception {
        CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(100, TimeUnit.MILLISECONDS);
        assertEquals(Status.Code.DEADLINE_EXCEEDED, failure(soon, Text.HANG, ""));
        nothingHangs();
    }

    @Test
    void cancellationReachesTheServer() throws Exception {
        ClientCall<String, String> call = channel.newCall(Text.HANG, CallOptions.DEFAULT);
        var answer = ClientCalls.futureUnaryCall(call, "");
        while (!call(channel, Text.HANGING, "").equals("1")) {
            Thread.sleep(10);
        }
        call.cancel("enough", null);
        assertThrows(Exception.class, () -> answer.get(20, TimeUnit.SECONDS));
        nothingHangs();
    }

    private static void nothingHangs() throws InterruptedException {
        while (!call(channel, Text.HANGING, "").equals("0")) {
            Thread.sleep(10);
        }
    }

    @Test
    void anUnknownMethod() {
        MethodDescriptor<String, String> unknown =
                Text.ECHO.toBuilder().setFullMethodName("colors.Text/Unknown").build();
        assertEquals(Status.Code.UNIMPLEMENTED, failure(CallOptions.DEFAULT, unknown, ""));
    }

    /** What a call answered, joined. */
    private static final class Answers implements StreamObserver<String> {
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<String> all = new CompletableFuture<>();

        String all() throws Exception {
            return all.get(60, TimeUnit.SECONDS);
        }

        @Override
        public void onNext(String answer) {
            text.append(answer);
        }

        @Override
        public void onError(Throwable e) {
            all.completeExceptionally(e);
        }

        @Override
        public void onCompleted() {
            all.complete(text.toString());
        }
    }
}
