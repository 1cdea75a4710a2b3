// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemoryException;
import colors.SharedName;

/**
 * Numbers that are too large for the width that a static language declared. Every language refuses them when they are
 * stored, so that no reader has to. The expected output depends on the language that wrote.
 */
final class Widths extends Program {
    public static void main(String[] arguments) {
        new Widths().runAll(arguments);
    }

    @SharedName("widths.Sample")
    static final class Sample {
        byte tiny = 1;
        short small = 2;
        int medium = 3;
        char unit = 'A';
        long large = 4;
        float half = 0.5f;
        Integer boxed = 5;
    }

    @Override
    void write() {
        publish("widths", Ref.copyOf(new Sample()));
    }

    @Override
    void read() {
        Ref<?> sample = findObject("widths");
        store(sample, "tiny", 127L, 128L);
        store(sample, "small", -32768L, -32769L);
        store(sample, "medium", 2147483647L, 2147483648L);
        store(sample, "unit", 65535L, -1L);
        store(sample, "large", 1L << 40, 1L << 41);
        store(sample, "half", 0.25, 1e300);
        store(sample, "boxed", -2147483648L, 1L << 40);
    }

    @Override
    void check() {
        Ref<?> sample = findObject("widths");
        show(sample, "tiny");
        show(sample, "medium");
        show(sample, "half");
        show(sample, "boxed");
    }

    private void store(Ref<?> sample, String name, Object value, Object beyond) {
        say(name + ", the last one: " + refusal(() -> sample.set(name, value)) + ", beyond: "
                + refusal(() -> sample.set(name, beyond)));
        show(sample, name);
    }

    private static String refusal(Runnable store) {
        try {
            store.run();
            return "accepted";
        } catch (SharedMemoryException e) {
            return "refused";
        }
    }
}
