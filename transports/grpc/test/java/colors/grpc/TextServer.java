// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that serves {@link Text}'s methods under the name given, until it is killed or told to stop. */
final class TextServer {
    static final Metadata.Key<String> ASKED = Metadata.Key.of("asked", Metadata.ASCII_STRING_MARSHALLER);
    static final Metadata.Key<byte[]> BYTES = Metadata.Key.of("asked-bin", Metadata.BINARY_BYTE_MARSHALLER);
    static final Metadata.Key<String> TRAILER = Metadata.Key.of("trailer", Metadata.ASCII_STRING_MARSHALLER);

    private static final AtomicInteger HANGING = new AtomicInteger();

    private static Server server;

    private TextServer() {}

    public static void main(String[] arguments) throws Exception {
        server = ColorsServerBuilder.forName(arguments[0])
                .addService(ServerInterceptors.intercept(service(), new Reflecting()))
                .build()
                .start();
        System.out.println("serves");
        server.awaitTermination();
        System.out.println("ended");
    }

    /** Sends metadata back that the client sent. */
    private static final class Reflecting implements ServerInterceptor {
        @Override
        public <I, O> ServerCall.Listener<I> interceptCall(
                ServerCall<I, O> call, Metadata headers, ServerCallHandler<I, O> next) {
            Metadata answer = new Metadata();
            if (headers.containsKey(ASKED)) {
                answer.put(ASKED, headers.get(ASKED));
                answer.put(BYTES, headers.get(BYTES));
            }
            return next.startCall(
                    new io.grpc.ForwardingServerCall.SimpleForwardingServerCall<>(call) {
                        @Override
                        public void sendHeaders(Metadata sent) {
                            sent.merge(answer);
                            super.sendHeaders(sent);
                        }
                    },
                    headers);
        }
    }

    static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("colors.Text")
                .addMethod(Text.ECHO, ServerCalls.asyncUnaryCall(TextServer::echo))
                .addMethod(Text.FAIL, ServerCalls.asyncUnaryCall(TextServer::fail))
                .addMethod(Text.HANG, ServerCalls.asyncUnaryCall(TextServer::hang))
                .addMethod(Text.HANGING, ServerCalls.asyncUnaryCall((_, to) -> echo("" + HANGING.get(), to)))
                .addMethod(Text.EXIT, ServerCalls.asyncUnaryCall((_, _) -> Runtime.getRuntime()
                        .halt(3)))
                .addMethod(Text.STOP, ServerCalls.asyncUnaryCall(TextServer::stop))
                .addMethod(Text.COUNT, ServerCalls.asyncServerStreamingCall(TextServer::count))
                .addMethod(Text.SUM, ServerCalls.asyncClientStreamingCall(Sum::new))
                .addMethod(Text.CHAT, ServerCalls.asyncBidiStreamingCall(Chat::new))
                .addMethod(Text.SLOW, ServerCalls.asyncClientStreamingCall(TextServer::slow))
                .build();
    }

    private static void echo(String text, StreamObserver<String> to) {
        to.onNext(text);
        to.onCompleted();
    }

    private static void fail(String text, StreamObserver<String> to) {
        Metadata trailers = new Metadata();
        trailers.put(TRAILER, "why");
        to.onError(Status.FAILED_PRECONDITION.withDescription(text).asRuntimeException(trailers));
    }

    /** Never ends, unless it is cancelled. */
    private static void hang(String text, StreamObserver<String> to) {
        HANGING.incrementAndGet();
        ((ServerCallStreamObserver<String>) to).setOnCancelHandler(HANGING::decrementAndGet);
    }

    /** Shuts the server down and ends this call after that. */
    private static void stop(String text, StreamObserver<String> to) {
        server.shutdown();
        CountDownLatch isCancelled = new CountDownLatch(1);
        Context.current().addListener(_ -> isCancelled.countDown(), Runnable::run);
        echo("stopped with " + isCancelled.getCount(), to);
    }

    private static void count(String text, StreamObserver<String> to) {
        int count = Integer.parseInt(text);
        ServerCallStreamObserver<String> observer = (ServerCallStreamObserver<String>) to;
        AtomicInteger next = new AtomicInteger();
        observer.setOnReadyHandler(() -> {
            while (observer.isReady() && next.get() < count) {
                observer.onNext("" + next.getAndIncrement());
                if (next.get() == count) {
                    observer.onCompleted();
                }
            }
        });
    }

    /** Takes one message, and no other one until it is told that the client could send no more. */
    private static StreamObserver<String> slow(StreamObserver<String> to) {
        ((ServerCallStreamObserver<String>) to).disableAutoRequest();
        ((ServerCallStreamObserver<String>) to).request(1);
        return new Sum(to);
    }

    /** Adds numbers. */
    private static class Sum implements StreamObserver<String> {
        final StreamObserver<String> to;
        private long sum;

        Sum(StreamObserver<String> to) {
            this.to = to;
        }

        @Override
        public void onNext(String text) {
            sum += text.length();
        }

        @Override
        public void onError(Throwable e) {}

        @Override
        public void onCompleted() {
            echo("" + sum, to);
        }
    }

    /** Answers each message. */
    private static final class Chat extends Sum {
        Chat(StreamObserver<String> to) {
            super(to);
        }

        @Override
        public void onNext(String text) {
            to.onNext(text + "!");
        }

        @Override
        public void onCompleted() {
            to.onCompleted();
        }
    }
}
