// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Its constructor makes nothing, nor does what it calls. */
public final class Label {
    public final String text;
    public final int weight;

    public Label(String name, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("a label cannot have number " + number);
        }
        text = Words.numbered(Objects.requireNonNull(name, "name").strip(), number);
        weight = Words.weight(number);
    }

    /** What it calls; a label is the first to use it. */
    public static final class Words {
        public static final List<String> MADE = new ArrayList<>();

        private Words() {}

        static String numbered(String name, int number) {
            return name + ' ' + number;
        }

        static int weight(int number) {
            return number == 0 ? 0 : 1 + weight(Math.abs(number) / 2);
        }
    }
}
