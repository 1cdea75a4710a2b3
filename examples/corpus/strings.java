// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;

/** Strings in each representation: empty, Latin-1, UTF-16, beyond 16 bits, with a zero in it, and a long one. */
final class Strings extends Program {
    public static void main(String[] arguments) {
        new Strings().runAll(arguments);
    }

    @SharedName("strings.Text")
    static final class Text {
        String value;
        Text next;

        Text(String value, Text next) {
            this.value = value;
            this.next = next;
        }
    }

    private static final String[] VALUES = {
        "", "plain", "café üßÿ", "Ω 漢字", "😀", "aé漢😀z", "zero\0inside", "line\nbreak\ttab"
    };

    @Override
    void write() {
        Text first = new Text("0123456789".repeat(1_000), null);
        for (int i = VALUES.length - 1; i >= 0; i--) {
            first = new Text(VALUES[i], first);
        }
        publish("strings", Ref.copyOf(first));
    }

    @Override
    void read() {
        for (Ref<?> text = findObject("strings"); text != null; text = (Ref<?>) text.get("next")) {
            String value = (String) text.get("value");
            if (value.length() < 100) {
                show(text, "value");
            } else {
                say(value.length() + " characters, " + value.equals("0123456789".repeat(1_000)));
            }
        }
    }
}
