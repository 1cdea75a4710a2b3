// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.InternalMetadata;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** How names, metadata and statuses are written into payloads and read from them. */
final class Payload {
    private static final byte[][] NONE = {};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

    private Payload() {}

    /** What a call begins with. */
    static byte[] ofCall(String method, String authority, Metadata headers) {
        Payload payload = new Payload();
        payload.put(method);
        payload.put(authority);
        return payload.put(headers).bytes.toByteArray();
    }

    static byte[] ofHeaders(Metadata headers) {
        return new Payload().put(headers).bytes.toByteArray();
    }

    /** How a call ends. The cause of a status stays in its process. */
    static byte[] ofEnd(Status status, Metadata trailers) {
        Payload payload = new Payload();
        payload.put(status.getCode().value());
        payload.put(status.getDescription() == null ? "" : status.getDescription());
        return payload.put(trailers).bytes.toByteArray();
    }

    private void put(int number) {
        bytes.write(number >>> 24);
        bytes.write(number >>> 16);
        bytes.write(number >>> 8);
        bytes.write(number);
    }

    private void put(byte[] some) {
        put(some.length);
        bytes.write(some, 0, some.length);
    }

    private void put(String text) {
        put(text.getBytes(StandardCharsets.UTF_8));
    }

    private Payload put(Metadata metadata) {
        byte[][] all = InternalMetadata.serialize(metadata);
        put(all == null ? 0 : all.length);
        for (byte[] each : all == null ? NONE : all) {
            put(each);
        }
        return this;
    }

    /** Reads what the methods above wrote, in the same order. Throws RuntimeException when it is something else. */
    static final class Reader {
        private final ByteBuffer bytes;

        Reader(byte[] payload) {
            bytes = ByteBuffer.wrap(payload);
        }

        private byte[] some() {
            int length = bytes.getInt();
            if (length < 0 || length > bytes.remaining()) {
                throw new BufferUnderflowException();
            }
            byte[] some = new byte[length];
            bytes.get(some);
            return some;
        }

        String text() {
            return new String(some(), StandardCharsets.UTF_8);
        }

        Status status() {
            Status status = Status.fromCodeValue(bytes.getInt());
            String description = text();
            return description.isEmpty() ? status : status.withDescription(description);
        }

        Metadata metadata() {
            int count = bytes.getInt();
            if (count < 0 || count > bytes.remaining()) {
                throw new BufferUnderflowException();
            }
            byte[][] all = new byte[count][];
            for (int i = 0; i < count; i++) {
                all[i] = some();
            }
            return InternalMetadata.newMetadata(all);
        }
    }
}
