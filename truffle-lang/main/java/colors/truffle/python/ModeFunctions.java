// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import colors.truffle.border.Members;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.context.SharedMode;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.function.BiFunction;

/** The calling thread's {@link SharedMode}, for the Python package. */
final class ModeFunctions extends Members {
    ModeFunctions() {
        super("colors.mode");
        add("enter", 0, (mode, arguments) -> nothing(mode::enter));
        add("leave", 0, (mode, arguments) -> nothing(mode::leave));
        add("is_private", 1, (mode, arguments) -> mode.isPrivate(arguments[0]));
        add("make", 1, (mode, arguments) -> make(mode, arguments[0]));
        add("note", 1, (mode, arguments) -> mode.note(arguments[0]));
        add("end", 1, (mode, arguments) -> nothing(() -> mode.end((int) arguments[0])));
        add("is_idle", 0, (mode, arguments) -> mode.isIdle());
        add(
                "unfinished",
                0,
                (mode, arguments) -> ColorsContext.get(null).guest().form().array(mode.unfinished()));
        add("made", 1, (mode, arguments) -> nothing(() -> mode.made(arguments[0])));
        add("is_initialized", 1, (mode, arguments) -> mode.isInitialized(arguments[0]));
    }

    private void add(String name, int parameters, BiFunction<SharedMode, Object[], Object> body) {
        function(name, parameters, parameters, (context, arguments) -> body.apply(context.sharedMode(), arguments));
    }

    private static Object nothing(Runnable action) {
        action.run();
        return Null.INSTANCE;
    }

    private static Object make(SharedMode mode, Object type) {
        Object before = mode.make(InteropLibrary.getUncached().isNull(type) ? null : type);
        return before == null ? Null.INSTANCE : before;
    }
}
