// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import java.lang.ref.Reference;

/** What a program asks of a shared string that it does not keep: answered by its word, or by the object in place, and nothing is copied. */
@FunctionalInterface
public interface TextQuestion {
    /** No answer: there is no string, or it has no such character. */
    long NONE = Long.MIN_VALUE;

    TextQuestion LENGTH = (word, other, index) -> length(word);
    TextQuestion HASH = (word, other, index) -> Tag.isString(word) ? Strings.ofWord(word).hashCode() : Strings.hashOf(Memory.getLong(Segment.address(word) + Layout.OBJECT_HEADER_BYTES));
    TextQuestion EQUAL = (word, other, index) -> other instanceof String text && (Tag.isString(word) ? Tag.isEqual(word, text) : Strings.equals(Segment.address(word), text)) ? 1 : 0;
    TextQuestion CHAR = (word, other, index) -> index < 0 || index >= length(word) ? NONE : Tag.isString(word) ? Tag.charAt(word, index) : Strings.charAt(Segment.address(word), index);

    /** Of the string in a tagged word, which the caller keeps alive. */
    long answer(long word, Object other, int index);

    /** Whether a tagged word, whose object the caller keeps alive, is that of a string. */
    static boolean mayAsk(long word) {
        return Tag.isString(word) || Tag.isReference(word) && Heap.shapeId(Segment.address(word)) == Segment.SHAPE_STRING;
    }

    private static int length(long word) {
        return Tag.isString(word) ? Tag.length(word) : Strings.length(Segment.address(word));
    }

    /** The same of the string in a place, if there is one. */
    default long ask(Mutator mutator, long place, Object other, int index) {
        long word = Heap.loadTagged(mutator, place);
        RootChunk chunk = mutator.wrapperChunk();
        long answer = mayAsk(word) ? answer(word, other, index) : NONE;
        Reference.reachabilityFence(chunk);
        return answer;
    }
}
