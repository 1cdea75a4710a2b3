// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.SharedMemoryException;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.FieldLocation;
import colors.truffle.context.ColorsContext;
import colors.truffle.object.FieldTarget;
import colors.truffle.object.SharedObject;
import colors.values.Values;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;

/**
 * A field of an object that is about to be made. What the bits refer to, if anything, is a root as long as the chunk is
 * reachable.
 */
final class NewField implements FieldTarget {
    long bits;
    RootChunk chunk;

    @Override
    public boolean storeRaw(FieldLocation field, long value) {
        bits = value;
        return true;
    }

    @Override
    public boolean storeTagged(FieldLocation field, long word, Node node) {
        return storeRaw(field, word);
    }

    @Override
    public boolean storeReference(FieldLocation field, SharedObject value, Node node) {
        chunk = value.chunk();
        return storeRaw(field, Segment.reference(value.address()));
    }

    @Override
    public void storeText(FieldLocation field, String text, Node node) {
        Mutator mutator = ColorsContext.get(node).mutator();
        bits = allocate(mutator, text, node);
        chunk = mutator.wrapperChunk();
    }

    @TruffleBoundary
    private static long allocate(Mutator mutator, String text, Node node) {
        try {
            return Values.wordOf(mutator, text);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }
}
