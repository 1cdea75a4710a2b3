// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.truffle.object.SharedObject;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.frame.VirtualFrame;

/** {@code __hash__} of shared objects: by identity, the same in every wrapper. */
public final class IdentityHash extends BuiltinRoot {
    public IdentityHash(PythonLanguage language) {
        super(language, "__hash__", "self");
    }

    @Override
    public Object execute(VirtualFrame frame) {
        Object self = PArguments.getArgument(frame, 0);
        return (long) (self instanceof SharedObject object ? object.identityHash() : System.identityHashCode(self));
    }
}
