// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.memory.Layout;
import colors.values.GraphBuilder;
import colors.values.Unborn;
import com.oracle.graal.python.builtins.PythonBuiltinClassType;
import com.oracle.graal.python.builtins.objects.common.HashingStorage;
import com.oracle.graal.python.builtins.objects.common.HashingStorageNodes.HashingStorageGetIterator;
import com.oracle.graal.python.builtins.objects.common.HashingStorageNodes.HashingStorageIteratorKey;
import com.oracle.graal.python.builtins.objects.common.HashingStorageNodes.HashingStorageIteratorNext;
import com.oracle.graal.python.builtins.objects.common.HashingStorageNodes.HashingStorageIteratorValue;
import com.oracle.graal.python.builtins.objects.common.PHashingCollection;
import com.oracle.graal.python.builtins.objects.common.SequenceStorageNodes;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.graal.python.runtime.sequence.storage.ByteSequenceStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Python's own containers that {@link GraphCopy} copies, as GraalPy has them. Instances of their subclasses are none.
 */
enum CopiedContainer {
    LIST(PythonBuiltinClassType.PList, Layout.TYPE_LIST),
    TUPLE(PythonBuiltinClassType.PTuple, Layout.TYPE_LIST),
    DICT(PythonBuiltinClassType.PDict, Layout.TYPE_MAP),
    SET(PythonBuiltinClassType.PSet, Layout.TYPE_SET),
    BYTEARRAY(PythonBuiltinClassType.PByteArray, Layout.TYPE_BINARY),
    BYTES(PythonBuiltinClassType.PBytes, Layout.TYPE_BINARY);

    private static final CopiedContainer[] ALL = values();
    private static final Object[] NOTHING = {};

    private final PythonBuiltinClassType type;
    private final Unborn unborn;

    CopiedContainer(PythonBuiltinClassType type, int fieldType) {
        this.type = type;
        unborn = new Unborn(fieldType, "");
    }

    /** Null for anything else. */
    static CopiedContainer of(PythonObject object) {
        Object found = object.getInitialPythonClass();
        if (found instanceof PythonBuiltinClassType) {
            for (CopiedContainer container : ALL) {
                if (container.type == found) {
                    return container;
                }
            }
        }
        return null;
    }

    Unborn unborn() {
        return unborn;
    }

    boolean hasKeys() {
        return this == DICT || this == SET;
    }

    /** The keys of a dict, the elements of a set, in their order; of others none. */
    Object[] keys(PythonObject object) {
        return hasKeys() ? entries(object, false) : NOTHING;
    }

    /** The elements of a list or tuple, the values of a dict in the order of its keys. */
    Object[] values(PythonObject object) {
        return switch (this) {
            case LIST, TUPLE ->
                SequenceStorageNodes.ToArrayNode.executeUncached(((PSequence) object).getSequenceStorage())
                        .clone();
            case DICT -> entries(object, true);
            default -> NOTHING;
        };
    }

    private static Object[] entries(PythonObject object, boolean values) {
        HashingStorage storage = ((PHashingCollection) object).getDictStorage();
        List<Object> entries = new ArrayList<>();
        for (var at = HashingStorageGetIterator.executeUncached(storage);
                HashingStorageIteratorNext.executeUncached(storage, at); ) {
            entries.add(
                    values
                            ? HashingStorageIteratorValue.executeUncached(storage, at)
                            : HashingStorageIteratorKey.executeUncached(storage, at));
        }
        return entries.toArray();
    }

    /** Makes a shared one of the kind; empty, but for bytes. 0 when it is not stored as is usual. */
    long make(GraphBuilder builder, PythonObject object, long place) {
        return switch (this) {
            case LIST -> builder.list(place);
            case TUPLE -> builder.tuple(place);
            case DICT -> builder.map(place);
            case SET -> builder.set(place);
            case BYTEARRAY, BYTES -> binary(builder, object, place);
        };
    }

    private long binary(GraphBuilder builder, PythonObject object, long place) {
        if (!(((PSequence) object).getSequenceStorage() instanceof ByteSequenceStorage storage)) {
            return 0;
        }
        byte[] bytes = Arrays.copyOf(storage.getInternalByteArray(), storage.length());
        return this == BYTES ? builder.bytes(bytes, place) : builder.binary(bytes, place);
    }
}
