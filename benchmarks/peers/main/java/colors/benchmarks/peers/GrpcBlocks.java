// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.peers.messages.Block;
import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

/** A service of blocks of bytes, described by hand as the generator of gRPC does it. */
final class GrpcBlocks {
    /** The answer is the same block. */
    static final MethodDescriptor<Block, Block> ECHO = method("Echo", MethodType.UNARY);

    /** The answer is the block {@link #STREAM} times. */
    static final MethodDescriptor<Block, Block> REPEAT = method("Repeat", MethodType.SERVER_STREAMING);

    static final int STREAM = 1000;
    private static final String SERVICE = "colors.benchmarks.peers.Blocks";

    private GrpcBlocks() {}

    private static MethodDescriptor<Block, Block> method(String name, MethodType type) {
        return MethodDescriptor.<Block, Block>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setSampledToLocalTracing(true)
                .setRequestMarshaller(ProtoUtils.marshaller(Block.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(Block.getDefaultInstance()))
                .build();
    }

    static Block block(int bytes) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) i;
        }
        return Block.newBuilder().setContent(ByteString.copyFrom(content)).build();
    }

    static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(ECHO, ServerCalls.asyncUnaryCall(GrpcBlocks::echo))
                .addMethod(REPEAT, ServerCalls.asyncServerStreamingCall(GrpcBlocks::repeat))
                .build();
    }

    private static void echo(Block block, StreamObserver<Block> answers) {
        answers.onNext(block);
        answers.onCompleted();
    }

    private static void repeat(Block block, StreamObserver<Block> answers) {
        for (int i = 0; i < STREAM; i++) {
            answers.onNext(block);
        }
        answers.onCompleted();
    }
}
