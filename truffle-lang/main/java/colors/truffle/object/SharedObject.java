// SPDX-License-Identifier: Apache-2.0
package colors.truffle.object;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Heap;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.truffle.border.FieldCache;
import colors.truffle.border.GuestValues;
import colors.truffle.context.Assembly;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.LanguageValue;
import colors.truffle.context.ScopeBorder;
import colors.values.Values;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;

/**
 * A shared object as a value of Truffle languages: each load makes a new one, which compilers keep in registers; two of
 * one object are identical to the languages. The class is fixed; the shape is read at each access. What languages ask
 * it by interop is answered by its only subclass, {@code ObjectMessages}.
 */
public abstract class SharedObject extends LanguageValue implements Shared, FieldTarget {
    // of the reference: compilers know the range of the address made from it, and drop bounds checks
    private final int granules;
    private final RootChunk chunk;
    private final SharedClass type;

    protected SharedObject(long address, RootChunk chunk, SharedClass type) {
        granules = Segment.granules(address);
        this.chunk = chunk;
        this.type = type;
    }

    /** Stands for an object of a class that the guest has met. It is logged in {@code chunk}. */
    public static SharedObject of(long address, RootChunk chunk, SharedClass type) {
        return (SharedObject) Assembly.wrappers().object(address, chunk, type);
    }

    /** The same for slow paths. */
    @TruffleBoundary
    public static SharedObject of(long address, RootChunk chunk) {
        return of(address, chunk, SharedClass.met(Heap.shapeId(address)));
    }

    /** The shared object that an argument is. Throws SharedMemoryException (ARGUMENT) when it is none. */
    public static SharedObject argument(Object value) {
        if (value instanceof SharedObject object) {
            return object;
        }
        throw SharedMemoryException.of(
                Reason.ARGUMENT, "a shared object was expected, not " + GuestValues.namedPrivate(value));
    }

    @Override
    public final long address() {
        ScopeBorder.check(chunk);
        return Segment.ofGranules(granules);
    }

    @Override
    public final RootChunk chunk() {
        return chunk;
    }

    /** Its class. */
    public final SharedClass type() {
        return type;
    }

    /** The id of its shape now. */
    public final int shapeId() {
        return Heap.shapeId(address());
    }

    /** Whether it has this field now. */
    public final boolean has(String field) {
        return FieldCache.find(shapeId(), field) != null;
    }

    @Override
    public final boolean storeRaw(FieldLocation field, long bits) {
        if (Segment.isReadOnly()) {
            return false;
        }
        field.storeBits(address(), bits);
        Reference.reachabilityFence(chunk);
        return true;
    }

    @Override
    public final boolean storeTagged(FieldLocation field, long word, Node node) {
        if (Segment.isReadOnly()) {
            return false;
        }
        Heap.storeTagged(ColorsContext.get(node).mutator(), field.place(address()), word);
        Reference.reachabilityFence(chunk);
        return true;
    }

    @Override
    public final boolean storeReference(FieldLocation field, SharedObject value, Node node) {
        boolean stored = storeTagged(field, Segment.reference(value.address()), node);
        Reference.reachabilityFence(value.chunk());
        return stored;
    }

    @Override
    public final void storeText(FieldLocation field, String text, Node node) {
        storeText(ColorsContext.get(node).mutator(), field.place(address()), text, node);
        Reference.reachabilityFence(chunk);
    }

    @TruffleBoundary
    private static void storeText(Mutator mutator, long place, String text, Node node) {
        try {
            Heap.storeTagged(mutator, place, Values.wordOf(mutator, text));
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    /** The same for all that stand for the object, in all languages. */
    public final int identityHash() {
        return Shared.identityHash(address());
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address();
    }

    @Override
    public final int hashCode() {
        return identityHash();
    }

    @Override
    public final String toString() {
        return "shared " + type.name() + "@" + Long.toHexString(Segment.reference(address()));
    }
}
