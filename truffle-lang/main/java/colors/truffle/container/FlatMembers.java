// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.border.Function;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.Null;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import java.util.List;
import java.util.Set;

/** What a flat array has of JavaScript's typed arrays beside what all arrays have there. */
final class FlatMembers {
    private static final String SET = "set";
    static final List<String> NONE = List.of();
    static final List<String> NAMES = List.of("buffer", "byteLength", "byteOffset", "BYTES_PER_ELEMENT", "type", SET);

    /** Methods of arrays that change the length, which move elements before they find that they cannot. */
    private static final Set<String> RESIZING = Set.of("push", "pop", "shift", "unshift", "splice");

    private FlatMembers() {}

    static boolean isMethod(String member) {
        return member.equals(SET) || RESIZING.contains(member) || AtomicMembers.has(member);
    }

    static boolean isResizing(String member) {
        return RESIZING.contains(member);
    }

    static boolean has(String member) {
        return NAMES.contains(member) || isMethod(member);
    }

    /** Calls a method. */
    static Object call(SharedFlat array, String member, Object[] arguments) throws InteropException {
        if (RESIZING.contains(member)) {
            throw array.core().fixed("has no " + member);
        }
        return AtomicMembers.has(member) ? AtomicMembers.call(array, member, arguments) : set(array, arguments);
    }

    static Object read(SharedFlat array, String member) throws UnknownIdentifierException {
        FlatCore core = array.core();
        return switch (member) {
            case "buffer" -> new FlatBuffer(core);
            case "byteLength" -> core.bytes();
            case "byteOffset" -> 0;
            case "BYTES_PER_ELEMENT" -> 1 << core.shift();
            case "type" -> core.name();
            default -> method(array, member);
        };
    }

    private static Object method(SharedFlat array, String member) throws UnknownIdentifierException {
        if (!isMethod(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return new Function(member, 0, Integer.MAX_VALUE, (context, arguments) -> call(array, member, arguments));
    }

    /**
     * set(source, [index]): all elements of an array or typed array, to that index and on. Of one that does not fit,
     * nothing is stored.
     */
    private static Object set(SharedFlat array, Object[] arguments) throws InteropException {
        if (arguments.length < 1 || arguments.length > 2) {
            throw ArityException.create(1, 2, arguments.length);
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        long index = arguments.length == 1 || interop.isNull(arguments[1]) ? 0 : interop.asLong(arguments[1]);
        FlatContents.of(arguments[0], array.core().kind()).copyTo(array.core(), index);
        return Null.INSTANCE;
    }
}
