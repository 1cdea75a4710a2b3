// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import colors.SharedMemoryException;
import colors.connection.Connection;
import colors.connection.Patience;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Grpc;
import io.grpc.InternalChannelz.SocketStats;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.SecurityLevel;
import io.grpc.Status;
import io.grpc.internal.ClientStream;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.ClientTransportFactory.ClientTransportOptions;
import io.grpc.internal.ConnectionClientTransport;
import io.grpc.internal.GrpcAttributes;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.InUseStateAggregator;
import io.grpc.internal.SimpleDisconnectError;
import io.grpc.internal.StatsTraceContext;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** The client's end of a connection. Thread-safe. */
final class ColorsClientTransport extends ColorsTransport implements ConnectionClientTransport {
    private final ColorsAddress address;
    private final String authority;
    private final String userAgent;
    final int maxInboundMessageSize; // of a stream that says nothing
    private final AtomicInteger ids = new AtomicInteger();
    private final AtomicInteger leaders = new AtomicInteger();
    private final Patience patience = new Patience();
    private Attributes attributes;
    private Listener listener;
    private Status shutdown; // guarded by this
    private boolean isTerminated; // guarded by this

    private final InUseStateAggregator<ClientSide> inUse = new InUseStateAggregator<>() { // guarded by this
                @Override
                protected void handleInUse() {
                    listener.transportInUse(true);
                }

                @Override
                protected void handleNotInUse() {
                    listener.transportInUse(false);
                }
            };

    ColorsClientTransport(ColorsAddress address, ClientTransportOptions options, int maxInboundMessageSize) {
        super(address);
        this.maxInboundMessageSize = maxInboundMessageSize;
        this.address = address;
        this.authority = options.getAuthority();
        this.userAgent = GrpcUtil.getGrpcUserAgent("colors", options.getUserAgent());
        this.attributes = Attributes.newBuilder()
                .set(GrpcAttributes.ATTR_SECURITY_LEVEL, SecurityLevel.PRIVACY_AND_INTEGRITY)
                .set(GrpcAttributes.ATTR_CLIENT_EAG_ATTRS, options.getEagAttributes())
                .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, address)
                .build();
    }

    @Override
    public Runnable start(Listener transportListener) {
        listener = transportListener;
        Connection connection;
        try {
            connection = Connection.open(address.name());
        } catch (IOException | SharedMemoryException e) {
            Status status = Status.UNAVAILABLE.withDescription(e.getMessage()).withCause(e);
            return () -> {
                shutdown(status);
                terminateIfIdle();
            };
        }
        attributes = listener.filterTransport(attributes);
        run(connection, "colors-grpc-client-" + address.name());
        listener.transportReady();
        return null;
    }

    ColorsAddress address() {
        return address;
    }

    String authority() {
        return authority;
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public ClientStream newStream(
            MethodDescriptor<?, ?> method, Metadata headers, CallOptions options, ClientStreamTracer[] tracers) {
        StatsTraceContext stats = StatsTraceContext.newClientContext(tracers, attributes, headers);
        headers.discardAll(GrpcUtil.USER_AGENT_KEY);
        headers.put(GrpcUtil.USER_AGENT_KEY, userAgent);
        return new ClientSide(this, ids.incrementAndGet(), method, headers, options, stats);
    }

    /** A call begins. Null, or why it cannot. */
    synchronized Status begin(ClientSide stream) {
        if (shutdown != null) {
            return shutdown;
        }
        streams.put(stream.id, stream);
        if (stream.isInUse) {
            inUse.updateObjectInUse(stream, true);
        }
        return null;
    }

    @Override
    void ended(ColorsStream stream) {
        if (streams.remove(stream.id, stream)) {
            synchronized (this) {
                if (((ClientSide) stream).isInUse) {
                    inUse.updateObjectInUse((ClientSide) stream, false);
                }
            }
            terminateIfIdle();
        }
    }

    @Override
    boolean isQuiet() {
        return (leaders.get() > 0 || streams.isEmpty()) && !isFull() && !isDone();
    }

    /** The calling thread reads until the call has ended or its patience has. */
    void lookFor(ClientSide stream) {
        leaders.incrementAndGet();
        try {
            patience.look(() -> {
                poll();
                return stream.hasEnded() || isDone();
            });
        } finally {
            leaders.decrementAndGet();
        }
        look();
    }

    @Override
    void callCame(int stream, byte[] payload) {
        // The answer to a call that was cancelled.
    }

    @Override
    void headersCame(ColorsStream stream, Metadata headers) {
        ((ClientSide) stream).headersCame(headers);
    }

    @Override
    void endCame(ColorsStream stream, Frame.Kind kind, byte[] payload) {
        if (kind == Frame.Kind.TRAILERS) {
            Payload.Reader reader = new Payload.Reader(payload);
            Status status = reader.status();
            ((ClientSide) stream).trailersCame(status, reader.metadata());
        }
    }

    @Override
    void goAwayCame() {
        shutdown(Status.UNAVAILABLE.withDescription("the server of " + address + " shuts down"));
    }

    @Override
    void broke(Status status) {
        shutdown(status);
        endAll(status);
        terminateIfIdle();
    }

    private void endAll(Status status) {
        streams.values().forEach(stream -> ((ClientSide) stream).end(status, RpcProgress.PROCESSED, new Metadata()));
    }

    @Override
    public void shutdown(Status reason) {
        synchronized (this) {
            if (shutdown != null) {
                return;
            }
            shutdown = reason;
        }
        listener.transportShutdown(reason, SimpleDisconnectError.UNKNOWN);
        terminateIfIdle();
    }

    @Override
    public void shutdownNow(Status reason) {
        shutdown(reason);
        streams.values().forEach(stream -> ((ClientSide) stream).cancel(reason));
        terminateIfIdle();
    }

    private void terminateIfIdle() {
        synchronized (this) {
            if (shutdown == null || !streams.isEmpty() || isTerminated) {
                return;
            }
            isTerminated = true;
        }
        close();
        listener.transportTerminated();
    }

    @Override
    public void ping(PingCallback callback, Executor executor) {
        Status status;
        synchronized (this) {
            status = shutdown;
        }
        executor.execute(() -> {
            if (status == null) {
                callback.onSuccess(0);
            } else {
                callback.onFailure(status);
            }
        });
    }

    @Override
    public ListenableFuture<SocketStats> getStats() {
        return Futures.immediateFuture(null);
    }
}
