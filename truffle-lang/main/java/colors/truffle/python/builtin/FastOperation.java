// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.SharedContainer;
import colors.truffle.container.SharedCursor;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.SharedList;
import colors.truffle.container.SharedMap;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.object.SharedObject;
import colors.truffle.python.guest.PythonForm;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.strings.TruffleString;
import java.lang.ref.Reference;

/**
 * The common cases of the methods that programs call in their loops. Null says that it is not one, and nothing
 * happened.
 */
enum FastOperation {
    LENGTH("__len__", "self") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedFlat array
                    ? (Object) array.core().size()
                    : self instanceof SharedList list
                            ? (Object) list.core().size()
                            : self instanceof SharedContainer container ? size(container.core()) : null;
        }
    },
    LIST_ITERATOR("__iter__", "self") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedList || self instanceof SharedFlat
                    ? PFactory.createSequenceIterator(PythonLanguage.get(null), self)
                    : null;
        }
    },
    LIST_GET("__getitem__", "self", "index") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedList list && first instanceof Integer index ? root.element(list, index) : null;
        }
    },
    LIST_SET("__setitem__", "self", "index", "value") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedList list
                            && first instanceof Integer index
                            && isShareable(second)
                            && set(list, index, second)
                    ? PNone.NONE
                    : null;
        }
    },
    LIST_APPEND("append", "self", "value") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            if (!(self instanceof SharedList list) || list.core().isFrozen()) {
                return null;
            }
            return appendAtOnce(root, list.core(), first)
                    ? PNone.NONE
                    : isShareable(first) ? append(list, first) : null;
        }
    },
    ARRAY_GET("__getitem__", "self", "index") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedFlat array && first instanceof Integer index
                    ? root.element(array, index)
                    : null;
        }
    },
    ARRAY_SET("__setitem__", "self", "index", "value") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedFlat array
                            && first instanceof Integer index
                            && root.store(array, index, second)
                    ? PNone.NONE
                    : null;
        }
    },
    MAP_GET("__getitem__", "self", "key") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedMap map && isScalar(first) ? get(map, first) : null;
        }
    },
    MAP_SET("__setitem__", "self", "key", "value") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedMap map && isScalar(first) && isShareable(second)
                    ? put(map, first, second)
                    : null;
        }
    },
    CURSOR_NEXT("__next__", "self") {
        @Override
        Object execute(FastRoot root, Object self, Object first, Object second) {
            return self instanceof SharedCursor cursor ? next(cursor) : null;
        }
    };

    final String method;
    final String[] parameters;

    FastOperation(String method, String... parameters) {
        this.method = method;
        this.parameters = parameters;
    }

    /** Null for what the general function is to do. */
    abstract Object execute(FastRoot root, Object self, Object first, Object second);

    /** Whether a value is certainly shared without asking anybody; errors come from the general function. */
    private static boolean isScalar(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Boolean
                || value instanceof TruffleString
                || value == PNone.NONE;
    }

    /** The same for elements, which may be shared objects. (As keys these have rules of their own.) */
    private static boolean isShareable(Object value) {
        return value instanceof Shared || isScalar(value);
    }

    @TruffleBoundary
    private static Object size(ContainerCore core) {
        return core.size();
    }

    @TruffleBoundary
    private static boolean set(SharedList list, int index, Object value) {
        return !list.core().isFrozen()
                && list.core().set(index, ContainerValues.toCore(value, list.kind())) != ContainerCore.ABSENT;
    }

    /** Whether it is a number or an object, and was appended. */
    private static boolean appendAtOnce(FastRoot root, ListCore list, Object value) {
        Mutator mutator = ColorsContext.get(root).mutator();
        if (value instanceof Integer number) {
            return list.appendAtOnce(mutator, Layout.SLOT_INT64, number);
        }
        if (value instanceof Long number) {
            return list.appendAtOnce(mutator, Layout.SLOT_INT64, number);
        }
        if (value instanceof Double number) {
            return list.appendAtOnce(mutator, Layout.SLOT_FLOAT64, Double.doubleToRawLongBits(number));
        }
        if (value instanceof SharedObject object) {
            boolean done = list.appendAtOnce(mutator, Layout.SLOT_TAGGED, Segment.reference(object.address()));
            Reference.reachabilityFence(object.chunk());
            return done;
        }
        return false;
    }

    @TruffleBoundary
    private static Object append(SharedList list, Object value) {
        list.core().insert(Integer.MAX_VALUE, ContainerValues.toCore(value, list.kind()));
        return PNone.NONE;
    }

    @TruffleBoundary
    private static Object get(SharedMap map, Object key) {
        Object value = map.core().get(ContainerValues.toCore(key, map.kind()));
        return value == ContainerCore.ABSENT ? null : ContainerValues.toGuest(value, PythonForm.INSTANCE);
    }

    @TruffleBoundary
    private static Object put(SharedMap map, Object key, Object value) {
        if (map.core().isFrozen()) {
            return null;
        }
        map.core().put(ContainerValues.toCore(key, map.kind()), ContainerValues.toCore(value, map.kind()));
        return PNone.NONE;
    }

    @TruffleBoundary
    private static Object next(SharedCursor cursor) {
        return ContainerOperations.next(cursor, null, PythonForm.INSTANCE);
    }
}
