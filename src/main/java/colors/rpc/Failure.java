// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import colors.values.FrozenValue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Why there is no result, as a server stores it in its place: a frozen list [layout.call]. */
record Failure(String kind, String type, String message, String trace) {
    /** The service's code ended with an exception. */
    static final String EXCEPTION = "exception";
    /** It was not executed. */
    static final String REFUSED = "refused";
    /** Its time was over before it was executed. */
    static final String LATE = "late";

    static Failure of(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return new Failure(EXCEPTION, thrown.getClass().getName(), thrown.getMessage(), trace.toString());
    }

    static Failure refused(String message) {
        return new Failure(REFUSED, "", message, "");
    }

    static Failure late() {
        return new Failure(LATE, "", "", "");
    }

    FrozenValue stored() {
        return FrozenValue.list(kind, type, message, trace);
    }

    /** What another process stored. */
    static Failure read(Object stored) {
        return stored instanceof List<?> list && list.size() >= 4
                ? new Failure(text(list.get(0)), text(list.get(1)), text(list.get(2)), text(list.get(3)))
                : new Failure(EXCEPTION, "unknown", "the server had no memory left to say why", "");
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }
}
