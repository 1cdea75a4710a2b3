// SPDX-License-Identifier: Apache-2.0
package colors.truffle.api;

import colors.SharedMemoryException;
import colors.roots.Shared;
import colors.truffle.border.Function;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.copy.PrivateGraph;
import colors.truffle.node.AllocationNode;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.NonIdempotent;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.object.DynamicObject;
import com.oracle.truffle.api.object.DynamicObjectLibrary;
import com.oracle.truffle.api.object.Shape;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * allocate(class name or bound class, [object with the fields]). Objects of the same shape as one that was met, with
 * plain values, are read and made without leaving compiled code.
 */
@ExportLibrary(InteropLibrary.class)
public final class AllocateFunction implements TruffleObject {
    private final Function general =
            new Function("allocate", 1, 2, (context, arguments) -> PrivateGraph.allocate(context, arguments));

    /** What was found out about the objects of a shape, and how to make shared ones like them. */
    static final class Like extends Node {
        final Shape shape;
        private final Assumption names;

        @CompilationFinal(dimensions = 1)
        private final Object[] keys;

        @Child
        private AllocationNode allocation;

        private Like(Shape shape, AllocationNode allocation, Assumption names) {
            this.shape = shape;
            this.names = names;
            this.allocation = allocation;
            keys = shape.getKeyList().toArray();
        }

        @NonIdempotent
        boolean isCurrent() {
            return names.isValid() && allocation.isCurrent();
        }

        @ExplodeLoop
        Object make(DynamicObject fields, DynamicObjectLibrary objects) {
            var values = new Object[keys.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = objects.getOrDefault(fields, keys[i], null);
            }
            return allocation.execute(values);
        }
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    static final class Execute {
        @Specialization(
                guards = {
                    "arguments.length == 2",
                    "first(arguments) == type",
                    "like != null",
                    "isOf(arguments, like)",
                    "like.isCurrent()"
                },
                limit = "4")
        @SuppressWarnings("unused")
        static Object like(
                AllocateFunction function,
                Object[] arguments,
                @Bind Node node,
                @Cached(value = "first(arguments)", weak = true) Object type,
                @Cached("learn(function, arguments, node)") Like like,
                @CachedLibrary(limit = "1") DynamicObjectLibrary objects)
                throws ArityException {
            Object made;
            try {
                made = like.make((DynamicObject) arguments[1], objects);
            } catch (SharedMemoryException e) {
                throw ColorsContext.get(node).raise(node, e);
            }
            return made != null ? made : general(function, arguments, node);
        }

        @Specialization(replaces = "like")
        @TruffleBoundary
        static Object general(AllocateFunction function, Object[] arguments, @Bind Node node) throws ArityException {
            return function.general.execute(arguments, node);
        }

        static Object first(Object[] arguments) {
            return arguments[0];
        }

        static boolean isOf(Object[] arguments, Like like) {
            return arguments[1] instanceof DynamicObject object && object.getShape() == like.shape;
        }
    }

    /** Null when it makes a difference how a field is read, or what it holds. */
    @TruffleBoundary
    static Like learn(AllocateFunction function, Object[] arguments, Node node) throws ArityException {
        if (!(arguments[1] instanceof DynamicObject fields)) {
            return null;
        }
        Assumption classNames = ColorsContext.get(null).names(); // before the name is asked
        List<String> names = plainFields(fields);
        if (names == null || !(function.general.execute(arguments, node) instanceof SharedObject example)) {
            return null;
        }
        AllocationNode allocation = AllocationNode.like(example, names, NumberRule.ANY);
        return allocation == null ? null : new Like(fields.getShape(), allocation, classNames);
    }

    /**
     * The names of all it has, if each holds a scalar, a string or a shared object, and other languages see the same;
     * else null.
     */
    private static List<String> plainFields(DynamicObject fields) {
        var names = new ArrayList<String>();
        for (Object key : fields.getShape().getKeyList()) {
            if (!(key instanceof TruffleString name)
                    || !isPlain(DynamicObjectLibrary.getUncached().getOrDefault(fields, key, null))) {
                return null;
            }
            names.add(name.toJavaStringUncached());
        }
        return names.equals(members(fields)) ? names : null;
    }

    private static List<String> members(Object fields) {
        try {
            return Arrays.asList(PrivateGraph.members(fields));
        } catch (InteropException e) {
            return List.of();
        }
    }

    private static boolean isPlain(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean
                || value instanceof TruffleString
                || value instanceof Shared
                || value instanceof TruffleObject
                        && InteropLibrary.getUncached().isNull(value);
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return toString();
    }

    @Override
    public String toString() {
        return general.toString();
    }
}
