// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemoryException;
import colors.SharedName;
import java.math.BigInteger;

/** An integer field of a static language refuses integers beyond 64 bits; other fields take them. */
final class Overflow extends Program {
    public static void main(String[] arguments) {
        new Overflow().runAll(arguments);
    }

    @SharedName("overflow.Counter")
    static final class Counter {
        long count = 5;
        Object any;
    }

    private static final BigInteger TOO_LARGE = BigInteger.TWO.pow(63);
    private static final BigInteger TOO_SMALL = TOO_LARGE.negate().subtract(BigInteger.ONE);

    @Override
    void write() {
        publish("overflow", Ref.copyOf(new Counter()));
    }

    @Override
    void read() {
        Ref<?> counter = findObject("overflow");
        say("2^63: " + isRefused(() -> counter.set("count", TOO_LARGE)));
        say("-2^63-1: " + isRefused(() -> counter.set("count", TOO_SMALL)));
        say("2^63 into any: " + isRefused(() -> counter.set("any", TOO_LARGE)));
        say("2^63 into a new field: " + isRefused(() -> counter.set("more", TOO_LARGE)));
        say("2^63 into a repository: " + isRefused(() -> publish("overflow.number", TOO_LARGE)));
        show(counter, "count");
        show(counter, "any");
        say("more: " + typeOf(counter, "more"));
        counter.set("count", Long.MAX_VALUE);
    }

    @Override
    void check() {
        show(findObject("overflow"), "count");
        say("repository: " + text(find("overflow.number")));
    }

    private static String isRefused(Runnable store) {
        try {
            store.run();
            return "accepted";
        } catch (SharedMemoryException e) {
            return "refused";
        }
    }
}
