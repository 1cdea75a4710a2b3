# SPDX-License-Identifier: Apache-2.0
"""Calls of services as spans of OpenTelemetry (docs/rpc.md, rpc.tracing): colors.opentelemetry.trace(). Needs the
package opentelemetry-api alone; the tracer provider and the propagators are those that the program has set."""
from contextlib import contextmanager

from opentelemetry import context as contexts
from opentelemetry import propagate, trace as traces
from opentelemetry.trace import SpanKind, Status, StatusCode

from colors._methods import told_of
from colors.rpc import Interceptor, RemoteFailureError, intercept

__all__ = ["OpenTelemetryInterceptor", "trace"]


class OpenTelemetryInterceptor(Interceptor):
    """Makes a span of each call, at the client and at the server, and passes the trace and the baggage along. A span is
    named `service/method`; a call that failed has the status ERROR and `error.type`, the class of what was raised."""

    def calling(self, service, method, context):
        parent = contexts.get_current()
        if not traces.get_current_span(parent).get_span_context().is_valid:
            parent = propagate.extract(context, parent)
        span = _start(service, method, SpanKind.CLIENT, parent)
        propagate.inject(context, traces.set_span_in_context(span, parent))

        def ended(error):
            try:
                if error is not None:
                    _fail(span, error)
            finally:
                span.end()
        return ended

    @contextmanager
    def executing(self, service, method, context):
        parent = propagate.extract(context, contexts.Context())
        span = _start(service, method, SpanKind.SERVER, parent)
        token = contexts.attach(traces.set_span_in_context(span, parent))
        try:
            yield
        except BaseException as error:
            _fail(span, error)
            raise
        finally:
            contexts.detach(token)
            span.end()


def _start(service, method, kind, parent):
    name = f"{service}/{method}"
    return traces.get_tracer("colors.rpc").start_span(
        name, parent, kind, attributes={"rpc.system.name": "colors", "rpc.method": name})


def _fail(span, error):
    cause = error.__cause__ if isinstance(error.__cause__, RemoteFailureError) else error
    name, message, stack = told_of(error)
    span.set_attribute("error.type", cause.type if isinstance(cause, RemoteFailureError) else name)
    span.set_status(Status(StatusCode.ERROR, message))
    try:
        span.record_exception(error)
    except Exception:  # its text cannot be had
        span.add_event("exception", {
            "exception.type": name, "exception.message": message, "exception.stacktrace": stack})


def trace():
    """From now on calls that this process makes and executes are spans, until the function is called that this
    returns."""
    return intercept(OpenTelemetryInterceptor())
