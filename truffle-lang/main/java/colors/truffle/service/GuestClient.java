// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.truffle.border.Function;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.LanguageValue;
import colors.truffle.context.Names;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.List;
import java.util.Set;

/** A client of a service: any member is a method, and calling it calls the service. */
@ExportLibrary(InteropLibrary.class)
final class GuestClient extends LanguageValue {
    /** What a language looks for in any object, and would take for a method: promises, conversions, iteration. */
    private static final Set<String> OTHERS = Set.of("then", "toJSON", "toString", "valueOf", "constructor", "inspect");

    private final GuestService service;
    private final Settings settings;

    GuestClient(GuestService service, Settings settings) {
        this.service = service;
        this.settings = settings;
    }

    private Object call(ColorsContext context, String method, Object[] arguments) throws InteropException {
        if (settings.promises()) {
            return Promises.call(context, (ended, owner) -> {
                Object[] values = GuestService.values(context, arguments, 0);
                return service.start(context, method, settings, ended, owner, values);
            });
        }
        return service.call(context, method, settings, GuestService.values(context, arguments, 0));
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new Names(List.of());
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return !OTHERS.contains(member);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return !OTHERS.contains(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (OTHERS.contains(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return new Function(member, 0, Integer.MAX_VALUE, (context, arguments) -> call(context, member, arguments));
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments, @Bind Node node) throws UnknownIdentifierException {
        if (OTHERS.contains(member)) {
            throw UnknownIdentifierException.create(member);
        }
        ColorsContext context = ColorsContext.get(node);
        try {
            return call(context, member, arguments);
        } catch (SharedMemoryException e) {
            throw context.raise(node, e);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return "client of service '" + service.name() + "'";
    }
}
