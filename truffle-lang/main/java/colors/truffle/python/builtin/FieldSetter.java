// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.node.WriteFieldNode;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedObject;
import colors.truffle.python.guest.PythonGuest;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.graal.python.builtins.objects.getsetdescriptor.DescriptorDeleteMarker;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

/** The set function of a field's descriptor, which also deletes. */
public final class FieldSetter extends BuiltinRoot {
    private final String field;

    @Child
    private WriteFieldNode write = WriteFieldNode.create();

    public FieldSetter(PythonLanguage language, String field) {
        super(language, field, "self", "value");
        this.field = field;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        Object value = PArguments.getArgument(frame, 1);
        if (!(PArguments.getArgument(frame, 0) instanceof SharedObject object
                && write.execute(object, field, value, NumberRule.EXACT))) {
            general(PArguments.getArgument(frame, 0), value);
        }
        return PNone.NONE;
    }

    @TruffleBoundary
    private void general(Object self, Object value) {
        ColorsContext context = ColorsContext.get(this);
        try {
            SharedObject object = SharedObject.argument(self);
            if (value != DescriptorDeleteMarker.INSTANCE) {
                FieldStore.put(context, object, field, value, NumberRule.EXACT);
            } else if (!FieldStore.remove(context, object, field)) {
                PythonGuest.of(this).missing(object, field);
            }
        } catch (SharedMemoryException e) {
            throw context.raise(this, e);
        }
    }
}
