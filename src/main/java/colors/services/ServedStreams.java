// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.SharedMemory;
import colors.calls.Calls;
import colors.rpc.ServerLostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The streams of a server that others read, by a service of their own. Thread-safe. */
public final class ServedStreams {
    private static final AtomicLong SERVERS = new AtomicLong(); // of this process, ever

    private final ConcurrentHashMap<Long, ServedStream> streams = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final ServerThreads server;
    private volatile boolean isClosed;

    /** Of a service of that name. Throws SharedMemoryException (MEMORY). */
    public ServedStreams(String service) {
        String name = service + "/streams-" + Long.toHexString(Calls.incarnation()) + "-" + SERVERS.incrementAndGet();
        server = new ServerThreads(
                name, ServedMethod.of(StreamCalls.class, new Readers()), Calls.open(name, 0), 1, Interceptors.NONE);
    }

    /** Begins a stream for a process. Throws SharedMemoryException (MEMORY). */
    public ServedStream begin(long reader) {
        streams.values().removeIf(ServedStream::isLeft);
        StreamHandle handle = SharedMemory.allocate(StreamHandle.class);
        long id = lastId.incrementAndGet();
        handle.service(server.name());
        handle.id(id);
        var served = new ServedStream(handle, id, reader);
        streams.put(id, served);
        if (isClosed) { // after close has looked at them all
            served.fail(closed());
        }
        return served;
    }

    /** The same of a Java program's, {@code BaseStream} or {@code Iterator}. A virtual thread takes its items. */
    ServedStream begin(Object items, long reader) {
        ServedStream served = begin(reader);
        Thread.ofVirtual().name("colors-" + server.name() + "-" + served.id()).start(StreamMaker.of(items, served));
        return served;
    }

    /** Nobody reads it. */
    public void close(ServedStream stream) {
        streams.remove(stream.id());
        stream.close();
    }

    /** Their readers get an error. */
    public void close() {
        isClosed = true;
        streams.values().forEach(stream -> stream.fail(closed()));
        server.close();
    }

    private static ServerLostException closed() {
        return new ServerLostException("the server was closed");
    }

    /** What readers ask. */
    private final class Readers implements StreamCalls {
        @Override
        public CompletionStage<List<Object>> next(long id, int most) {
            ServedStream stream = streams.get(id); // a reader closes it, also at its end
            return stream == null
                    ? CompletableFuture.failedFuture(new ServerLostException("the server has no stream " + id))
                    : stream.next(most);
        }

        @Override
        public void close(long id) {
            ServedStream stream = streams.remove(id);
            if (stream != null) {
                stream.close();
            }
        }
    }
}
