// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;
import java.util.List;

/** What processes pass on, as in messages.py. */
final class Messages {
    @SharedName("kills.Node")
    static final class Node {
        long number;
        long check;
        String text;

        Node(long number) {
            this.number = number;
            check = 7 * number + 13;
            text = textOf(number);
        }
    }

    private Messages() {}

    static String textOf(long number) {
        return "the text of " + number + " " + "x".repeat((int) (number % 40));
    }

    static Object messageOf(long number) {
        return switch ((int) (number % 8)) {
            case 1 -> textOf(number);
            case 3, 5 -> SharedMemory.copyIn(List.of(number, textOf(number)));
            case 7 -> Ref.copyOf(new Node(number));
            default -> number;
        };
    }

    static long numberOf(Object message) {
        long number;
        String text;
        switch (message) {
            case Long found -> {
                return found;
            }
            case String found -> {
                number = Long.parseLong(found.split(" ")[3]);
                text = found;
            }
            case List<?> pair -> {
                number = (Long) pair.get(0);
                text = (String) pair.get(1);
            }
            default -> {
                Ref<?> node = Ref.of(message);
                number = node.get("number", Long.class);
                text = node.get("text", String.class);
                check(node.get("check", Long.class) == 7 * number + 13, "the check of node " + number);
            }
        }
        check(text.equals(textOf(number)), "the text of " + number + ": " + text);
        return number;
    }

    static void check(boolean good, String what) {
        if (!good) {
            throw new IllegalStateException("not so: " + what);
        }
    }
}
