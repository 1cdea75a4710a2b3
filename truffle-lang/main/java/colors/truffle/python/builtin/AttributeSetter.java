// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.frame.VirtualFrame;

/** {@code __setattr__} of shared objects, which adds a field where Python would add to {@code __dict__}. */
public final class AttributeSetter extends BuiltinRoot {
    @Child
    private SetAttributeNode set = SetAttributeNodeGen.create();

    public AttributeSetter(PythonLanguage language) {
        super(language, "__setattr__", "self", "name", "value");
    }

    @Override
    public Object execute(VirtualFrame frame) {
        set.execute(
                PArguments.getArgument(frame, 0), PArguments.getArgument(frame, 1), PArguments.getArgument(frame, 2));
        return PNone.NONE;
    }
}
