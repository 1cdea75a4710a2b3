// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcCaller;
import colors.benchmarks.calls.RpcType;
import java.util.Arrays;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransportException;

/** {@link ThriftPeer} without a way: one thread writes and reads the messages of both sides in memory. */
public final class ThriftInMemory implements RpcCaller {
    /** One direction: a message is written, flushed, and then read. */
    private static final class Buffer extends TEndpointTransport {
        private byte[] bytes = new byte[1 << 16];
        private int start;
        private int end;

        Buffer() throws TTransportException {
            super(new TConfiguration());
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void open() {}

        @Override
        public void close() {}

        @Override
        public void write(byte[] source, int offset, int length) {
            if (start == end) {
                start = 0;
                end = 0;
            }
            if (bytes.length - end < length) {
                bytes = Arrays.copyOf(bytes, 2 * (end + length));
            }
            System.arraycopy(source, offset, bytes, end, length);
            end += length;
        }

        @Override
        public void flush() throws TTransportException {
            resetConsumedMessageSize(-1);
        }

        @Override
        public byte[] getBuffer() {
            return bytes;
        }

        @Override
        public int getBufferPosition() {
            return start;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int count = Math.min(length, end - start);
            System.arraycopy(bytes, start, target, offset, count);
            start += count;
            return count;
        }

        @Override
        public int getBytesRemainingInBuffer() {
            return end - start;
        }

        @Override
        public void consumeBuffer(int length) {
            start += length;
        }
    }

    private final Buffer question = new Buffer();
    private final Buffer answer = new Buffer();
    private final ThriftCalls client = new ThriftCalls(answer, question);
    private final ThriftCalls server = new ThriftCalls(question, answer);

    /** There is no other process. */
    public ThriftInMemory(@SuppressWarnings("unused") String address) throws TTransportException {}

    @Override
    public long call(RpcType type, int size, long first) throws TException {
        client.ask(type, size, first);
        server.answer();
        return client.reply(type);
    }

    @Override
    public void close() {}
}
