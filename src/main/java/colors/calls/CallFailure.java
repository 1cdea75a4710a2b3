// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.FrozenValue;
import colors.values.Lists;
import colors.values.Values;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/** Why there is no result, as a server stores it in its place: a frozen list [layout.call]. */
public record CallFailure(String kind, String type, String message, String trace) {
    private static final int PARTS = 4;
    private static final int MOST_LETTERS = 100_000;
    private static final Values VALUES = new Values((_, _) -> null); // texts

    /** Throws what code of another language threw. */
    @SuppressWarnings("serial") // it stays in its process
    public static final class Carrier extends RuntimeException {
        private final CallFailure failure;

        public Carrier(CallFailure failure) {
            super(failure.message(), null, false, false);
            this.failure = failure;
        }
    }

    /** The service's code ended with an exception. */
    public static final String EXCEPTION = "exception";
    /** It was not executed. */
    public static final String REFUSED = "refused";
    /** Its time was over before it was executed. */
    public static final String LATE = "late";

    /** Of what the service's code threw, which may throw itself when it is asked. */
    public static CallFailure of(Throwable thrown) {
        if (thrown instanceof Carrier carrier) {
            return carrier.failure;
        }
        String type = thrown.getClass().getName();
        return new CallFailure(EXCEPTION, type, ask(thrown::getMessage), ask(() -> trace(thrown)));
    }

    private static String trace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    private static String ask(Supplier<String> question) {
        try {
            String text = question.get();
            return text == null || text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS) + " ...";
        } catch (Throwable e) { // any: the call has to end
            return "(it cannot be told: " + e.getClass().getName() + ")";
        }
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

    /** What another process stored, as {@link SharedCall.Reader} is asked. */
    static CallFailure read(RootChunk chunk, int kind, long bits) {
        long list = Segment.address(bits);
        if (kind != Layout.SLOT_TAGGED
                || !Tag.isReference(bits)
                || Heap.shapeId(list) != Segment.SHAPE_TUPLE
                || Lists.size(list) < PARTS) {
            return new CallFailure(EXCEPTION, "unknown", "the server had no memory left to say why", "");
        }
        String[] parts = new String[PARTS];
        Mutator mutator = Mutator.current();
        for (int i = 0; i < PARTS; i++) {
            long part = Lists.loadFixed(mutator, list, i);
            Object text = VALUES.ofElement(chunk, Lists.loadedKind(mutator), part);
            parts[i] = text == null ? null : text.toString();
        }
        Reference.reachabilityFence(chunk);
        return new CallFailure(parts[0], parts[1], parts[2], parts[3]);
    }
}
