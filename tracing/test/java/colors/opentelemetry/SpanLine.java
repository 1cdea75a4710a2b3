// SPDX-License-Identifier: Apache-2.0
package colors.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;

/** A span on its way from a process to the test. */
record SpanLine(String kind, String name, String trace, String id, String parent, String status, String error) {
    static SpanLine of(SpanData span) {
        return new SpanLine(
                span.getKind().name(),
                span.getName(),
                span.getTraceId(),
                span.getSpanId(),
                span.getParentSpanId(),
                span.getStatus().getStatusCode().name(),
                String.valueOf(span.getAttributes().get(AttributeKey.stringKey("error.type"))));
    }

    static SpanLine parse(String line) {
        String[] parts = line.split(" ", -1);
        return new SpanLine(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]);
    }

    /** Without its identities. */
    String what() {
        return String.join(" ", kind, name, status, error);
    }

    @Override
    public String toString() {
        return String.join(" ", kind, name, trace, id, parent, status, error);
    }
}
