// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.node.ReadFieldNode;
import colors.truffle.object.SharedObject;
import colors.truffle.python.guest.PythonForm;
import colors.truffle.python.guest.PythonGuest;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

/** The get function of a field's descriptor. */
public final class FieldGetter extends BuiltinRoot {
    private final String field;

    @Child
    private ReadFieldNode read = ReadFieldNode.create();

    public FieldGetter(PythonLanguage language, String field) {
        super(language, field, "self");
        this.field = field;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        if (PArguments.getArgument(frame, 0) instanceof SharedObject object) {
            Object value = read.execute(object, field, PythonForm.INSTANCE);
            return value != null ? value : missing(object);
        }
        return notShared(PArguments.getArgument(frame, 0));
    }

    @TruffleBoundary
    private Object missing(SharedObject object) {
        return PythonGuest.of(this).missing(object, field);
    }

    @TruffleBoundary
    private Object notShared(Object self) {
        try {
            return SharedObject.argument(self);
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(this).raise(this, e);
        }
    }
}
