// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.values.FrozenValue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Why there is no result, as a server stores it in its place: a frozen list [layout.call]. */
public record CallFailure(String kind, String type, String message, String trace) {
    /** The service's code ended with an exception. */
    public static final String EXCEPTION = "exception";
    /** It was not executed. */
    public static final String REFUSED = "refused";
    /** Its time was over before it was executed. */
    public static final String LATE = "late";

    /** Of what the service's code threw. */
    public static CallFailure of(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return new CallFailure(EXCEPTION, thrown.getClass().getName(), thrown.getMessage(), trace.toString());
    }

    /** Of a call that was not executed. */
    public static CallFailure refused(String message) {
        return new CallFailure(REFUSED, "", message, "");
    }

    /** Of one whose time was over. */
    public static CallFailure late() {
        return new CallFailure(LATE, "", "", "");
    }

    /** What a server stores. */
    public FrozenValue stored() {
        return FrozenValue.list(kind, type, message, trace);
    }

    /** What another process stored. */
    public static CallFailure read(Object stored) {
        return stored instanceof List<?> list && list.size() >= 4
                ? new CallFailure(text(list.get(0)), text(list.get(1)), text(list.get(2)), text(list.get(3)))
                : new CallFailure(EXCEPTION, "unknown", "the server had no memory left to say why", "");
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }
}
