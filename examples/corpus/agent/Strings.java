// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;

/** Strings in each representation: empty, Latin-1, UTF-16, beyond 16 bits, with a zero in it, and a long one. */
final class Strings extends Program {
    public static void main(String[] arguments) {
        new Strings().runAll(arguments);
    }

    private static final String[] VALUES = {
        "", "plain", "café üßÿ", "Ω 漢字", "😀", "aé漢😀z", "zero\0inside", "line\nbreak\ttab"
    };

    @SharedName("strings.Text")
    static final class Text {
        private String value;
        private Text next;

        Text(String value, Text next) {
            this.value = value;
            this.next = next;
        }
    }

    @Override
    void write() {
        try (var _ = SharedMemory.sharedMode()) {
            Text first = new Text("0123456789".repeat(1_000), null);
            for (int i = VALUES.length - 1; i >= 0; i--) {
                first = new Text(VALUES[i], first);
            }
            publish("strings", first);
        }
    }

    @Override
    void read() {
        for (Text text = (Text) find("strings"); text != null; text = text.next) {
            if (text.value.length() < 100) {
                say("value: string " + text(text.value));
            } else {
                say(text.value.length() + " characters, " + text.value.equals("0123456789".repeat(1_000)));
            }
        }
    }
}
