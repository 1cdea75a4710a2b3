// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ServerStream;
import io.grpc.internal.ServerStreamListener;
import io.grpc.internal.StatsTraceContext;

/** The server's side of a call. */
final class ServerSide extends ColorsStream implements ServerStream {
    private final ColorsServerTransport server;
    private final String authority;
    private volatile ServerStreamListener listener;
    private volatile boolean flushesHeaders;

    ServerSide(ColorsServerTransport server, int id, String authority, StatsTraceContext stats) {
        super(server, id, stats);
        this.server = server;
        this.authority = authority;
    }

    @Override
    public void setListener(ServerStreamListener streamListener) {
        listener = streamListener;
    }

    @Override
    public void triggerEvent(Object event) {
        tell(() -> listener.triggerEvent(event));
    }

    void halfCloseCame() {
        endCame(() -> listener.halfClosed());
    }

    /** The call ends here: the client cancelled it, or the connection broke. */
    void end(Status status) {
        if (close()) {
            tellEnd(status, status);
        }
    }

    private void tellEnd(Status status, Status traced) {
        transport.ended(this);
        stats.streamClosed(traced);
        tell(() -> listener.closed(status));
    }

    @Override
    public void writeHeaders(Metadata headers, boolean flush) {
        flushesHeaders = flush;
        write(Frame.of(Frame.Kind.HEADERS, id, Payload.ofHeaders(headers)), flush, false);
    }

    /** ServerCall flushes headers at once, unless the kind of the call says that one message follows them. */
    @Override
    boolean sendsOneMessage() {
        return !flushesHeaders;
    }

    @Override
    public void close(Status status, Metadata trailers) {
        if (!closeInbound()) {
            return;
        }
        write(Frame.of(Frame.Kind.TRAILERS, id, Payload.ofEnd(status, trailers)), true, true);
        stats.streamClosed(status);
        tell(() -> listener.closed(Status.OK));
    }

    @Override
    public void cancel(Status status) {
        Status told = Status.CANCELLED.withDescription("server cancelled stream");
        if (close()) {
            transport.send(Frame.of(Frame.Kind.TRAILERS, id, Payload.ofEnd(told, new Metadata())), true);
            tellEnd(status, status);
        }
    }

    @Override
    void refuse(Status status) {
        if (close()) {
            transport.send(Frame.of(Frame.Kind.TRAILERS, id, Payload.ofEnd(status, new Metadata())), true);
            tellEnd(status, status);
        }
    }

    @Override
    ServerStreamListener listener() {
        return listener;
    }

    @Override
    int maxInboundMessageSize() {
        return server.maxInboundMessageSize();
    }

    @Override
    int maxOutboundMessageSize() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Attributes getAttributes() {
        return server.attributes();
    }

    @Override
    public String getAuthority() {
        return authority;
    }

    @Override
    public StatsTraceContext statsTraceContext() {
        return stats;
    }

    @Override
    public int streamId() {
        return id;
    }

    @Override
    public void setOnReadyThreshold(int numBytes) {}
}
