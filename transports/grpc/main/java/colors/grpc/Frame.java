// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import colors.connection.ByteRing;

/**
 * What goes through a ring: a head of two words, and bytes. A payload that is longer than a frame may be comes in
 * several frames of its stream and kind, with those of other streams between them.
 */
final class Frame {
    /** How many bytes of a payload one frame has at most: several of them fit a ring. */
    static final int LONGEST = ByteRing.CAPACITY / 8;

    /** Bytes of the head. */
    static final int HEAD = 16;

    /** What a frame is for. */
    enum Kind {
        HEADERS,
        MESSAGE,
        HALF_CLOSE,
        TRAILERS,
        CANCEL,
        WINDOW,
        GO_AWAY;

        private static final Kind[] ALL = values();

        static Kind of(int number) {
            return number >= 0 && number < ALL.length ? ALL[number] : null;
        }
    }

    private static final byte[] NOTHING = {};

    final Kind kind;
    final int stream;
    final byte[] payload;
    private final int number; // the size of a window; else that of the payload
    private int sent;

    private Frame(Kind kind, int stream, byte[] payload, int number) {
        this.kind = kind;
        this.stream = stream;
        this.payload = payload;
        this.number = number;
    }

    static Frame of(Kind kind, int stream, byte[] payload) {
        return new Frame(kind, stream, payload, payload.length);
    }

    static Frame of(Kind kind, int stream) {
        return new Frame(kind, stream, NOTHING, 0);
    }

    static Frame window(int stream, int bytes) {
        return new Frame(Kind.WINDOW, stream, NOTHING, bytes);
    }

    /** Puts as much of it as there is room for. Whether that was all that was left. */
    boolean put(ByteRing ring) {
        do {
            int length = Math.min(LONGEST, payload.length - sent);
            if (ring.room() < HEAD + ByteRing.padded(length)) {
                return false;
            }
            ring.putWord((long) kind.ordinal() << 32 | length);
            ring.putWord((long) stream << 32 | number);
            ring.put(payload, sent, length);
            sent += length;
        } while (sent < payload.length);
        return true;
    }
}
