// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.SharedMemory;
import colors.calls.Calls;
import colors.rpc.ServerLostException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.BaseStream;

/** The streams of a server that others read, by a service of their own. Thread-safe. */
final class ServedStreams implements StreamCalls {
    private static final AtomicLong SERVERS = new AtomicLong(); // of this process, ever

    private final ConcurrentHashMap<Long, ServedStream> streams = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final ServerThreads server;
    private volatile boolean isClosed;

    /** Of a service of that name. Throws SharedMemoryException (MEMORY). */
    ServedStreams(String service) {
        String name = service + "/streams-" + Long.toHexString(Calls.incarnation()) + "-" + SERVERS.incrementAndGet();
        server = new ServerThreads(name, ServedMethod.of(StreamCalls.class, this), Calls.open(name, 0), 1);
    }

    /** Begins a stream for a process; what that is given. Throws SharedMemoryException (MEMORY). */
    StreamHandle begin(Object stream, long reader) {
        streams.values().removeIf(ServedStream::isLeft);
        boolean isStream = stream instanceof BaseStream<?, ?>;
        Iterator<?> items = isStream ? ((BaseStream<?, ?>) stream).iterator() : (Iterator<?>) stream;
        Runnable end = isStream ? ((BaseStream<?, ?>) stream)::close : () -> {};
        StreamHandle handle = SharedMemory.allocate(StreamHandle.class);
        long id = lastId.incrementAndGet();
        handle.service(server.name());
        handle.id(id);
        var served = new ServedStream(items, end, reader);
        streams.put(id, served);
        if (isClosed) { // after close has looked at them all
            served.fail(closed());
        }
        Thread.ofVirtual().name("colors-" + server.name() + "-" + id).start(served::run);
        return handle;
    }

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

    /** Their readers get an error. */
    void close() {
        isClosed = true;
        streams.values().forEach(stream -> stream.fail(closed()));
        server.close();
    }

    private static ServerLostException closed() {
        return new ServerLostException("the server was closed");
    }
}
