// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.ForwardingServerBuilder;
import io.grpc.ServerBuilder;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.ServerImplBuilder;
import java.io.File;
import java.util.concurrent.TimeUnit;

/**
 * Builds a gRPC server that clients of the same machine reach over shared memory, by its name:
 *
 * <pre>{@code Server server = ColorsServerBuilder.forName("greeter").addService(new Greeter()).build().start();}</pre>
 *
 * <p>{@code start} throws an IOException when the name is served already, or the process cannot attach to the segment.
 * As with other servers, {@code shutdown} lets calls end that have begun.
 */
public final class ColorsServerBuilder extends ForwardingServerBuilder<ColorsServerBuilder> {
    private final ServerImplBuilder builder;
    private int maxInboundMessageSize = GrpcUtil.DEFAULT_MAX_MESSAGE_SIZE;

    private ColorsServerBuilder(ColorsAddress address) {
        builder = new ServerImplBuilder((tracers, _) -> new ColorsServer(address, tracers, maxInboundMessageSize));
        builder.setStatsRecordStartedRpcs(false);
        builder.setStatsRecordFinishedRpcs(false);
        handshakeTimeout(Long.MAX_VALUE, TimeUnit.SECONDS); // there is no handshake
    }

    /**
     * A server of that name.
     *
     * @throws IllegalArgumentException when it is null or empty
     */
    public static ColorsServerBuilder forName(String name) {
        return new ColorsServerBuilder(new ColorsAddress(name));
    }

    /** Bytes; 4 MiB when nobody says. A call with a larger message ends with RESOURCE_EXHAUSTED. */
    @Override
    public ColorsServerBuilder maxInboundMessageSize(int bytes) {
        maxInboundMessageSize = Limits.checked(bytes);
        return this;
    }

    /** Not possible: who may reach the server is a matter of the segment (docs/security.md). */
    @Override
    public ColorsServerBuilder useTransportSecurity(File certificates, File key) {
        throw new UnsupportedOperationException("there is no TLS over shared memory");
    }

    @Override
    protected ServerBuilder<?> delegate() {
        return builder;
    }
}
