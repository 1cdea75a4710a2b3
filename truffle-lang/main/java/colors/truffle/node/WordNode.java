// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.memory.Segment;
import colors.memory.Tag;
import colors.roots.RootChunk;
import colors.truffle.context.ValueForm;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.ImportStatic;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;
import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.api.strings.TruffleString.Encoding;

/**
 * The guest value of a loaded tagged word. A node compiles only the kinds of value that it has met: where boxes of two
 * classes could arrive, the compiler would have to allocate both.
 */
@GenerateUncached
@GenerateInline(false)
@ImportStatic(Tag.class)
public abstract class WordNode extends Node {
    /** A reference is logged in {@code chunk}. */
    abstract Object execute(long word, RootChunk chunk, ValueForm form);

    /** The same outside an AST. A reference is logged in {@code chunk}. */
    @TruffleBoundary
    public static Object toGuest(long word, RootChunk chunk, ValueForm form) {
        return WordNodeGen.getUncached().execute(word, chunk, form);
    }

    @Specialization(guards = "isReference(word)")
    static Object reference(long word, RootChunk chunk, ValueForm form, @Cached WrapNode wrap) {
        return wrap.execute(Segment.address(word), chunk, form);
    }

    @Specialization(guards = "word == NULL")
    @SuppressWarnings("unused")
    static Object nothing(long word, RootChunk chunk, ValueForm form) {
        return form.nothing();
    }

    @Specialization(guards = "isInteger(word)")
    @SuppressWarnings("unused")
    static Object integer(
            long word, RootChunk chunk, ValueForm form, @Bind Node node, @Cached InlinedBranchProfile wide) {
        return ofInteger(Tag.toInteger(word), node, wide);
    }

    @Specialization(guards = "isFloat(word)")
    @SuppressWarnings("unused")
    static double floating(long word, RootChunk chunk, ValueForm form) {
        return Tag.toFloat(word);
    }

    @Specialization(guards = "isBoolean(word)")
    @SuppressWarnings("unused")
    static boolean bool(long word, RootChunk chunk, ValueForm form) {
        return word == Tag.TRUE;
    }

    @Specialization(guards = "isString(word)")
    static TruffleString text(long word, @SuppressWarnings("unused") RootChunk chunk, ValueForm form) {
        TruffleString recent = form.recentWords().find(word);
        return recent != null ? recent : make(word, form);
    }

    @TruffleBoundary
    private static TruffleString make(long word, ValueForm form) {
        TruffleString latin1 = TruffleString.fromByteArrayUncached(Tag.toLatin1(word), Encoding.ISO_8859_1, false);
        TruffleString text = latin1.switchEncodingUncached(form.encoding(Encoding.ISO_8859_1));
        form.recentWords().add(word, text);
        return text;
    }

    /**
     * An int where the value fits: that is how the languages have most of theirs, and JavaScript converts a long at
     * each use.
     */
    static Object ofInteger(long value, Node node, InlinedBranchProfile wide) {
        int narrow = (int) value;
        if (narrow == value) {
            return narrow;
        }
        wide.enter(node);
        return value;
    }
}
