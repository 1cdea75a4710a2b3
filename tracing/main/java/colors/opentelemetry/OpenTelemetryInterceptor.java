// SPDX-License-Identifier: Apache-2.0
package colors.opentelemetry;

import colors.rpc.CallInterceptor;
import colors.rpc.RemoteFailureException;
import colors.rpc.Request;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Makes a span of each call, at the client and at the server, and passes the trace and the baggage along as the
 * propagators of the program say. Names and attributes are those of the semantic conventions for RPC: the span is
 * {@code service/method}, as is {@code rpc.method}; {@code rpc.system.name} is {@code colors}. A call that failed has
 * the status ERROR and {@code error.type}, the class of what was thrown, in the service's language. Thread-safe.
 *
 * <p>In the class path it sees all calls of the process: {@code ServiceLoader} finds it.
 */
public final class OpenTelemetryInterceptor implements CallInterceptor {
    private static final String SCOPE = "colors.rpc";
    private static final TextMapGetter<Map<String, String>> GETTER = Map::get;

    private final Supplier<OpenTelemetry> openTelemetry;

    /** What a span is told of its call. */
    private record Traced(Span span, Scope scope) implements Observer {
        @Override
        public void returned() {
            scope.close();
        }

        @Override
        public void ended(Throwable failure) {
            try {
                if (failure != null) {
                    fail(failure);
                }
            } finally {
                span.end();
            }
        }

        /** Whatever the program's class of the failure does when it is asked for its text. */
        private void fail(Throwable failure) {
            String type = failure.getClass().getName();
            span.setAttribute("error.type", failure instanceof RemoteFailureException remote ? remote.type() : type);
            try {
                span.setStatus(StatusCode.ERROR, failure.toString());
                span.recordException(failure);
            } catch (Throwable e) {
                span.setStatus(StatusCode.ERROR, type);
                span.addEvent("exception", Attributes.of(AttributeKey.stringKey("exception.type"), type));
            }
        }
    }

    /** With the global one, whenever the program sets that. */
    public OpenTelemetryInterceptor() {
        openTelemetry = GlobalOpenTelemetry::getOrNoop; // get() would set one, and keep the program from doing so
    }

    /** With this one. For {@link colors.rpc.Service#interceptedBy}, where the class path has no other. */
    public OpenTelemetryInterceptor(OpenTelemetry openTelemetry) {
        this.openTelemetry = () -> openTelemetry;
    }

    @Override
    public Observer calling(String service, String method, Map<String, String> context) {
        OpenTelemetry used = openTelemetry.get();
        TextMapPropagator propagator = used.getPropagators().getTextMapPropagator();
        Context current = Context.current();
        boolean isTraced = Span.fromContext(current).getSpanContext().isValid();
        // a request that came to a server without an interceptor is the parent of the calls in it all the same
        Context parent = isTraced ? current : propagator.extract(current, context, GETTER);
        Span span = start(used, service, method, SpanKind.CLIENT, parent);
        propagator.inject(parent.with(span), context, Map::put);
        return new Traced(span, Scope.noop());
    }

    @Override
    public Observer executing(Request request) {
        OpenTelemetry used = openTelemetry.get();
        Context parent =
                used.getPropagators().getTextMapPropagator().extract(Context.root(), request.context(), GETTER);
        Span span = start(used, request.service(), request.method(), SpanKind.SERVER, parent);
        return new Traced(span, parent.with(span).makeCurrent());
    }

    private static Span start(OpenTelemetry used, String service, String method, SpanKind kind, Context parent) {
        String name = service + "/" + method;
        return used.getTracer(SCOPE)
                .spanBuilder(name)
                .setParent(parent)
                .setSpanKind(kind)
                .setAttribute("rpc.system.name", "colors")
                .setAttribute("rpc.method", name)
                .startSpan();
    }
}
