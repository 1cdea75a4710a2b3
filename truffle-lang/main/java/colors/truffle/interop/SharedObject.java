// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.SharedMemoryException;
import colors.runtime.FieldLocation;
import colors.runtime.Heap;
import colors.runtime.Mutator;
import colors.runtime.RootChunk;
import colors.runtime.Segment;
import colors.runtime.Shared;
import colors.runtime.SharedShape;
import colors.runtime.Values;
import colors.truffle.ColorsContext;
import colors.truffle.ColorsLanguage;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.utilities.TriState;
import java.lang.ref.Reference;
import java.util.ArrayList;

/**
 * A shared object as Truffle languages see it. A value: each load makes a new one, which compilers keep in registers;
 * two of one object are identical to the languages. The class is fixed; the shape is read at each access.
 */
@ExportLibrary(InteropLibrary.class)
public final class SharedObject implements TruffleObject, Shared, FieldTarget {
    // of the reference: compilers know the range of the address made from it, and drop bounds checks
    private final int granules;
    private final RootChunk chunk;
    private final SharedClass type;

    SharedObject(long address, RootChunk chunk, SharedClass type) {
        granules = Segment.granules(address);
        this.chunk = chunk;
        this.type = type;
    }

    /** Stands for an object that is logged in {@code chunk}; for slow paths. */
    @TruffleBoundary
    public static SharedObject of(long address, RootChunk chunk) {
        return new SharedObject(address, chunk, WrapNode.classOf(Heap.shapeId(address)));
    }

    @Override
    public long address() {
        ScopeBorder.check(chunk);
        return Segment.ofGranules(granules);
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    /** Its class. */
    public SharedClass type() {
        return type;
    }

    /** The id of its shape now. */
    public int shapeId() {
        return Heap.shapeId(address());
    }

    /** Whether it has this field now. */
    public boolean has(String field) {
        return FieldCache.find(shapeId(), field) != null;
    }

    @Override
    public boolean storeRaw(FieldLocation field, long bits) {
        if (Segment.isReadOnly()) {
            return false;
        }
        field.storeBits(address(), bits);
        Reference.reachabilityFence(chunk);
        return true;
    }

    @Override
    public boolean storeTagged(FieldLocation field, long word, Node node) {
        if (Segment.isReadOnly()) {
            return false;
        }
        Heap.storeTagged(ColorsContext.get(node).mutator(), field.place(address()), word);
        Reference.reachabilityFence(chunk);
        return true;
    }

    @Override
    public boolean storeReference(FieldLocation field, SharedObject value, Node node) {
        boolean stored = storeTagged(field, Segment.reference(value.address()), node);
        Reference.reachabilityFence(value.chunk);
        return stored;
    }

    @Override
    public void storeText(FieldLocation field, String text, Node node) {
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

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        var names = new ArrayList<String>();
        SharedShape.of(shapeId()).fields().forEach(field -> names.add(field.name()));
        return new Names(names);
    }

    @ExportMessage
    boolean isMemberReadable(String member, @Bind Node node) {
        return has(member) || ColorsContext.get(node).boundMembers(type).has(member);
    }

    @ExportMessage
    boolean isMemberModifiable(String member) {
        return has(member);
    }

    @ExportMessage
    boolean isMemberInsertable(String member) {
        return !has(member);
    }

    @ExportMessage
    boolean isMemberRemovable(String member) {
        return has(member);
    }

    @ExportMessage
    boolean isMemberInvocable(String member, @Bind Node node) {
        return !has(member) && ColorsContext.get(node).boundMembers(type).has(member);
    }

    @ExportMessage
    Object readMember(String member, @Bind Node node, @Cached ReadFieldNode read) throws UnknownIdentifierException {
        Object value = read.execute(this, member, ValueForm.INTEROP);
        return value != null
                ? value
                : ColorsContext.get(node).boundMembers(type).read(this, member);
    }

    @ExportMessage
    void writeMember(String member, Object value, @Bind Node node, @Cached WriteFieldNode write) {
        if (!write.execute(this, member, value, NumberRule.ANY)) {
            put(member, value, node);
        }
    }

    @TruffleBoundary
    private void put(String member, Object value, Node node) {
        ColorsContext context = ColorsContext.get(node);
        if (!has(member) && context.boundMembers(type).write(this, member, value)) {
            return;
        }
        try {
            FieldStore.put(context, this, member, value, NumberRule.ANY);
        } catch (SharedMemoryException e) {
            throw context.raise(node, e);
        }
    }

    @ExportMessage
    @TruffleBoundary
    void removeMember(String member, @Bind Node node) throws UnknownIdentifierException {
        ColorsContext context = ColorsContext.get(node);
        try {
            if (!FieldStore.remove(context, this, member)) {
                throw UnknownIdentifierException.create(member);
            }
        } catch (SharedMemoryException e) {
            throw context.raise(node, e);
        }
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments, @Bind Node node) throws UnknownIdentifierException {
        return ColorsContext.get(node).boundMembers(type).invoke(this, member, arguments);
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofObject(SharedObject receiver, SharedObject other) {
            return TriState.valueOf(receiver.address() == other.address());
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(SharedObject receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    public int identityHashCode() {
        return Shared.identityHash(address());
    }

    @ExportMessage
    boolean hasMetaObject() {
        return true;
    }

    /** A constant where it is cached, for GraalPy's own cache of what it finds by it. */
    @ExportMessage
    static final class GetMetaObject {
        @Specialization(guards = "receiver.type() == type", limit = "2")
        @SuppressWarnings("unused")
        static Object cached(SharedObject receiver, @Cached("receiver.type()") SharedClass type) {
            return type;
        }

        @Specialization(replaces = "cached")
        static Object general(SharedObject receiver) {
            return receiver.type();
        }
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return ColorsLanguage.class;
    }

    @ExportMessage
    @TruffleBoundary
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address();
    }

    @Override
    public int hashCode() {
        return identityHashCode();
    }

    @Override
    public String toString() {
        return "shared " + type.name() + "@" + Long.toHexString(Segment.reference(address()));
    }
}
