// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.memory.Layout;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.truffle.container.core.ListCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.ValueForm;
import colors.values.Lists;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;
import java.lang.ref.Reference;

/** Loads an element of a list; null when there is no such index. A negative one counts from the end. */
@GenerateUncached
@GenerateInline(false)
public abstract class ListElementNode extends Node {
    public abstract Object execute(ListCore list, int index, ValueForm form);

    @Specialization
    static Object load(
            ListCore list,
            int index,
            ValueForm form,
            @Bind Node node,
            @Cached WordNode ofWord,
            @Cached InlinedBranchProfile wide,
            @Cached InlinedBranchProfile other,
            @Cached InlinedBranchProfile floats,
            @Cached InlinedBranchProfile words,
            @Cached InlinedBranchProfile arrays) {
        if (list.isArray()) {
            arrays.enter(node);
            return loadFromArray(list, index, form, ColorsContext.get(node).mutator(), ofWord);
        }
        Object integer = Lists.integer(list.address(), index, null);
        if (integer != null) {
            Reference.reachabilityFence(list.chunk());
            return WordNode.ofInteger((long) integer, node, wide);
        }
        other.enter(node);
        Mutator mutator = ColorsContext.get(node).mutator();
        long bits = loadBits(mutator, list, index);
        int kind = Lists.loadedKind(mutator);
        if (kind == Layout.SLOT_TAGGED) {
            words.enter(node);
            return ofWord.execute(bits, list.isFrozen() ? list.chunk() : mutator.wrapperChunk(), form);
        }
        if (kind == Layout.SLOT_FLOAT64) {
            floats.enter(node);
            return Double.longBitsToDouble(bits);
        }
        return kind == 0 ? null : WordNode.ofInteger(bits, node, wide);
    }

    private static Object loadFromArray(ListCore list, int index, ValueForm form, Mutator mutator, WordNode ofWord) {
        long word = list.loadFromArray(mutator, index);
        return word == Tag.VACANT ? null : ofWord.execute(word, mutator.wrapperChunk(), form);
    }

    private static long loadBits(Mutator mutator, ListCore list, int index) {
        long bits = list.isFrozen()
                ? Lists.loadFixed(mutator, list.address(), index)
                : Lists.tryLoad(mutator, list.address(), index)
                        ? Lists.loadedBits(mutator)
                        : loadSlow(mutator, list.address(), index);
        Reference.reachabilityFence(list.chunk());
        return bits;
    }

    @TruffleBoundary
    private static long loadSlow(Mutator mutator, long list, int index) {
        return Lists.loadCounted(mutator, list, index);
    }

    /** For callers outside of this package. */
    @NeverDefault
    public static ListElementNode create() {
        return ListElementNodeGen.create();
    }
}
