// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.heap.Heap;
import colors.heap.Strings;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.shapes.FieldLocation;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.ValueForm;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;
import com.oracle.truffle.api.strings.TruffleString;
import java.lang.ref.Reference;

/**
 * Loads a field whose location a cache holds. The tagged load is {@link Heap#loadTagged} with the change of chunks
 * behind a call; what a final field refers to lives as long as the object, whose chunk it borrows [model.final].
 */
@GenerateUncached
@GenerateInline(false)
abstract class LoadNode extends Node {
    abstract Object execute(SharedObject object, FieldLocation field, ValueForm form);

    @Specialization
    static Object load(
            SharedObject object,
            FieldLocation field,
            ValueForm form,
            @Bind Node node,
            @Cached WordNode ofWord,
            @Cached InlinedBranchProfile wide,
            @Cached InlinedBranchProfile texts) {
        if (field.isTagged()) {
            long place = field.place(object.address());
            Object value = texts.wasEntered(node) ? recentText(place, form) : null;
            if (value == null) {
                value = field.isFinal()
                        ? ofWord.execute(Memory.getLongAcquire(place), object.chunk(), form)
                        : tagged(place, form, node, ofWord);
                if (value instanceof TruffleString) {
                    texts.enter(node);
                }
            }
            Reference.reachabilityFence(object.chunk());
            return value;
        }
        long bits = field.loadBits(object.address());
        Reference.reachabilityFence(object.chunk());
        if (field.isRawFloat()) {
            return Double.longBitsToDouble(bits);
        }
        return field.type() == Layout.TYPE_BOOLEAN ? (Object) (bits != 0) : WordNode.ofInteger(bits, node, wide);
    }

    /** What a string field holds, if it was read before; else null. */
    private static Object recentText(long place, ValueForm form) {
        int sweeps = Strings.sweeps();
        long word = Memory.getLongAcquire(place);
        if (Tag.isReference(word)) {
            return Strings.sweeps() == sweeps ? form.recentReferences().find(word, sweeps) : null;
        }
        return Tag.isString(word) ? form.recentWords().find(word) : null;
    }

    private static Object tagged(long place, ValueForm form, Node node, WordNode ofWord) {
        Mutator mutator = ColorsContext.get(node).mutator();
        long word = Heap.tryLoadTagged(mutator, place);
        if (word == Tag.VACANT) {
            word = loadSlow(mutator, place);
        }
        return ofWord.execute(word, mutator.wrapperChunk(), form);
    }

    /** The chunk is full: the load starts again with another one. */
    @TruffleBoundary
    private static long loadSlow(Mutator mutator, long place) {
        return Heap.loadTagged(mutator, place);
    }
}
