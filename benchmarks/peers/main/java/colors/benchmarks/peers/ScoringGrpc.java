// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.protocols.ScoringModel;
import colors.benchmarks.protocols.ScoringService;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Features and scores go through gRPC as the bytes of their numbers, without a message around them: so that neither
 * side makes an object of each.
 */
public final class ScoringGrpc implements ScoringModel {
    private static final int HEADROOM = 1 << 16;

    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] bytes) {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try (stream) {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private static final MethodDescriptor<byte[], byte[]> SCORE = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName("colors.benchmarks.Scoring/Score")
            .setRequestMarshaller(BYTES)
            .setResponseMarshaller(BYTES)
            .build();

    private final ManagedChannel channel;
    private final double[] features;
    private ByteBuffer scores;

    private ScoringGrpc(String port, int customers) {
        channel = GrpcTransport.tcp
                .channel(port)
                .usePlaintext()
                .directExecutor()
                .maxInboundMessageSize(customers * Double.BYTES + HEADROOM)
                .build();
        features = new double[customers * WIDTH];
    }

    @Override
    public void set(int index, double feature) {
        features[index] = feature;
    }

    @Override
    public void score() {
        ByteBuffer bytes = ByteBuffer.allocate(features.length * Double.BYTES).order(ByteOrder.nativeOrder());
        bytes.asDoubleBuffer().put(features);
        byte[] answer = ClientCalls.blockingUnaryCall(channel, SCORE, CallOptions.DEFAULT, bytes.array());
        scores = ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
    }

    @Override
    public double scoreOf(int customer) {
        return scores.getDouble(customer * Double.BYTES);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    /** PORT CUSTOMERS SECONDS. */
    public static void main(String[] arguments) throws Exception {
        int customers = Integer.parseInt(arguments[1]);
        ScoringService.measure(new ScoringGrpc(arguments[0], customers), customers, Double.parseDouble(arguments[2]));
    }
}
