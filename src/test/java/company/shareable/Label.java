// SPDX-License-Identifier: Apache-2.0
package company.shareable;

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
        answers.append(answer(() -> label.text.hashCode() + " " + label.fixed.hashCode() + " " + label.watched.hashCode()));
        answers.append(answer(() -> label.text.equals(other) + " " + label.fixed.equals(other) + " " + label.watched.equals(other)));
        answers.append(answer(() -> label.text.charAt(index) + " " + label.fixed.charAt(index) + " " + label.watched.charAt(index)));
        answers.append(answer(() -> label.text.equals("constant") + " " + label.fixed.equals(null) + " " + label.text.charAt(0)));
        answers.append(answer(() -> label.text.equals(label.fixed) + " " + (label.text.isEmpty() ? label.fixed : other).equals(label.watched)));
        return answers.toString();
    }

    private static String answer(Supplier<Object> question) {
        try {
            return "; " + question.get();
        } catch (NullPointerException | StringIndexOutOfBoundsException e) {
            return "; " + e.getClass() + (e instanceof StringIndexOutOfBoundsException ? e.getMessage() : "");
        }
    }
}
