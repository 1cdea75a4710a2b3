// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.ChannelCredentials;
import io.grpc.ChannelLogger;
import io.grpc.ForwardingChannelBuilder2;
import io.grpc.ManagedChannelBuilder;
import io.grpc.internal.ClientTransportFactory;
import io.grpc.internal.ConnectionClientTransport;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.ManagedChannelImplBuilder;
import io.grpc.internal.SharedResourceHolder;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Builds a gRPC channel over shared memory to the server of a name in the same segment:
 *
 * <pre>{@code ManagedChannel channel = ColorsChannelBuilder.forName("greeter").build();}</pre>
 *
 * <p>While nobody serves the name, calls end with UNAVAILABLE, or wait if they say {@code withWaitForReady}.
 */
public final class ColorsChannelBuilder extends ForwardingChannelBuilder2<ColorsChannelBuilder> {
    private final ManagedChannelImplBuilder builder;
    private int maxInboundMessageSize = GrpcUtil.DEFAULT_MAX_MESSAGE_SIZE;

    private ColorsChannelBuilder(ColorsAddress address) {
        builder =
                new ManagedChannelImplBuilder(address, "localhost", () -> new Transports(maxInboundMessageSize), null);
        builder.setStatsRecordStartedRpcs(false);
        builder.setStatsRecordFinishedRpcs(false);
        builder.setStatsRecordRetryMetrics(false);
        builder.disableRetry();
    }

    /**
     * A channel to the server of that name.
     *
     * @throws IllegalArgumentException when it is null or empty
     */
    public static ColorsChannelBuilder forName(String name) {
        return new ColorsChannelBuilder(new ColorsAddress(name));
    }

    /** Bytes; 4 MiB when nobody says. A call whose answer is larger ends with RESOURCE_EXHAUSTED. */
    @Override
    public ColorsChannelBuilder maxInboundMessageSize(int bytes) {
        maxInboundMessageSize = Limits.checked(bytes);
        return this;
    }

    /** Has no effect: nothing leaves the machine. */
    @Override
    public ColorsChannelBuilder usePlaintext() {
        return this;
    }

    /** Not possible: who may reach the server is a matter of the segment (docs/security.md). */
    @Override
    public ColorsChannelBuilder useTransportSecurity() {
        throw new UnsupportedOperationException("there is no TLS over shared memory");
    }

    @Override
    protected ManagedChannelBuilder<?> delegate() {
        return builder;
    }

    private static final class Transports implements ClientTransportFactory {
        private final ScheduledExecutorService scheduler = SharedResourceHolder.get(GrpcUtil.TIMER_SERVICE);
        private final int maxInboundMessageSize;
        private boolean isClosed;

        Transports(int maxInboundMessageSize) {
            this.maxInboundMessageSize = maxInboundMessageSize;
        }

        @Override
        public ConnectionClientTransport newClientTransport(
                SocketAddress address, ClientTransportOptions options, ChannelLogger logger) {
            return new ColorsClientTransport((ColorsAddress) address, options, maxInboundMessageSize);
        }

        @Override
        public ScheduledExecutorService getScheduledExecutorService() {
            return scheduler;
        }

        @Override
        public SwapChannelCredentialsResult swapChannelCredentials(ChannelCredentials credentials) {
            return null; // there are none
        }

        @Override
        public synchronized void close() {
            if (!isClosed) {
                isClosed = true;
                SharedResourceHolder.release(GrpcUtil.TIMER_SERVICE, scheduler);
            }
        }

        @Override
        public Collection<Class<? extends SocketAddress>> getSupportedSocketAddressTypes() {
            return List.of(ColorsAddress.class);
        }
    }
}
