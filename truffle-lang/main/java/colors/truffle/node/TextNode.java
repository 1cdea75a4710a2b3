// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.heap.Strings;
import colors.memory.Segment;
import colors.truffle.context.ValueForm;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;
import com.oracle.truffle.api.strings.TruffleString.Encoding;

/**
 * A copy of a shared string that the caller keeps alive, or an equal one that was made before. Each encoding has nodes
 * of its own, for which it is a constant.
 */
@GenerateUncached
@GenerateInline(false)
@SuppressWarnings("truffle-sharing")
abstract class TextNode extends Node {
    final TruffleString execute(long object, ValueForm form) {
        TruffleString recent = form.recentTexts().find(object);
        if (recent == null) {
            return executeCopy(object, form);
        }
        form.recentReferences().add(Segment.reference(object), Strings.sweeps(), recent);
        return recent;
    }

    abstract TruffleString executeCopy(long object, ValueForm form);

    @Specialization(guards = "isLatin1(object)")
    static TruffleString latin1(
            long object,
            ValueForm form,
            @Cached TruffleString.FromByteArrayNode ofBytes,
            @Cached TruffleString.SwitchEncodingNode switchEncoding) {
        byte[] bytes = bytes(object);
        TruffleString text = switchEncoding.execute(
                ofBytes.execute(bytes, 0, bytes.length, Encoding.ISO_8859_1, false),
                form.encoding(Encoding.ISO_8859_1));
        add(object, form, text, true, bytes);
        return text;
    }

    @Specialization(guards = "!isLatin1(object)")
    static TruffleString utf16(
            long object,
            ValueForm form,
            @Cached TruffleString.SwitchEncodingNode switchEncoding,
            @Cached TruffleString.FromByteArrayNode ofBytes) {
        byte[] bytes = bytes(object);
        TruffleString text = switchEncoding.execute(
                ofBytes.execute(bytes, 0, bytes.length, Encoding.UTF_16, false), form.encoding(Encoding.UTF_16));
        add(object, form, text, false, bytes);
        return text;
    }

    static boolean isLatin1(long object) {
        return Strings.isLatin1(object);
    }

    @TruffleBoundary
    private static void add(long object, ValueForm form, TruffleString text, boolean latin1, byte[] bytes) {
        form.recentTexts().add(object, text, latin1, bytes);
    }

    @TruffleBoundary
    private static byte[] bytes(long object) {
        return Strings.bytes(object);
    }
}
