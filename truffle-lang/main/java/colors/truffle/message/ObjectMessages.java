// SPDX-License-Identifier: Apache-2.0
package colors.truffle.message;

import colors.SharedMemoryException;
import colors.roots.RootChunk;
import colors.shapes.SharedShape;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.node.ReadFieldNode;
import colors.truffle.node.WriteFieldNode;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.utilities.TriState;
import java.util.ArrayList;

/**
 * A {@link SharedObject} as other languages ask it by interop: its fields, and what a bound class adds, are members.
 */
@ExportLibrary(InteropLibrary.class)
public final class ObjectMessages extends SharedObject {
    public ObjectMessages(long address, RootChunk chunk, SharedClass type) {
        super(address, chunk, type);
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
        return has(member) || ColorsContext.get(node).boundMembers(type()).has(member);
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
        return !has(member) && ColorsContext.get(node).boundMembers(type()).has(member);
    }

    @ExportMessage
    Object readMember(String member, @Bind Node node, @Cached ReadFieldNode read) throws UnknownIdentifierException {
        Object value = read.execute(this, member, ValueForm.INTEROP);
        return value != null
                ? value
                : ColorsContext.get(node).boundMembers(type()).read(this, member);
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
        if (!has(member) && context.boundMembers(type()).write(this, member, value)) {
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
        return ColorsContext.get(node).boundMembers(type()).invoke(this, member, arguments);
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofObject(ObjectMessages receiver, SharedObject other) {
            return TriState.valueOf(receiver.address() == other.address());
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(ObjectMessages receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    int identityHashCode() {
        return identityHash();
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
        static Object cached(ObjectMessages receiver, @Cached("receiver.type()") SharedClass type) {
            return type;
        }

        @Specialization(replaces = "cached")
        static Object general(ObjectMessages receiver) {
            return receiver.type();
        }
    }
}
