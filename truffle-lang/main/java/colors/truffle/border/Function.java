// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.truffle.context.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A function of the API. Errors of the core leave it as the guest language's exceptions. */
@ExportLibrary(InteropLibrary.class)
public final class Function implements TruffleObject {
    /** What the function does. */
    public interface Body {
        Object call(ColorsContext context, Object[] arguments) throws InteropException;
    }

    private final String name;
    private final int least;
    private final int most;
    private final Body body;

    /** A function that takes {@code least} to {@code most} arguments. */
    public Function(String name, int least, int most, Body body) {
        this.name = name;
        this.least = least;
        this.most = most;
        this.body = body;
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    public Object execute(Object[] arguments, @Bind Node node) {
        ColorsContext context = ColorsContext.get(node);
        if (arguments.length < least || arguments.length > most) {
            throw context.raise(node, SharedMemoryException.of(Reason.ARGUMENT, arityProblem(arguments.length)));
        }
        try {
            return body.call(context, arguments);
        } catch (SharedMemoryException e) {
            throw context.raise(node, e);
        } catch (InteropException e) { // of an argument that is not what the body took it for
            throw context.raise(
                    node,
                    SharedMemoryException.of(
                            Reason.ARGUMENT,
                            this + " cannot use what it was given ("
                                    + Stream.of(arguments)
                                            .map(GuestValues::named)
                                            .collect(Collectors.joining(", ")) + "): " + e.getMessage(),
                            e));
        }
    }

    private String arityProblem(int given) {
        String expected =
                least == most ? "" + least : most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
        return this + " takes " + expected + (expected.equals("1") ? " argument" : " arguments") + ", not " + given;
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return toString();
    }

    @Override
    public String toString() {
        return "colors." + name;
    }
}
