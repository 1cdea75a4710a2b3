// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.truffle.border.Function;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.node.ListElementNode;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/**
 * A shared list: an array to other languages, with atomic operations as members. Writing one place behind the end
 * appends. An array of references, whose length does not change, is one too, and has members by which JavaScript's
 * methods that change the length fail before they move elements.
 */
@ExportLibrary(InteropLibrary.class)
public class SharedList extends SharedContainer {
    private final ListCore core;

    public SharedList(ListCore core) {
        super(core.isFrozen() ? ContainerKind.FROZEN_LIST : ContainerKind.LIST);
        this.core = core;
    }

    @Override
    public final ListCore core() {
        return core;
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    long getArraySize() {
        return core.size();
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < core.size();
    }

    @ExportMessage
    @TruffleBoundary
    boolean isArrayElementModifiable(long index) {
        return !core.isFrozen() && index >= 0 && index < core.size();
    }

    @ExportMessage
    @TruffleBoundary
    boolean isArrayElementInsertable(long index) {
        return !core.isFrozen() && index == core.size();
    }

    @ExportMessage
    boolean isArrayElementRemovable(long index) {
        return isArrayElementModifiable(index);
    }

    @ExportMessage
    Object readArrayElement(long index, @Bind Node node, @Cached ListElementNode element)
            throws InvalidArrayIndexException {
        Object value = index < 0 || index > Integer.MAX_VALUE
                ? null
                : element.execute(core, (int) index, ContainerValues.form(node));
        if (value == null) {
            throw InvalidArrayIndexException.create(index);
        }
        return value;
    }

    @ExportMessage
    @TruffleBoundary
    void writeArrayElement(long index, Object value, @Bind Node node)
            throws InvalidArrayIndexException, UnsupportedMessageException {
        requireMutable();
        if (index < 0) {
            throw InvalidArrayIndexException.create(index);
        }
        try {
            Object stored = ContainerValues.toCore(value, kind());
            if (core.isArray() && index >= core.size()) {
                throw core.fixed("has no index " + index);
            }
            if (index > core.size()) {
                throw SharedMemoryException.of(
                        Reason.ARGUMENT,
                        "index " + index + " is behind the end of a list of " + core.size()
                                + ", and lists have no holes; append with push or at index length; nothing was stored");
            }
            if (core.set((int) index, stored) == ContainerCore.ABSENT) {
                core.insert((int) index, stored);
            }
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    @ExportMessage
    @TruffleBoundary
    void removeArrayElement(long index, @Bind Node node)
            throws InvalidArrayIndexException, UnsupportedMessageException {
        requireMutable();
        if (index < 0 || index > Integer.MAX_VALUE) {
            throw InvalidArrayIndexException.create(index);
        }
        try {
            if (core.remove((int) index) == ContainerCore.ABSENT) {
                throw InvalidArrayIndexException.create(index);
            }
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    // ---- members ------------------------------------------------------------------------------------

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return AtomicMembers.has(member) || core.isArray() && FlatMembers.isResizing(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (!isMemberReadable(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return AtomicMembers.has(member)
                ? AtomicMembers.bound(this, member)
                : new Function(member, 0, Integer.MAX_VALUE, (context, arguments) -> {
                    throw core.fixed("has no " + member);
                });
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return isMemberReadable(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments, @Bind Node node)
            throws UnknownIdentifierException, ArityException {
        if (!isMemberReadable(member)) {
            throw UnknownIdentifierException.create(member);
        }
        try {
            if (AtomicMembers.has(member)) {
                return AtomicMembers.call(this, member, arguments);
            }
            throw core.fixed("has no " + member);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }
}
