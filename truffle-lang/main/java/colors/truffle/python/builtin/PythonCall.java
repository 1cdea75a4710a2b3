// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import com.oracle.graal.python.builtins.objects.function.PKeyword;
import com.oracle.graal.python.nodes.call.CallNode;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.Node;

/** A call of one callable. */
public final class PythonCall extends Node {
    private final Object callable;

    @Child
    private CallNode call = CallNode.create();

    public PythonCall(Object callable) {
        this.callable = callable;
    }

    public Object execute(VirtualFrame frame, Object first, Object[] others, PKeyword[] named) {
        return call.execute(frame, callable, PythonUtils.prependArgument(first, others), named);
    }

    public Object execute(VirtualFrame frame, Object only) {
        return execute(frame, only, PythonUtils.EMPTY_OBJECT_ARRAY, PKeyword.EMPTY_KEYWORDS);
    }
}
