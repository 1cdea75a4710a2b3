// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.peers.messages.Block;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;

/**
 * The client of bench grpc: blocking calls one after the other, many calls at a time, and streams, with messages of
 * several sizes. Prints lines NAME VALUE: latencies in us, calls and messages a second.
 */
public final class GrpcClient {
    private static final int[] SIZES = {100, 10 << 10, 100 << 10};
    private static final int STREAMED = 100; // bytes
    private static final int AT_ONCE = 64;
    private static final int MOST = 1 << 20; // of calls whose times are kept
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ManagedChannel channel;

    private GrpcClient(ManagedChannel channel) {
        this.channel = channel;
    }

    /** TRANSPORT ADDRESS WARM_UP_MS MS: how long each figure is measured. InProcess has the server here. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        GrpcTransport transport = GrpcTransport.valueOf(arguments[0]);
        StringBuilder address = new StringBuilder();
        Server server = transport == GrpcTransport.inprocess ? transport.start(address) : null;
        ManagedChannel channel = transport.connect(server == null ? arguments[1] : address.toString());
        try {
            GrpcClient client = new GrpcClient(channel);
            long end = System.nanoTime() + millis(arguments[2]);
            while (System.nanoTime() - end < 0) {
                client.measure(millis(arguments[2]) / 32, (_, _) -> {});
            }
            client.measure(millis(arguments[3]), (name, value) -> System.out.println(name + " " + value));
        } finally {
            channel.shutdownNow();
            if (server != null) {
                server.shutdownNow();
            }
        }
    }

    private static long millis(String text) {
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(text));
    }

    private void measure(long nanos, ObjDoubleConsumer<String> result) throws InterruptedException {
        for (int size : SIZES) {
            Block block = GrpcBlocks.block(size);
            alone(block, size, nanos, result);
            result.accept("calls." + AT_ONCE + "." + size, atOnce(block, nanos));
        }
        result.accept("stream." + STREAMED, stream(GrpcBlocks.block(STREAMED), nanos));
    }

    private void alone(Block block, int size, long nanos, ObjDoubleConsumer<String> result) {
        long[] times = new long[MOST];
        int calls = 0;
        long began = System.nanoTime();
        long now = began;
        do {
            long before = now;
            check(block, ClientCalls.blockingUnaryCall(channel, GrpcBlocks.ECHO, CallOptions.DEFAULT, block));
            now = System.nanoTime();
            times[calls++] = now - before;
        } while (now - began < nanos && calls < MOST);
        Arrays.sort(times, 0, calls);
        result.accept("latency.p50." + size, times[calls / 2] / NANOS_PER_MICRO);
        result.accept("latency.p99." + size, times[(int) (calls * 0.99)] / NANOS_PER_MICRO);
        result.accept("calls.1." + size, calls * NANOS_PER_SECOND / (now - began));
    }

    private static void check(Block block, Block answer) {
        if (!answer.equals(block)) {
            throw new IllegalStateException(
                    answer.getSerializedSize() + " bytes came for " + block.getSerializedSize() + ", or other ones");
        }
    }

    /** Calls a second. */
    private double atOnce(Block block, long nanos) throws InterruptedException {
        GrpcAnswers answers = new GrpcAnswers(block, AT_ONCE, 1);
        long calls = 0;
        long began = System.nanoTime();
        do {
            answers.awaitPlace();
            ClientCalls.asyncUnaryCall(channel.newCall(GrpcBlocks.ECHO, CallOptions.DEFAULT), block, answers);
            calls++;
        } while (System.nanoTime() - began < nanos);
        answers.awaitAll(calls);
        return calls * NANOS_PER_SECOND / (System.nanoTime() - began);
    }

    /** Messages a second. */
    private double stream(Block block, long nanos) throws InterruptedException {
        GrpcAnswers answers = new GrpcAnswers(block, 1, GrpcBlocks.STREAM);
        long calls = 0;
        long began = System.nanoTime();
        do {
            answers.awaitPlace();
            ClientCalls.asyncServerStreamingCall(
                    channel.newCall(GrpcBlocks.REPEAT, CallOptions.DEFAULT), block, answers);
            calls++;
        } while (System.nanoTime() - began < nanos);
        answers.awaitAll(calls);
        return calls * GrpcBlocks.STREAM * NANOS_PER_SECOND / (System.nanoTime() - began);
    }
}
