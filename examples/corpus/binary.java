// SPDX-License-Identifier: Apache-2.0
import colors.SharedBinary;
import colors.SharedMemory;

/** Bytes that both processes write. */
final class Binary extends Program {
    public static void main(String[] arguments) {
        new Binary().runAll(arguments);
    }

    @Override
    void write() {
        publish("binary", SharedMemory.copyIn(new byte[] {1, 2, 127, -128, -1, 0}));
    }

    @Override
    void read() {
        SharedBinary bytes = (SharedBinary) find("binary");
        print(bytes);
        bytes.set(0, (byte) 200);
        bytes.buffer().put(5, (byte) 77);
    }

    @Override
    void check() {
        print((SharedBinary) find("binary"));
    }

    private static void print(SharedBinary bytes) {
        StringBuilder line = new StringBuilder(bytes.size() + ":");
        for (byte value : bytes.toByteArray()) {
            line.append(' ').append(value & 0xff);
        }
        say(line.toString());
    }
}
