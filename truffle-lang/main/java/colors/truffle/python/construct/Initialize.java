// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.truffle.context.ColorsContext;
import colors.truffle.python.builtin.CallingRoot;
import colors.truffle.python.builtin.PythonCall;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.frame.VirtualFrame;

/**
 * {@code __init__} of shared objects: that of the program's class, but for an object that was just constructed, which
 * has had it.
 */
public final class Initialize extends CallingRoot {
    @Child
    private PythonCall general;

    public Initialize(PythonLanguage language, Object general) {
        super(language, null, "__init__", "self");
        this.general = new PythonCall(general);
    }

    @Override
    public Object body(VirtualFrame frame) {
        Object self = PArguments.getArgument(frame, 0);
        if (ColorsContext.get(this).sharedMode().isInitialized(self)) {
            return PNone.NONE;
        }
        return general.execute(
                frame, self, PArguments.getVariableArguments(frame), PArguments.getKeywordArguments(frame));
    }
}
