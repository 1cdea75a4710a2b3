// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import colors.Channel;
import colors.Repository;
import colors.SharedArray;
import colors.SharedMemory;
import colors.benchmarks.protocols.XmemCaller;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Bytes in a buffer that both sides share: each copies its own array there, tells the other side by a channel how many
 * there are, and copies what the other one tells into an array of its own.
 */
public final class SharedBytes implements XmemCaller {
    static final int[] SIZES = {1, 64, 256, 1024, 2048, 3072, 4096, 6144, 8192};
    private static final int MOST = 8192;

    private final Channel<Long> requests = SharedMemory.channel("xmem.requests", Long.class);
    private final Channel<Long> answers = SharedMemory.channel("xmem.answers", Long.class);
    private final SharedArray<?> array; // kept, as its memory is
    private final MemorySegment buffer;

    private SharedBytes(SharedArray<?> array) {
        this.array = array;
        buffer = array.memory();
    }

    /** A client of the server that made the buffer. */
    public SharedBytes(@SuppressWarnings("unused") String what, @SuppressWarnings("unused") String address) {
        this((SharedArray<?>) repository().get());
    }

    @Override
    public long call(int size, long first) throws IOException, InterruptedException {
        send(requests, Message.socket.bytes(size, first));
        return receive(answers.receive());
    }

    /** No constant: who reads SIZES alone is not to attach. */
    private static Repository<Object> repository() {
        return SharedMemory.repository("xmem.buffer");
    }

    private void send(Channel<Long> channel, byte[] bytes) throws InterruptedException {
        MemorySegment.copy(bytes, 0, buffer, JAVA_BYTE, 0, bytes.length);
        channel.send((long) bytes.length);
    }

    private long receive(long size) throws IOException {
        byte[] bytes = new byte[(int) size];
        MemorySegment.copy(buffer, JAVA_BYTE, 0, bytes, 0, bytes.length);
        return Message.socket.sum(bytes);
    }

    @Override
    public long expected(int size) {
        return TreeSum.expected(size);
    }

    @Override
    public int[] sizes() {
        return SIZES;
    }

    @Override
    public void close() {
        requests.close();
    }

    @Override
    public String toString() {
        return "SharedBytes[" + array.size() + "]";
    }

    /** The server: until the client has closed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        repository().set(SharedArray.create(byte.class, MOST));
        SharedBytes bytes = new SharedBytes((SharedArray<?>) repository().get());
        System.out.println("ready");
        for (long size : bytes.requests) {
            long sum = bytes.receive(size);
            bytes.send(bytes.answers, Message.socket.bytes(TreeSum.size(sum), TreeSum.answer(sum)));
        }
    }
}
