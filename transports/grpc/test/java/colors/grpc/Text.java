// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Messages of text, and the methods of the service that the tests call. */
final class Text implements MethodDescriptor.Marshaller<String> {
    static final MethodDescriptor<String, String> ECHO = method("Echo", MethodType.UNARY);
    static final MethodDescriptor<String, String> FAIL = method("Fail", MethodType.UNARY);
    static final MethodDescriptor<String, String> HANG = method("Hang", MethodType.UNARY);
    static final MethodDescriptor<String, String> HANGING = method("Hanging", MethodType.UNARY);
    static final MethodDescriptor<String, String> EXIT = method("Exit", MethodType.UNARY);
    static final MethodDescriptor<String, String> STOP = method("Stop", MethodType.UNARY);
    static final MethodDescriptor<String, String> COUNT = method("Count", MethodType.SERVER_STREAMING);
    static final MethodDescriptor<String, String> SUM = method("Sum", MethodType.CLIENT_STREAMING);
    static final MethodDescriptor<String, String> CHAT = method("Chat", MethodType.BIDI_STREAMING);
    static final MethodDescriptor<String, String> SLOW = method("Slow", MethodType.CLIENT_STREAMING);

    private static final class Bytes extends ByteArrayInputStream implements KnownLength {
        Bytes(byte[] bytes) {
            super(bytes);
        }
    }

    private static MethodDescriptor<String, String> method(String name, MethodType type) {
        return MethodDescriptor.newBuilder(new Text(), new Text())
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("colors.Text", name))
                .build();
    }

    @Override
    public InputStream stream(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream message) {
        try {
            return new String(message.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
