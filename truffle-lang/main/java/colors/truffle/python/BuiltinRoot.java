// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.Signature;
import com.oracle.graal.python.nodes.PRootNode;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.strings.TruffleString;

/** The body of a Python builtin function with positional parameters only. */
abstract class BuiltinRoot extends PRootNode {
    private static final TruffleString[] NO_KEYWORDS = {};

    private final String name;
    private final Signature signature;

    BuiltinRoot(PythonLanguage language, String name, String... parameters) {
        super(language);
        this.name = name;
        TruffleString[] names = new TruffleString[parameters.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = PythonUtils.toTruffleStringUncached(parameters[i]);
        }
        signature = new Signature(parameters.length, false, -1, names, NO_KEYWORDS);
    }

    @Override
    public Signature getSignature() {
        return signature;
    }

    @Override
    public boolean isPythonInternal() {
        return true;
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    protected byte[] extractCode() {
        return new byte[0];
    }
}
