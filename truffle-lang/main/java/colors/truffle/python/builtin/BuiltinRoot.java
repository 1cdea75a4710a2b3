// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.Signature;
import com.oracle.graal.python.nodes.PRootNode;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;

/** The body of a Python builtin function. */
public abstract class BuiltinRoot extends PRootNode {
    private static final TruffleString[] NO_KEYWORDS = {};

    private final String name;
    private final Signature signature;

    public BuiltinRoot(PythonLanguage language, String name, Signature signature) {
        this(language, null, name, signature);
    }

    /** With slots in its frames. */
    public BuiltinRoot(PythonLanguage language, FrameDescriptor slots, String name, Signature signature) {
        super(language, slots);
        this.name = name;
        this.signature = signature;
    }

    /** With positional parameters only. */
    public BuiltinRoot(PythonLanguage language, String name, String... parameters) {
        this(language, name, new Signature(parameters.length, false, -1, texts(parameters), NO_KEYWORDS));
    }

    /** Of parameters that may be given by name, too. */
    protected static Signature nameable(String... parameters) {
        return new Signature(0, false, -1, texts(parameters), NO_KEYWORDS);
    }

    private static TruffleString[] texts(String... names) {
        return Arrays.stream(names).map(PythonUtils::toTruffleStringUncached).toArray(TruffleString[]::new);
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
