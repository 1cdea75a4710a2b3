// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import java.lang.ref.Reference;

/**
 * What a program asks of a shared string that it does not keep: answered by its word, or by the object in place, and
 * nothing is copied.
 */
@FunctionalInterface
public interface TextQuestion {
    /** No answer: there is no string, or it has no such character. */
    long NONE = Long.MIN_VALUE;

    TextQuestion LENGTH = (word, other, index) -> length(word);
    TextQuestion HASH = (word, other, index) -> Tag.isString(word)
            ? Tag.hash(word)
            : Strings.hashOf(Memory.getLong(Segment.address(word) + Layout.OBJECT_HEADER_BYTES));
    TextQuestion EQUAL = (word, other, index) -> other instanceof String text
                    && (Tag.isString(word) ? Tag.isEqual(word, text) : Strings.equals(Segment.address(word), text))
            ? 1
            : 0;
    TextQuestion CHAR = (word, other, index) -> index < 0 || index >= length(word) ? NONE : charAt(word, index);

    /** Whether the other String stands at the index. */
    TextQuestion REGION = (word, other, index) -> hasAt(word, (String) other, index) ? 1 : 0;
    /** The same at the end. */
    TextQuestion END =
            (word, other, index) -> hasAt(word, (String) other, length(word) - ((String) other).length()) ? 1 : 0;
    /** As {@code compareTo} of the other String. */
    TextQuestion ORDER = (word, other, index) -> compare(word, (String) other);
    /** The first place of the other String, or -1. */
    TextQuestion PLACE = (word, other, index) -> find(word, (String) other);
    /** The first place of the character {@code index}, or -1. */
    TextQuestion PLACE_OF_CHAR = (word, other, index) -> find(word, index);

    TextQuestion BLANK = (word, other, index) -> isBlank(word) ? 1 : 0;

    /** Of the string in a tagged word, which the caller keeps alive. */
    long answer(long word, Object other, int index);

    /** Whether a tagged word, whose object the caller keeps alive, is that of a string. */
    static boolean mayAsk(long word) {
        return Tag.isString(word)
                || Tag.isReference(word) && Heap.shapeId(Segment.address(word)) == Segment.SHAPE_STRING;
    }

    /** The same of the string in a place, if there is one. */
    default long ask(Mutator mutator, long place, Object other, int index) {
        long word = Heap.loadTagged(mutator, place);
        RootChunk chunk = mutator.wrapperChunk();
        long answer = mayAsk(word) ? answer(word, other, index) : NONE;
        Reference.reachabilityFence(chunk);
        return answer;
    }

    /** Whether two strings are equal. */
    static boolean areEqual(long word, long other) {
        if (word == other || Tag.isString(word) && Tag.isString(other)) {
            return word == other;
        }
        if (Tag.isString(word) || Tag.isString(other)) { // C makes objects of short ones too
            return length(word) == length(other) && compare(word, other) == 0;
        }
        return Strings.areEqual(Segment.address(word), Segment.address(other));
    }

    /** As {@code compareTo} of two strings. */
    static int compare(long word, long other) {
        int length = length(word);
        int otherLength = length(other);
        int first = isLatin1Object(word) && isLatin1Object(other)
                ? Strings.commonWords(Segment.address(word), Segment.address(other), Math.min(length, otherLength))
                : 0;
        for (int i = first; i < Math.min(length, otherLength); i++) {
            int difference = charAt(word, i) - charAt(other, i);
            if (difference != 0) {
                return difference;
            }
        }
        return length - otherLength;
    }

    private static boolean isLatin1Object(long word) {
        return Tag.isReference(word) && Strings.isLatin1(Segment.address(word));
    }

    private static int compare(long word, String other) {
        int length = length(word);
        int otherLength = other.length();
        for (int i = 0; i < Math.min(length, otherLength); i++) {
            int difference = charAt(word, i) - other.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        return length - otherLength;
    }

    private static int length(long word) {
        return Tag.isString(word) ? Tag.length(word) : Strings.length(Segment.address(word));
    }

    /** The index is one of the string's. */
    private static char charAt(long word, int index) {
        return Tag.isString(word) ? Tag.charAt(word, index) : Strings.charAt(Segment.address(word), index);
    }

    private static boolean hasAt(long word, String part, int index) {
        int length = part.length();
        if (index < 0 || index > length(word) - length) {
            return false;
        }
        int i = 0;
        while (i < length && charAt(word, index + i) == part.charAt(i)) {
            i++;
        }
        return i == length;
    }

    private static int find(long word, String part) {
        if (part.isEmpty()) {
            return 0;
        }
        int at = find(word, part.charAt(0), 0);
        while (at >= 0 && !hasAt(word, part, at)) {
            at = find(word, part.charAt(0), at + 1);
        }
        return at;
    }

    private static int find(long word, int character) {
        if (!Character.isBmpCodePoint(character)) {
            return Character.isValidCodePoint(character) ? find(word, Character.toString(character)) : -1;
        }
        return find(word, (char) character, 0);
    }

    private static int find(long word, char character, int from) {
        if (!Tag.isString(word)) {
            return Strings.indexOf(Segment.address(word), character, from);
        }
        int length = length(word);
        int at = from;
        while (at < length && Tag.charAt(word, at) != character) {
            at++;
        }
        return at < length ? at : -1;
    }

    /** Characters beyond the first 65,536 are no white space. */
    private static boolean isBlank(long word) {
        int i = length(word) - 1;
        while (i >= 0 && Character.isWhitespace(charAt(word, i))) {
            i--;
        }
        return i < 0;
    }
}
