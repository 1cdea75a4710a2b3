// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.Signature;
import com.oracle.graal.python.runtime.ExecutionContext.CalleeContext;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;

/**
 * A builtin function of some positional parameters and any others that calls Python functions: they can ask for its
 * frame.
 */
public abstract class CallingRoot extends BuiltinRoot {
    @Child
    private CalleeContext callee = CalleeContext.create();

    public CallingRoot(PythonLanguage language, FrameDescriptor slots, String name, String... parameters) {
        super(language, slots, name, signature(parameters));
    }

    private static Signature signature(String[] parameters) {
        TruffleString[] names = Arrays.stream(parameters)
                .map(PythonUtils::toTruffleStringUncached)
                .toArray(TruffleString[]::new);
        return new Signature(parameters.length, true, parameters.length, names, new TruffleString[0]);
    }

    public abstract Object body(VirtualFrame frame);

    @Override
    public final Object execute(VirtualFrame frame) {
        callee.enter(frame);
        try {
            return body(frame);
        } finally {
            callee.exit(frame, this);
        }
    }

    @Override
    public boolean setsUpCalleeContext() {
        return true;
    }
}
