// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.border.Function;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.MapCursor;
import colors.truffle.context.Null;
import colors.truffle.context.ValueForm;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import java.util.List;

/** What a JavaScript Set has. Missing arguments are undefined there, which is null here. */
final class SetMembers {
    static final String SIZE = "size";
    static final List<String> NAMES =
            List.of(SIZE, "has", "add", "delete", "clear", "values", "keys", "entries", "forEach");

    /** A method. */
    interface Body {
        Object call(SharedSet set, Object[] arguments)
                throws ArityException, UnsupportedTypeException, UnsupportedMessageException;
    }

    private SetMembers() {}

    /** The method of a name, or null; a frozen set has none that changes it. */
    static Body of(SharedSet set, String name) {
        Body changing =
                switch (name) {
                    case "add" -> SetMembers::add;
                    case "delete" -> SetMembers::delete;
                    case "clear" -> SetMembers::clear;
                    default -> null;
                };
        return changing == null ? reading(name) : set.core().isFrozen() ? null : changing;
    }

    private static Body reading(String name) {
        return switch (name) {
            case "has" -> SetMembers::has;
            case "values", "keys" -> (set, arguments) -> set.getIterator();
            case "entries" -> (set, arguments) -> new SharedCursor(set.core().cursor(false), SharedCursor.Part.PAIR);
            case "forEach" -> SetMembers::forEach;
            default -> SetAlgebra.has(name) ? (set, arguments) -> SetAlgebra.call(set, name, arguments) : null;
        };
    }

    /** A method as a value. */
    static Object bound(SharedSet set, String name, Body body) {
        return new Function(name, 0, Integer.MAX_VALUE, (context, arguments) -> body.call(set, arguments));
    }

    private static Object argument(Object[] arguments) {
        return arguments.length == 0 ? Null.INSTANCE : arguments[0];
    }

    private static Object has(SharedSet set, Object[] arguments) {
        Object key = ContainerValues.keyToFind(argument(arguments), set.kind());
        return key != ContainerCore.ABSENT && set.core().containsKey(key);
    }

    private static Object add(SharedSet set, Object[] arguments) {
        set.core().putIfAbsent(ContainerValues.toCore(argument(arguments), set.kind()), null);
        return set;
    }

    private static Object delete(SharedSet set, Object[] arguments) {
        Object key = ContainerValues.keyToFind(argument(arguments), set.kind());
        return key != ContainerCore.ABSENT && set.core().remove(key) != ContainerCore.ABSENT;
    }

    private static Object clear(SharedSet set, @SuppressWarnings("unused") Object[] arguments) {
        set.core().clear();
        return Null.INSTANCE;
    }

    private static Object forEach(SharedSet set, Object[] arguments)
            throws ArityException, UnsupportedTypeException, UnsupportedMessageException {
        InteropLibrary interop = InteropLibrary.getUncached();
        MapCursor cursor = set.core().cursor(false);
        while (cursor.next()) {
            Object key = ContainerValues.toGuest(cursor.key(), ValueForm.INTEROP);
            interop.execute(argument(arguments), key, key, set);
        }
        return Null.INSTANCE;
    }
}
