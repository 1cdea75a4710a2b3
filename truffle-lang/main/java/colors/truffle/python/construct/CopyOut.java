// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.python.builtin.BuiltinRoot;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

/** {@code colors.copy_out(root)}: plain objects by {@link PrivateCopy}, all others by a function of the package. */
public final class CopyOut extends BuiltinRoot {
    private final PythonLanguage language;
    private final Object general;
    private final Object plainClass; // of the package: an object's class, or None

    public CopyOut(PythonLanguage language, Object general, Object plainClass) {
        super(language, "copy_out", nameable("root"));
        this.language = language;
        this.general = general;
        this.plainClass = plainClass;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        return copy(PArguments.getArgument(frame, 0));
    }

    @TruffleBoundary
    private Object copy(Object root) {
        try {
            Object copy = PrivateCopy.of(language, plainClass, root);
            return copy != null ? copy : InteropLibrary.getUncached().execute(general, root);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(this).raise(this, e);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
