// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcType;
import colors.benchmarks.peers.messages.Sequence;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The service with gRPC: blocking calls of one method over one channel, answered by the thread that reads the socket.
 * The method is described by hand as the generator of gRPC does it.
 */
public final class GrpcPeer implements RpcCaller {
    private static final String SERVICE = "colors.benchmarks.peers.Bench";
    private static final MethodDescriptor<Sequence, Sequence> ANSWER = MethodDescriptor.<Sequence, Sequence>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Answer"))
            .setSampledToLocalTracing(true)
            .setRequestMarshaller(ProtoUtils.marshaller(Sequence.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(Sequence.getDefaultInstance()))
            .build();

    private final ManagedChannel channel;

    /** A client of the server at that port. */
    public GrpcPeer(String port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        channel = NettyChannelBuilder.forAddress(address)
                .usePlaintext()
                .directExecutor()
                .build();
    }

    @Override
    public long call(RpcType type, int size, long first) {
        Sequence sequence = ProtobufSequences.of(type, size, first);
        return ProtobufSequences.sum(ClientCalls.blockingUnaryCall(channel, ANSWER, CallOptions.DEFAULT, sequence));
    }

    @Override
    public void close() {
        channel.shutdown();
    }

    /** Ends the server with its client. */
    private static final class Ending extends ServerTransportFilter {
        private Server server;

        @Override
        public void transportTerminated(Attributes attributes) {
            server.shutdown();
        }
    }

    /** The server: prints its port. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Ending ending = new Ending();
        ServerServiceDefinition service = ServerServiceDefinition.builder(SERVICE)
                .addMethod(ANSWER, ServerCalls.asyncUnaryCall((sequence, answers) -> {
                    answers.onNext(ProtobufSequences.answer(sequence));
                    answers.onCompleted();
                }))
                .build();
        ending.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .addTransportFilter(ending)
                .addService(service)
                .build()
                .start();
        System.out.println(ending.server.getPort());
        ending.server.awaitTermination();
    }
}
