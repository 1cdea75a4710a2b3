// SPDX-License-Identifier: Apache-2.0
package colors.truffle.message;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.node.ReadFieldNode;
import colors.truffle.node.WriteFieldNode;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/**
 * A function of one field: called with an object it reads, with an object and a value it writes. Numbers keep their
 * types.
 */
@ExportLibrary(InteropLibrary.class)
public final class FieldFunction implements TruffleObject {
    /** What to give for a field that the object does not have. */
    public interface Missing {
        Object get(SharedObject object, String field);
    }

    final String field;
    final Missing missing;

    public FieldFunction(String field, Missing missing) {
        this.field = field;
        this.missing = missing;
    }

    @ExportMessage
    static final class Execute {
        @Specialization(
                guards = {"function.field == field", "arguments.length == 1", "isShared(arguments)"},
                limit = "1")
        @SuppressWarnings("unused")
        static Object read(
                FieldFunction function,
                Object[] arguments,
                @Cached("function.field") String field,
                @Cached ReadFieldNode read) {
            var object = (SharedObject) arguments[0];
            Object value = read.execute(object, field, ValueForm.INTEROP);
            return value != null ? value : readMissing(function, object);
        }

        @Specialization(
                guards = {"function.field == field", "arguments.length == 2", "isShared(arguments)"},
                limit = "1")
        @SuppressWarnings("unused")
        static Object write(
                FieldFunction function,
                Object[] arguments,
                @Bind Node node,
                @Cached("function.field") String field,
                @Cached WriteFieldNode write) {
            var object = (SharedObject) arguments[0];
            if (!write.execute(object, field, arguments[1], NumberRule.EXACT)) {
                FieldStore.putExactly(object, field, arguments[1], node);
            }
            return Null.INSTANCE;
        }

        @Specialization(replaces = {"read", "write"})
        @TruffleBoundary
        static Object general(FieldFunction function, Object[] arguments, @Bind Node node) throws ArityException {
            if (arguments.length < 1 || arguments.length > 2) {
                throw ArityException.create(1, 2, arguments.length);
            }
            SharedObject object;
            try {
                object = SharedObject.argument(arguments[0]);
            } catch (SharedMemoryException e) {
                throw ColorsContext.get(node).raise(node, e);
            }
            if (arguments.length == 2) {
                FieldStore.putExactly(object, function.field, arguments[1], node);
                return Null.INSTANCE;
            }
            Object value = ReadFieldNode.readSlow(object, function.field, ValueForm.INTEROP);
            return value != null ? value : readMissing(function, object);
        }

        static boolean isShared(Object[] arguments) {
            return arguments[0] instanceof SharedObject;
        }

        @TruffleBoundary
        private static Object readMissing(FieldFunction function, SharedObject object) {
            return function.missing.get(object, function.field);
        }
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }
}
