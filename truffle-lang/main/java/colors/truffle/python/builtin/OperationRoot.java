// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.python.guest.PythonForm;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import java.util.stream.IntStream;

/** An operation on containers as a Python builtin, which is called without an interop call. */
public final class OperationRoot extends BuiltinRoot {
    private final ContainerOperations.Operation operation;

    public OperationRoot(PythonLanguage language, String name, ContainerOperations.Operation operation) {
        super(
                language,
                name,
                IntStream.range(0, operation.parameters())
                        .mapToObj(i -> "a" + i)
                        .toArray(String[]::new));
        this.operation = operation;
    }

    @Override
    @ExplodeLoop
    public Object execute(VirtualFrame frame) {
        var arguments = new Object[operation.parameters()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = PArguments.getArgument(frame, i);
        }
        return call(arguments);
    }

    @TruffleBoundary
    private Object call(Object[] arguments) {
        try {
            return operation.body().call(arguments, PythonForm.INSTANCE);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(this).raise(this, e);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
