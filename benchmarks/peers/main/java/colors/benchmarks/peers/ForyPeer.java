// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.calls.RpcType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;

/**
 * The server of Apache Fory's format for several languages, over a loopback socket, for the client in Python: sequences
 * are lists, which are faster there than Fory's arrays. Classes are registered and of the same fields on both sides,
 * references are not tracked, buffers used again. Clients in Java call {@code RpcFory}, whose format is for Java alone.
 */
public final class ForyPeer {
    private static final int NODE = 100; // the number of the class; also in python/over_fory.py

    private final RpcType type;
    private final Framed frames;
    private final Fory fory;
    private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(Framed.BUFFER);

    private ForyPeer(RpcType type, Framed frames) {
        this.type = type;
        this.frames = frames;
        LoggerFactory.disableLogging(); // it tells of each serialiser
        fory = Fory.builder()
                .withXlang(true)
                .withCompatible(false)
                .withRefTracking(false)
                .requireClassRegistration(true)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .build();
        fory.register(ForyNode.class, NODE);
    }

    private void answer() throws IOException {
        ByteBuffer frame = frames.receive();
        int bytes = frame.position() - Framed.HEAD;
        Object sequence = fory.deserialize(MemoryBuffer.fromByteArray(frame.array(), Framed.HEAD, bytes));
        buffer.writerIndex(Framed.HEAD);
        fory.serialize(buffer, answer((List<?>) sequence));
        frames.send(buffer.sliceAsByteBuffer(0, buffer.writerIndex()));
    }

    private List<Object> answer(List<?> sequence) {
        long first = RpcType.answer(sum(sequence));
        int size = sequence.size();
        List<Object> answer = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            answer.add(element(first + i));
        }
        return answer;
    }

    private Object element(long number) {
        return switch (type) {
            case bool -> RpcType.bool(number);
            case integer -> RpcType.integer(number);
            case floating -> RpcType.floating(number);
            case string -> RpcType.text(number);
            default -> ForyNode.make(type.levels(), number);
        };
    }

    private static long sum(List<?> sequence) {
        long sum = 0;
        for (Object element : sequence) {
            sum += switch (element) {
                case Boolean value -> RpcType.read(value);
                case Long value -> value;
                case Double value -> RpcType.read(value);
                case String value -> RpcType.read(value);
                default -> ForyNode.sum((ForyNode) element);
            };
        }
        return sum;
    }

    /** TYPE: prints its port. */
    public static void main(String[] arguments) throws IOException {
        RpcType type = RpcType.valueOf(arguments[0]);
        try (Framed frames = Framed.accepted()) {
            ForyPeer peer = new ForyPeer(type, frames);
            while (true) {
                peer.answer();
            }
        } catch (EOFException e) {
            // its client has ended
        }
    }
}
