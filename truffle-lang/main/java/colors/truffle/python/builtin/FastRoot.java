// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.SharedMemoryException;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.SharedList;
import colors.truffle.context.ColorsContext;
import colors.truffle.node.FlatElementNode;
import colors.truffle.node.FlatStoreNode;
import colors.truffle.node.ListElementNode;
import colors.truffle.python.guest.PythonForm;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.function.PArguments;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.Locale;

/** A method of a container: its common cases here, all others, errors included, in a function of the Python package. */
public final class FastRoot extends BuiltinRoot {
    private final FastOperation operation;
    private final Object general;

    @Child
    private ListElementNode elementNode;

    @Child
    private FlatElementNode arrayElementNode;

    @Child
    private FlatStoreNode arrayStoreNode;

    public FastRoot(PythonLanguage language, String name, Object general) {
        this(language, FastOperation.valueOf(name.toUpperCase(Locale.ROOT)), general);
    }

    private FastRoot(PythonLanguage language, FastOperation operation, Object general) {
        super(language, operation.method, operation.parameters);
        this.operation = operation;
        this.general = general;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        int count = operation.parameters.length;
        Object self = PArguments.getArgument(frame, 0);
        Object first = count > 1 ? PArguments.getArgument(frame, 1) : null;
        Object second = count > 2 ? PArguments.getArgument(frame, 2) : null;
        Object result;
        try {
            result = operation.execute(this, self, first, second);
        } catch (SharedMemoryException e) {
            throw raise(e);
        }
        return result != null ? result : general(count, self, first, second);
    }

    /** An element of a list, or null. */
    Object element(SharedList list, int index) {
        if (elementNode == null) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            elementNode = insert(ListElementNode.create());
        }
        return elementNode.execute(list.core(), index, PythonForm.INSTANCE);
    }

    /** An element of a flat array, or null. */
    Object element(SharedFlat array, int index) {
        if (arrayElementNode == null) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            arrayElementNode = insert(FlatElementNode.create());
        }
        return arrayElementNode.execute(array.core(), index);
    }

    /** Stores an element of a flat array; false: nothing happened. */
    boolean store(SharedFlat array, int index, Object value) {
        if (arrayStoreNode == null) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            arrayStoreNode = insert(FlatStoreNode.create());
        }
        return arrayStoreNode.execute(array.core(), index, value);
    }

    private RuntimeException raise(SharedMemoryException error) {
        return ColorsContext.get(this).raise(this, error);
    }

    @TruffleBoundary
    private Object general(int count, Object self, Object first, Object second) {
        Object[] arguments =
                switch (count) {
                    case 1 -> new Object[] {self};
                    case 2 -> new Object[] {self, first};
                    default -> new Object[] {self, first, second};
                };
        try {
            return InteropLibrary.getUncached().execute(general, arguments);
        } catch (SharedMemoryException e) {
            throw raise(e);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
