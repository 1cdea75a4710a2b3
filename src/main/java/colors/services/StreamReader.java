// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.Calls;
import colors.calls.RunningRequest;
import colors.rpc.NoServerException;
import colors.rpc.OneWay;
import colors.rpc.RemoteFailureException;
import colors.rpc.ServerLostException;
import java.lang.ref.Cleaner;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The items of a stream that another process makes. For one thread at a time; any may close it. */
final class StreamReader implements Iterator<Object>, AutoCloseable {
    private static final int MOST = 64; // items of a call
    private static final Cleaner CLEANER = Cleaner.create();

    /** How the items are asked for; items as {@link StreamCalls} has them. */
    interface Source {
        List<Object> next(long id, int most);

        @OneWay
        void close(long id);
    }

    /** Sent whether or not the thread is interrupted, or the request that it executes is late. */
    private record Closing(Source source, long id) implements Runnable {
        @Override
        public void run() {
            boolean wasInterrupted = Thread.interrupted();
            RunningRequest request = RunningRequest.enter(null);
            try {
                source.close(id);
            } catch (NoServerException e) {
                // nobody is left who makes it
            } finally {
                RunningRequest.leave(request);
                if (wasInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private final String what; // for messages
    private final PassedValue item;
    private final Source source;
    private final long id;
    private final Cleaner.Cleanable closing;
    private Iterator<Object> items = List.of().iterator();
    private volatile boolean isAtEnd; // another thread may close it

    private StreamReader(String what, PassedValue item, Source source, Closing closing) {
        this.what = what;
        this.item = item;
        this.source = source;
        id = closing.id;
        this.closing = CLEANER.register(this, closing);
    }

    /** Each wait for items takes at most so many nanoseconds; 0: as long as it takes. */
    static StreamReader of(StreamHandle handle, String what, PassedValue item, long timeout) {
        Calls.Service service = Calls.open(handle.service(), 0);
        var closing = new Closing(source(handle, service, 0), handle.id());
        return new StreamReader(what, item, source(handle, service, timeout), closing);
    }

    private static Source source(StreamHandle handle, Calls.Service service, long timeout) {
        var client = new Client(handle.service(), service, timeout, true);
        return (Source) Proxy.newProxyInstance(
                Source.class.getClassLoader(), new Class<?>[] {Source.class}, client.of(Source.class));
    }

    Stream<Object> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED), false)
                .onClose(this::close);
    }

    @Override
    public boolean hasNext() {
        if (!isAtEnd && !items.hasNext()) {
            boolean isRead = false;
            try {
                items = nextItems();
                isRead = items.hasNext();
            } finally {
                if (!isRead) { // at its end, or failed: what was made of it since is lost
                    close();
                }
            }
        }
        return !isAtEnd;
    }

    private Iterator<Object> nextItems() {
        try {
            return source.next(id, MOST).iterator();
        } catch (NoServerException e) {
            throw lost();
        } catch (RemoteFailureException e) {
            if (isAtEnd) {
                return List.of().iterator(); // it was closed meanwhile
            }
            throw e.type().equals(ServerLostException.class.getName()) ? lost() : e;
        }
    }

    private ServerLostException lost() {
        return new ServerLostException("the server of " + what + " was closed, or died; its other items are lost");
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException(what + " is at its end");
        }
        return item.read(items.next());
    }

    @Override
    public void close() {
        isAtEnd = true;
        closing.clean();
    }
}
