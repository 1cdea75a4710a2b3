// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Attachment;
import colors.truffle.context.ColorsContext;
import colors.truffle.python.builtin.BuiltinRoot;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

/** {@code colors.copy_in(root)}: plain objects by {@link GraphCopy}, all others by a function of the package. */
public final class CopyIn extends BuiltinRoot {
    private final Object general;
    private final CopiedKinds kinds;

    public CopyIn(PythonLanguage language, Object general, CopiedKinds kinds) {
        super(language, "copy_in", nameable("root"));
        this.general = general;
        this.kinds = kinds;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        return copy(PArguments.getArgument(frame, 0));
    }

    @TruffleBoundary
    private Object copy(Object root) {
        ColorsContext context = ColorsContext.get(this);
        try {
            Attachment.ensure();
            Object copy = plain(context, root);
            return copy != null ? copy : InteropLibrary.getUncached().execute(general, root);
        } catch (SharedMemoryException e) {
            throw context.raise(this, e);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    /** Null when the general function is to do it, or to say what is wrong with a value. */
    private Object plain(ColorsContext context, Object root) {
        try {
            return GraphCopy.of(context, kinds, root);
        } catch (SharedMemoryException e) {
            if (e.reason() == Reason.TYPE || e.reason() == Reason.ARGUMENT) {
                return null;
            }
            throw e;
        }
    }
}
