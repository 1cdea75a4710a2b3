// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import colors.connection.Connection;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.InternalChannelz.SocketStats;
import io.grpc.Metadata;
import io.grpc.SecurityLevel;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.internal.GrpcAttributes;
import io.grpc.internal.ServerTransport;
import io.grpc.internal.ServerTransportListener;
import io.grpc.internal.StatsTraceContext;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** The server's end of a connection. Thread-safe. */
final class ColorsServerTransport extends ColorsTransport implements ServerTransport {
    private final List<? extends ServerStreamTracer.Factory> tracers;
    private final ScheduledExecutorService scheduler;
    private final int maxInboundMessageSize;
    private Attributes attributes;
    private ServerTransportListener listener;
    private boolean isShutdown; // guarded by this

    ColorsServerTransport(
            ColorsAddress address,
            List<? extends ServerStreamTracer.Factory> tracers,
            ScheduledExecutorService scheduler,
            int maxInboundMessageSize) {
        super(address);
        this.tracers = tracers;
        this.scheduler = scheduler;
        this.maxInboundMessageSize = maxInboundMessageSize;
        this.attributes = Attributes.newBuilder()
                .set(GrpcAttributes.ATTR_SECURITY_LEVEL, SecurityLevel.PRIVACY_AND_INTEGRITY)
                .set(Grpc.TRANSPORT_ATTR_LOCAL_ADDR, address)
                .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, address)
                .build();
    }

    void start(Connection connection, ServerTransportListener transportListener) {
        listener = transportListener;
        attributes = listener.transportReady(attributes);
        run(connection, "colors-grpc-server-" + connection.name());
    }

    Attributes attributes() {
        return attributes;
    }

    int maxInboundMessageSize() {
        return maxInboundMessageSize;
    }

    @Override
    boolean isQuiet() {
        return false;
    }

    @Override
    void callCame(int id, byte[] payload) {
        Payload.Reader reader = new Payload.Reader(payload);
        String method = reader.text();
        String authority = reader.text();
        Metadata headers = reader.metadata();
        StatsTraceContext stats = StatsTraceContext.newServerContext(tracers, method, headers);
        ServerSide stream = new ServerSide(this, id, authority, stats);
        streams.put(id, stream);
        listener.streamCreated(stream, method, headers);
        stream.tellIfReady();
    }

    @Override
    void headersCame(ColorsStream stream, Metadata headers) {
        throw new IllegalStateException("a call began twice");
    }

    @Override
    void endCame(ColorsStream stream, Frame.Kind kind, byte[] payload) {
        if (kind == Frame.Kind.HALF_CLOSE) {
            ((ServerSide) stream).halfCloseCame();
        } else if (kind == Frame.Kind.CANCEL) {
            ((ServerSide) stream).end(Status.CANCELLED.withDescription("the client cancelled the call"));
        }
    }

    @Override
    void goAwayCame() {
        // Only servers send this.
    }

    @Override
    void ended(ColorsStream stream) {
        streams.remove(stream.id, stream);
    }

    @Override
    void broke(Status status) {
        streams.values().forEach(stream -> ((ServerSide) stream).end(status));
        listener.transportTerminated();
    }

    /** The client closes the connection when its calls have ended. */
    @Override
    public void shutdown() {
        synchronized (this) {
            if (isShutdown || isDone()) {
                return;
            }
            isShutdown = true;
        }
        send(Frame.of(Frame.Kind.GO_AWAY, 0), true);
    }

    @Override
    public void shutdownNow(Status reason) {
        shutdown();
        streams.values().forEach(stream -> ((ServerSide) stream).cancel(reason));
        disconnect();
    }

    @Override
    public ScheduledExecutorService getScheduledExecutorService() {
        return scheduler;
    }

    @Override
    public ListenableFuture<SocketStats> getStats() {
        return Futures.immediateFuture(null);
    }
}
