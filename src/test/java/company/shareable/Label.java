// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.Objects;
import java.util.function.Supplier;

/** Texts that code asks something without keeping them. */
public class Label {
    public String text;
    public final String fixed;
    public volatile String watched;

    public Label(String text) {
        this.text = text;
        fixed = text;
        watched = text;
    }

    /** All answers about the texts; what is thrown is one. */
    public static String answers(Label label, String other, int index) {
        var answers = new StringBuilder();
        answers.append(label.text == null).append(label.fixed != null).append(label.watched == null);
        answers.append(answer(() -> label.text.length() + " " + label.fixed.length() + " " + label.watched.length()));
        answers.append(
                answer(() -> label.text.hashCode() + " " + label.fixed.hashCode() + " " + label.watched.hashCode()));
        answers.append(answer(
                () -> label.text.equals(other) + " " + label.fixed.equals(other) + " " + label.watched.equals(other)));
        answers.append(answer(
                () -> label.text.charAt(index) + " " + label.fixed.charAt(index) + " " + label.watched.charAt(index)));
        answers.append(answer(
                () -> label.text.equals("constant") + " " + label.fixed.equals(null) + " " + label.text.charAt(0)));
        answers.append(answer(() -> label.text.equals(label.fixed) + " "
                + (label.text.isEmpty() ? label.fixed : other).equals(label.watched)));
        return answers + searches(label, other, index) + arguments(label, other) + variables(label, other);
    }

    private static String searches(Label label, String other, int index) {
        var answers = new StringBuilder();
        answers.append(answer(() -> label.text.isEmpty() + " " + label.fixed.isBlank() + " " + label.text.isBlank()));
        answers.append(answer(() -> label.text.startsWith(other) + " " + label.fixed.startsWith("")));
        answers.append(answer(() -> label.text.endsWith(other) + " " + label.fixed.endsWith("\u00e9")));
        answers.append(answer(() ->
                label.text.contains(other) + " " + label.text.contains(new StringBuilder(label.fixed).reverse())));
        answers.append(answer(() -> label.text.indexOf(other) + " " + label.fixed.indexOf("a")));
        answers.append(answer(() -> label.text.indexOf(index) + " " + label.text.indexOf('a') + " "
                + label.text.indexOf(0x1f600) + " " + label.text.indexOf(0xde00)));
        answers.append(answer(() -> label.text.compareTo(other) + " " + label.fixed.compareTo("constant")));
        answers.append(answer(() -> label.text.equalsIgnoreCase(other) + " " + label.fixed.equalsIgnoreCase("CONSTANT")
                + " " + label.text.equalsIgnoreCase(label.fixed.toUpperCase())));
        return answers.toString();
    }

    /** Texts that are compared with texts, or with what a call gives. */
    private static String arguments(Label label, String other) {
        var answers = new StringBuilder();
        answers.append("constant".equals(label.text))
                .append(Objects.equals(label.text, other))
                .append(Objects.equals(other, label.text));
        answers.append(Objects.equals(label.text, label.fixed)).append(Objects.equals(label.fixed, null));
        answers.append(answer(() -> other.equals(label.text)));
        answers.append(answer(() -> other.compareTo(label.text)));
        answers.append(answer(() -> label.text.compareTo(label.fixed)));
        answers.append(answer(() -> label.text.equals(same(label.fixed))));
        answers.append(answer(() -> label.text.charAt(label.fixed.length() - 1)));
        answers.append(answer(
                () -> label.text.startsWith(label.fixed.substring(1)) + " " + label.text.startsWith(label.fixed)));
        answers.append(answer(() -> label.text.equals(label.watched) + " " + label.watched.equals(label.text)
                + (label.text.isEmpty() ? label.fixed : other).equals(label.text)));
        return answers.toString();
    }

    private static String same(String text) {
        return text;
    }

    /** Texts in variables, and switches over them. */
    private static String variables(Label label, String other) {
        String text = label.text;
        String copy = text;
        var answers = new StringBuilder();
        if (text != null && copy.length() > 3) {
            answers.append(text.charAt(3)).append(text.equals(other));
        }
        for (int i = 0; text != null && i < Math.min(5, text.length()); i++) {
            answers.append((int) text.charAt(i));
        }
        String seen = "none";
        for (int i = 0; i < 2; i++) {
            answers.append(seen == null ? -1 : seen.length()); // of the text, the second time
            seen = label.fixed;
        }
        String either = label.text;
        if (other != null) {
            either = other;
        }
        answers.append(either == null);
        String kept = label.text;
        answers.append(kept == null || kept.isEmpty()).append(kept);
        return answers + answer(() -> kind(label)) + answer(() -> kindOfVariable(label));
    }

    /** Of some questions that copy nothing, however long the text is. */
    public static int sum(Label label, Label same, String prefix) {
        String text = label.text;
        int sum = text.isEmpty() ? 1 : text.length();
        sum += label.text.startsWith(prefix) ? 2 : 3;
        sum += label.text.equals(same.text) ? 5 : 7;
        sum += prefix.equals(label.text) ? 11 : 13;
        sum += label.text.compareTo(same.text) + label.text.indexOf("y");
        switch (label.text) {
            case "none":
                return 0;
            default:
                return sum;
        }
    }

    private static int kind(Label label) {
        return switch (label.text) {
            case "" -> 0;
            case "a", "constant" -> 1;
            case "Aa", "BB" -> 2; // of one hash
            case "\ud83d\ude00" -> 3;
            default -> 4;
        };
    }

    private static int kindOfVariable(Label label) {
        String fixed = label.fixed;
        switch (fixed) {
            case "12345678":
                return 1;
            case "1234567":
                return fixed.length();
            default:
                return fixed.isEmpty() ? 2 : 3;
        }
    }

    private static String answer(Supplier<Object> question) {
        try {
            return "; " + question.get();
        } catch (NullPointerException | StringIndexOutOfBoundsException e) {
            return "; " + e.getClass() + (e instanceof StringIndexOutOfBoundsException ? e.getMessage() : "");
        }
    }
}
