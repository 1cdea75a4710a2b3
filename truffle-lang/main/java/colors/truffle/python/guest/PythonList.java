// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.memory.Segment;
import colors.truffle.container.SharedList;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.container.core.ListMemory;
import com.oracle.graal.python.builtins.PythonBuiltinClassType;
import com.oracle.graal.python.builtins.objects.buffer.BufferFlags;
import com.oracle.graal.python.builtins.objects.buffer.PythonBufferAcquireLibrary;
import com.oracle.graal.python.lib.PyMemoryViewFromObject;
import com.oracle.graal.python.nodes.PRaiseNode;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.EncapsulatingNodeReference;
import com.oracle.truffle.api.nodes.Node;
import java.math.BigInteger;

/**
 * A shared list of which {@code memoryview} shows the numbers themselves. To all others that ask for a buffer it is the
 * list that it stands for, which has none: {@code bytes([1, 2])} is two bytes.
 */
@ExportLibrary(PythonBufferAcquireLibrary.class)
public final class PythonList extends SharedList {
    public PythonList(ListCore core) {
        super(core);
    }

    @ExportMessage
    @TruffleBoundary
    boolean hasBuffer(@Bind Node node) {
        Node asking = node.getParent() != null
                ? node
                : EncapsulatingNodeReference.getCurrent().get();
        while (asking != null && !(asking instanceof PyMemoryViewFromObject)) {
            asking = asking.getParent();
        }
        return asking != null;
    }

    @ExportMessage
    @TruffleBoundary
    Object acquire(int flags) {
        // as the bytes that a caller expects, numbers of 8 bytes would be a surprise
        if (!BufferFlags.requestsFormat(flags)) {
            throw error(
                    PythonBuiltinClassType.TypeError,
                    "a bytes-like object is required, not '" + kindName()
                            + "'; memoryview(...) shows the numbers of a shared list");
        }
        if (BufferFlags.requestsWritable(flags) && (core().isFrozen() || Segment.isReadOnly())) {
            throw ListBuffer.notWritable();
        }
        ListMemory memory = ListMemory.of(core());
        if (memory == null) {
            throw error(
                    PythonBuiltinClassType.TypeError,
                    "memoryview: a shared list of only integers or only floats is required; this one " + contents());
        }
        if (memory.size() > Integer.MAX_VALUE) {
            throw error(
                    PythonBuiltinClassType.BufferError,
                    "memoryview: this shared list has " + memory.size() + " bytes, a memoryview shows at most "
                            + Integer.MAX_VALUE);
        }
        return new ListBuffer(this, memory);
    }

    private String kindName() {
        return core().isFrozen() ? "tuple" : "list";
    }

    /** What it is instead, and what to do about it. */
    private String contents() {
        Object first = core().get(0);
        for (int i = 0; ; i++) {
            Object value = core().get(i);
            if (value == ContainerCore.ABSENT) {
                return "held others before and is stored as such; x[:] = list(x) stores only numbers again";
            }
            if (!(value instanceof Long || value instanceof Double) || value.getClass() != first.getClass()) {
                return "has " + name(value) + " at index " + i + "; copy the numbers to a list of their own";
            }
        }
    }

    private static String name(Object value) {
        return switch (value) {
            case null -> "None";
            case Long _ -> "an int";
            case Double _ -> "a float";
            case BigInteger _ -> "an int of more than 64 bits";
            case Boolean _ -> "a bool";
            case String _ -> "a str";
            default -> "another object";
        };
    }

    private static RuntimeException error(PythonBuiltinClassType type, String message) {
        return PRaiseNode.raiseStatic(null, type, PythonUtils.toTruffleStringUncached(message));
    }
}
