// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.MapCore;
import colors.truffle.context.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/** A shared map: hash entries to other languages, with atomic operations as members. */
@ExportLibrary(InteropLibrary.class)
public final class SharedMap extends SharedContainer {
    private final MapCore core;

    public SharedMap(MapCore core) {
        super(core.isFrozen() ? ContainerKind.FROZEN_MAP : ContainerKind.MAP);
        this.core = core;
    }

    @Override
    public MapCore core() {
        return core;
    }

    @ExportMessage
    boolean hasHashEntries() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    long getHashSize() {
        return core.size();
    }

    @ExportMessage
    @TruffleBoundary
    boolean isHashEntryReadable(Object key) {
        Object found = ContainerValues.keyToFind(key, kind());
        return found != ContainerCore.ABSENT && core.containsKey(found);
    }

    @ExportMessage
    boolean isHashEntryModifiable(Object key) {
        return !core.isFrozen() && isHashEntryReadable(key);
    }

    @ExportMessage
    boolean isHashEntryInsertable(Object key) {
        return !core.isFrozen() && !isHashEntryReadable(key);
    }

    @ExportMessage
    boolean isHashEntryRemovable(Object key) {
        return isHashEntryModifiable(key);
    }

    @ExportMessage
    @TruffleBoundary
    Object readHashValue(Object key, @Bind Node node) throws UnknownKeyException {
        Object found = ContainerValues.keyToFind(key, kind());
        Object value = found == ContainerCore.ABSENT ? found : core.get(found);
        if (value == ContainerCore.ABSENT) {
            throw UnknownKeyException.create(key);
        }
        return ContainerValues.toGuest(value, ContainerValues.form(node));
    }

    @ExportMessage
    @TruffleBoundary
    void writeHashEntry(Object key, Object value, @Bind Node node) throws UnsupportedMessageException {
        requireMutable();
        try {
            core.put(ContainerValues.toCore(key, kind()), ContainerValues.toCore(value, kind()));
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    @ExportMessage
    @TruffleBoundary
    void removeHashEntry(Object key, @Bind Node node) throws UnknownKeyException, UnsupportedMessageException {
        requireMutable();
        Object found = ContainerValues.keyToFind(key, kind());
        try {
            if (found == ContainerCore.ABSENT || core.remove(found) == ContainerCore.ABSENT) {
                throw UnknownKeyException.create(key);
            }
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    @ExportMessage
    @TruffleBoundary
    Object getHashEntriesIterator() {
        return new SharedCursor(core.cursor(false), SharedCursor.Part.ENTRY);
    }

    @ExportMessage
    @TruffleBoundary
    Object getHashKeysIterator() {
        return new SharedCursor(core.cursor(false), SharedCursor.Part.KEY);
    }

    @ExportMessage
    @TruffleBoundary
    Object getHashValuesIterator() {
        return new SharedCursor(core.cursor(false), SharedCursor.Part.VALUE);
    }

    // ---- members ------------------------------------------------------------------------------------

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return AtomicMembers.has(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (!AtomicMembers.has(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return AtomicMembers.bound(this, member);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return AtomicMembers.has(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments, @Bind Node node)
            throws UnknownIdentifierException, ArityException {
        if (!AtomicMembers.has(member)) {
            throw UnknownIdentifierException.create(member);
        }
        try {
            return AtomicMembers.call(this, member, arguments);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }
}
