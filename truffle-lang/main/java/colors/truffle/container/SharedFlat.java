// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import colors.truffle.node.FlatElementNode;
import colors.truffle.node.FlatStoreNode;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/**
 * A shared array of numbers of one width: an array of a fixed length to other languages, with some members of
 * JavaScript's typed arrays.
 */
@ExportLibrary(InteropLibrary.class)
public class SharedFlat extends SharedContainer {
    private final FlatCore core;

    public SharedFlat(FlatCore core) {
        super(ContainerKind.ARRAY);
        this.core = core;
    }

    @Override
    public final FlatCore core() {
        return core;
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < core.size();
    }

    @ExportMessage
    boolean isArrayElementModifiable(long index) {
        return isArrayElementReadable(index);
    }

    /** True, for the error that writing gives says more than what a language says of an array that takes nothing. */
    @ExportMessage
    boolean isArrayElementInsertable(long index) {
        return index >= core.size();
    }

    @ExportMessage
    boolean isArrayElementRemovable(long index) {
        return isArrayElementReadable(index);
    }

    @ExportMessage
    long getArraySize() {
        return core.size();
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    Object readArrayElement(long index, @Cached FlatElementNode element) throws InvalidArrayIndexException {
        Object value = index < 0 || index >= core.size() ? null : element.execute(core, (int) index);
        if (value == null) {
            throw InvalidArrayIndexException.create(index);
        }
        return value;
    }

    @ExportMessage
    void writeArrayElement(long index, Object value, @Bind Node node, @Cached FlatStoreNode element)
            throws InvalidArrayIndexException {
        if (index < 0 || index >= core.size() || !element.execute(core, (int) index, value)) {
            writeElement(index, value, node);
        }
    }

    @TruffleBoundary
    private void writeElement(long index, Object value, Node node) throws InvalidArrayIndexException {
        if (index < 0) {
            throw InvalidArrayIndexException.create(index);
        }
        try {
            if (index >= core.size()) {
                throw core.fixed("has no index " + index);
            }
            core.store((int) index, FlatValues.toBits(core.kind(), value));
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    @ExportMessage
    @TruffleBoundary
    void removeArrayElement(@SuppressWarnings("unused") long index, @Bind Node node) {
        throw ColorsContext.get(node).raise(node, core.fixed("lets nobody remove an element"));
    }

    // ---- members ------------------------------------------------------------------------------------

    @Override
    @ExportMessage
    Object getMembers(boolean includeInternal) {
        return new Names(includeInternal ? FlatMembers.NAMES : FlatMembers.NONE);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return FlatMembers.has(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        return FlatMembers.read(this, member);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return FlatMembers.isMethod(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments, @Bind Node node)
            throws UnknownIdentifierException, ArityException, UnsupportedTypeException {
        if (!FlatMembers.isMethod(member)) {
            throw UnknownIdentifierException.create(member);
        }
        try {
            return FlatMembers.call(this, member, arguments);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        } catch (ArityException | UnsupportedTypeException e) {
            throw e;
        } catch (InteropException e) {
            throw UnsupportedTypeException.create(arguments);
        }
    }

    @Override
    public String toString() {
        return "shared array of " + core.size() + " " + core.name();
    }
}
