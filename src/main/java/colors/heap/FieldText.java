// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import java.lang.ref.Reference;

/**
 * The text of a field of a shared object as it was read, for code that asks something of it and does not keep it:
 * nothing is copied. It stands where the program has the String, which never sees it. The static methods take one, or a
 * String or null, because the same code meets private objects; they return and throw what the methods of String do.
 */
public final class FieldText {
    private final long word; // NULL: there is none
    private final RootChunk chunk; // keeps the string's object alive; null: there is no object

    private FieldText(long word, RootChunk chunk) {
        this.word = word;
        this.chunk = chunk;
    }

    /**
     * Of a word that is null or of which {@link TextQuestion#mayAsk} is true; {@code chunk} keeps its object alive. In
     * a scope a String: the program may keep it when the scope ends.
     */
    public static Object of(long word, RootChunk chunk) {
        if (!Tag.isReference(word)) {
            return new FieldText(word, null);
        }
        return ScopeCheck.isUsed() && chunk.scope() != null ? read(word, chunk) : new FieldText(word, chunk);
    }

    private static String read(long word, RootChunk chunk) {
        String text = Strings.read(Segment.address(word));
        Reference.reachabilityFence(chunk);
        return text;
    }

    // ---- in the place of String's methods -----------------------------------------------------------

    public static boolean isNull(Object text) {
        return text instanceof FieldText field ? field.word == Tag.NULL : text == null;
    }

    public static int length(Object text) {
        return text instanceof FieldText field
                ? (int) field.ask(TextQuestion.LENGTH, null, 0)
                : ((String) text).length();
    }

    public static boolean isEmpty(Object text) {
        return length(text) == 0;
    }

    public static boolean isBlank(Object text) {
        return text instanceof FieldText field
                ? field.ask(TextQuestion.BLANK, null, 0) != 0
                : ((String) text).isBlank();
    }

    public static int hashCode(Object text) {
        return text instanceof FieldText field
                ? (int) field.ask(TextQuestion.HASH, null, 0)
                : ((String) text).hashCode();
    }

    public static char charAt(Object text, int index) {
        if (!(text instanceof FieldText field)) {
            return ((String) text).charAt(index);
        }
        long answer = field.ask(TextQuestion.CHAR, null, index);
        return answer == TextQuestion.NONE ? field.toString().charAt(index) : (char) answer; // which throws
    }

    /** One of them, or both, may be one. */
    public static boolean equals(Object text, Object other) {
        if (!(other instanceof FieldText field)) {
            return text instanceof FieldText asked
                    ? asked.ask(TextQuestion.EQUAL, other, 0) != 0
                    : ((String) text).equals(other);
        }
        if (!(text instanceof FieldText asked)) {
            String string = text.toString(); // or throws
            return field.word != Tag.NULL && field.ask(TextQuestion.EQUAL, string, 0) != 0;
        }
        boolean equal = asked.present() == field.word
                || field.word != Tag.NULL && TextQuestion.areEqual(asked.word, field.word);
        Reference.reachabilityFence(asked.chunk);
        Reference.reachabilityFence(field.chunk);
        return equal;
    }

    /** In the place of Objects.equals; the first one is a text. */
    public static boolean same(Object text, Object other) {
        return isNull(text) ? isNull(other) : equals(text, other);
    }

    /** One of them, or both, may be one. */
    public static int compareTo(Object text, Object other) {
        if (!(other instanceof FieldText field)) {
            return text instanceof FieldText asked
                    ? (int) asked.ask(TextQuestion.ORDER, other, 0)
                    : ((String) text).compareTo((String) other);
        }
        if (!(text instanceof FieldText asked)) {
            return -(int) field.ask(TextQuestion.ORDER, text.toString(), 0);
        }
        int order = TextQuestion.compare(asked.present(), field.present());
        Reference.reachabilityFence(asked.chunk);
        Reference.reachabilityFence(field.chunk);
        return order;
    }

    public static boolean equalsIgnoreCase(Object text, String other) {
        if (!(text instanceof FieldText field)) {
            return ((String) text).equalsIgnoreCase(other);
        }
        return length(field) == (other == null ? -1 : other.length())
                && field.toString().equalsIgnoreCase(other);
    }

    public static boolean startsWith(Object text, String prefix) {
        return text instanceof FieldText field
                ? field.ask(TextQuestion.REGION, prefix, 0) != 0
                : ((String) text).startsWith(prefix);
    }

    public static boolean endsWith(Object text, String suffix) {
        return text instanceof FieldText field
                ? field.ask(TextQuestion.END, suffix, 0) != 0
                : ((String) text).endsWith(suffix);
    }

    public static boolean contains(Object text, CharSequence part) {
        if (!(text instanceof FieldText field)) {
            return ((String) text).contains(part);
        }
        field.present();
        return field.ask(TextQuestion.PLACE, part.toString(), 0) >= 0;
    }

    public static int indexOf(Object text, String part) {
        return text instanceof FieldText field
                ? (int) field.ask(TextQuestion.PLACE, part, 0)
                : ((String) text).indexOf(part);
    }

    public static int indexOf(Object text, int character) {
        return text instanceof FieldText field
                ? (int) field.ask(TextQuestion.PLACE_OF_CHAR, null, character)
                : ((String) text).indexOf(character);
    }

    // ---- of a field ---------------------------------------------------------------------------------

    private long ask(TextQuestion question, Object other, int index) {
        long answer = question.answer(present(), other, index);
        Reference.reachabilityFence(chunk);
        return answer;
    }

    /** Throws what String's methods do where there is none. */
    private long present() {
        if (word == Tag.NULL) {
            throw new NullPointerException("a String field of a shared object is null");
        }
        return word;
    }

    /** A copy. */
    @Override
    public String toString() {
        return Tag.isString(word) ? Strings.ofWord(word) : read(word, chunk);
    }
}
