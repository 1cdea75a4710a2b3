// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.truffle.container.core.MapCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.List;

/**
 * A shared set: an iterable to other languages, with the members of a JavaScript Set, for which interop has no
 * messages.
 */
@ExportLibrary(InteropLibrary.class)
public final class SharedSet extends SharedContainer {
    private final MapCore core;

    public SharedSet(MapCore core) {
        super(core.isFrozen() ? ContainerKind.FROZEN_SET : ContainerKind.SET);
        this.core = core;
    }

    @Override
    public MapCore core() {
        return core;
    }

    @ExportMessage
    boolean hasIterator() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object getIterator() {
        return new SharedCursor(core.cursor(false), SharedCursor.Part.KEY);
    }

    @Override
    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new Names(includeInternal ? SetMembers.NAMES : List.of());
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return member.equals(SetMembers.SIZE) || SetMembers.of(this, member) != null;
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (member.equals(SetMembers.SIZE)) {
            return core.size();
        }
        SetMembers.Body body = SetMembers.of(this, member);
        if (body == null) {
            throw UnknownIdentifierException.create(member);
        }
        return SetMembers.bound(this, member, body);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return SetMembers.of(this, member) != null;
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments, @Bind Node node)
            throws UnknownIdentifierException, ArityException, UnsupportedTypeException, UnsupportedMessageException {
        SetMembers.Body body = SetMembers.of(this, member);
        if (body == null) {
            throw UnknownIdentifierException.create(member);
        }
        try {
            return body.call(this, arguments);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }
}
