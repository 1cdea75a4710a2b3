// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import colors.SharedMemoryException;
import colors.connection.Connection;
import colors.connection.Listener;
import io.grpc.InternalChannelz.SocketStats;
import io.grpc.InternalInstrumented;
import io.grpc.ServerStreamTracer;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.InternalServer;
import io.grpc.internal.ServerListener;
import io.grpc.internal.SharedResourceHolder;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** A thread that takes the connections of clients. */
final class ColorsServer implements InternalServer {
    private final ColorsAddress address;
    private final List<? extends ServerStreamTracer.Factory> tracers;
    private final int maxInboundMessageSize;
    private Listener connections;
    private ServerListener listener;
    private Thread acceptor;
    private ScheduledExecutorService scheduler;

    ColorsServer(ColorsAddress address, List<? extends ServerStreamTracer.Factory> tracers, int maxInboundMessageSize) {
        this.address = address;
        this.tracers = tracers;
        this.maxInboundMessageSize = maxInboundMessageSize;
    }

    @Override
    public void start(ServerListener serverListener) throws IOException {
        listener = serverListener;
        try {
            connections = Listener.open(address.name());
        } catch (SharedMemoryException e) {
            throw new IOException("cannot serve " + address + ": " + e.getMessage(), e);
        }
        scheduler = SharedResourceHolder.get(GrpcUtil.TIMER_SERVICE);
        acceptor = Thread.ofPlatform()
                .name("colors-grpc-accept-" + address.name())
                .daemon()
                .start(this::accept);
    }

    private void accept() {
        for (Connection each = connections.accept(); each != null; each = connections.accept()) {
            ColorsServerTransport transport =
                    new ColorsServerTransport(address, tracers, scheduler, maxInboundMessageSize);
            transport.start(each, listener.transportCreated(transport));
        }
        SharedResourceHolder.release(GrpcUtil.TIMER_SERVICE, scheduler);
        listener.serverShutdown();
    }

    @Override
    public void shutdown() {
        connections.close();
        acceptor.interrupt();
    }

    @Override
    public SocketAddress getListenSocketAddress() {
        return address;
    }

    @Override
    public List<? extends SocketAddress> getListenSocketAddresses() {
        return List.of(address);
    }

    @Override
    public InternalInstrumented<SocketStats> getListenSocketStats() {
        return null;
    }

    @Override
    public List<InternalInstrumented<SocketStats>> getListenSocketStatsList() {
        return null;
    }
}
