// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import java.beans.XMLDecoder;
import java.beans.XMLEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** What goes over a socket, and how it becomes bytes. */
enum Message {
    /** A tree, by Java's serialisation. */
    serial {
        @Override
        byte[] bytes(int size, long first) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
                output.writeObject(Tree.make(size, first));
            }
            return bytes.toByteArray();
        }

        @Override
        long sum(byte[] bytes) throws IOException {
            try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                return ((Tree) input.readObject()).sum();
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }
    },
    /** A tree, by java.beans. */
    xml {
        @Override
        byte[] bytes(int size, long first) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (XMLEncoder output = new XMLEncoder(bytes)) {
                output.writeObject(Tree.make(size, first));
            }
            return bytes.toByteArray();
        }

        @Override
        long sum(byte[] bytes) {
            try (XMLDecoder input = new XMLDecoder(new ByteArrayInputStream(bytes))) {
                return ((Tree) input.readObject()).sum();
            }
        }
    },
    /** Bytes as they are. */
    socket {
        @Override
        byte[] bytes(int size, long first) {
            byte[] bytes = new byte[size];
            for (int i = 0; i < size; i++) {
                bytes[i] = (byte) TreeSum.value(i, first);
            }
            return bytes;
        }

        @Override
        long sum(byte[] bytes) {
            long sum = 0;
            for (byte one : bytes) {
                sum += TreeSum.of(one);
            }
            return sum;
        }

        @Override
        int[] sizes() {
            return SharedBytes.SIZES;
        }
    };

    /** Of "MESSAGE.WAY". */
    static Message of(String what) {
        return valueOf(what.substring(0, what.indexOf('.')));
    }

    /** So many nodes or bytes, whose values begin with {@code first}. */
    abstract byte[] bytes(int size, long first) throws IOException;

    /** What was read of that, as {@link TreeSum} has it. */
    abstract long sum(byte[] bytes) throws IOException;

    int[] sizes() {
        return new int[] {1, 4, 16, 64, 128, 256, 512, 768, 1024};
    }
}
