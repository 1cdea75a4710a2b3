// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Deadline;
import io.grpc.DecompressorRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.internal.ClientStream;
import io.grpc.internal.ClientStreamListener;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.InsightBuilder;
import io.grpc.internal.StatsTraceContext;
import java.util.concurrent.TimeUnit;

/** The client's side of a call. */
final class ClientSide extends ColorsStream implements ClientStream {
    private final ColorsClientTransport client;
    private final MethodDescriptor<?, ?> method;
    private final Metadata headers;
    final boolean isInUse;
    private final boolean isBlocking;
    private String authority;
    private int maxInbound;
    private int maxOutbound = Integer.MAX_VALUE;
    private ClientStreamListener listener;
    private volatile boolean hasEnded;

    ClientSide(
            ColorsClientTransport client,
            int id,
            MethodDescriptor<?, ?> method,
            Metadata headers,
            CallOptions options,
            StatsTraceContext stats) {
        super(client, id, stats);
        this.client = client;
        this.method = method;
        this.headers = headers;
        this.authority = client.authority();
        this.maxInbound = client.maxInboundMessageSize;
        this.isInUse = GrpcUtil.shouldBeCountedForInUse(options);
        this.isBlocking = BlockingCalls.isBlocking(options);
    }

    @Override
    public void start(ClientStreamListener streamListener) {
        listener = streamListener;
        stats.clientOutboundHeaders();
        Status refusal = client.begin(this);
        if (refusal != null) {
            end(refusal, RpcProgress.MISCARRIED, new Metadata());
            return;
        }
        byte[] payload = Payload.ofCall(method.getFullMethodName(), authority, headers);
        write(Frame.of(Frame.Kind.HEADERS, id, payload), !sendsOneMessage(), false);
        if (!sendsOneMessage()) {
            client.look();
            tellIfReady();
        }
    }

    @Override
    boolean sendsOneMessage() {
        return method.getType().clientSendsOneMessage();
    }

    @Override
    public void halfClose() {
        write(Frame.of(Frame.Kind.HALF_CLOSE, id), true, true);
        if (isBlocking) {
            client.lookFor(this);
        } else {
            client.look();
        }
    }

    /** Whether the listener heard of the end of the call. */
    boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public void cancel(Status reason) {
        if (close()) {
            transport.send(Frame.of(Frame.Kind.CANCEL, id), true);
            tellEnd(reason, RpcProgress.PROCESSED, new Metadata());
        }
    }

    /** The call ends here: the connection broke, or was never there. */
    void end(Status status, RpcProgress progress, Metadata trailers) {
        if (close()) {
            tellEnd(status, progress, trailers);
        }
    }

    private void tellEnd(Status status, RpcProgress progress, Metadata trailers) {
        transport.ended(this);
        stats.streamClosed(status);
        tell(() -> {
            hasEnded = true;
            listener.closed(status, progress, trailers);
        });
    }

    void headersCame(Metadata metadata) {
        stats.clientInboundHeaders(metadata);
        tell(() -> listener.headersRead(metadata));
    }

    void trailersCame(Status status, Metadata trailers) {
        endCame(() -> {
            if (close()) {
                stats.clientInboundTrailers(trailers);
                stats.streamClosed(status);
                transport.ended(this);
                hasEnded = true;
                listener.closed(status, RpcProgress.PROCESSED, trailers);
            }
        });
    }

    @Override
    void refuse(Status status) {
        cancel(status);
    }

    @Override
    ClientStreamListener listener() {
        return listener;
    }

    @Override
    int maxInboundMessageSize() {
        return maxInbound;
    }

    @Override
    int maxOutboundMessageSize() {
        return maxOutbound;
    }

    @Override
    public void setMaxInboundMessageSize(int maxSize) {
        maxInbound = maxSize;
    }

    @Override
    public void setMaxOutboundMessageSize(int maxSize) {
        maxOutbound = maxSize;
    }

    @Override
    public void setAuthority(String authority) {
        this.authority = authority;
    }

    @Override
    public void setFullStreamDecompression(boolean fullStreamDecompression) {}

    @Override
    public void setDecompressorRegistry(DecompressorRegistry decompressorRegistry) {}

    @Override
    public void setDeadline(Deadline deadline) {
        headers.discardAll(GrpcUtil.TIMEOUT_KEY);
        headers.put(GrpcUtil.TIMEOUT_KEY, Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    }

    @Override
    public Attributes getAttributes() {
        return client.getAttributes();
    }

    @Override
    public void appendTimeoutInsight(InsightBuilder insight) {
        insight.appendKeyValue("remote_addr", client.address());
    }
}
