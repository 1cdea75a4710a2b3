// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.rpc.CallException;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The items of a stream for a Java program. For one thread at a time; any may close it. */
final class StreamReader implements Iterator<Object>, AutoCloseable {
    /** How the items are asked for; as {@link StreamCalls} has it. */
    interface Source {
        List<Object> next(long id, int most);
    }

    private final ReadStream stream;
    private final PassedValue item;
    private final Source source;
    private Iterator<Object> items = List.of().iterator();

    private StreamReader(ReadStream stream, PassedValue item, Source source) {
        this.stream = stream;
        this.item = item;
        this.source = source;
    }

    /** Each wait for items takes at most so many nanoseconds; 0: as long as it takes. */
    static StreamReader of(ReadStream stream, PassedValue item, long timeout) {
        var client = new Client(stream.name(), stream.service(), timeout, true, Interceptors.NONE);
        var source = (Source) Proxy.newProxyInstance(
                Source.class.getClassLoader(), new Class<?>[] {Source.class}, client.of(Source.class));
        return new StreamReader(stream, item, source);
    }

    Stream<Object> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED), false)
                .onClose(this::close);
    }

    @Override
    public boolean hasNext() {
        if (!stream.isAtEnd() && !items.hasNext()) {
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
        return !stream.isAtEnd();
    }

    private Iterator<Object> nextItems() {
        try {
            return source.next(stream.id(), ReadStream.MOST).iterator();
        } catch (CallException e) {
            CallException failure = stream.failure(e);
            if (failure == null) {
                return List.of().iterator();
            }
            throw failure;
        }
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException(stream + " is at its end");
        }
        return item.read(items.next());
    }

    @Override
    public void close() {
        stream.close();
    }
}
