// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.memory.Segment;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.SharedList;
import colors.truffle.container.SharedMap;
import colors.truffle.container.SharedSet;
import colors.truffle.container.core.BinaryCore;
import colors.truffle.container.core.MapCore;
import colors.truffle.node.ReadFieldNode;
import colors.truffle.object.SharedObject;
import colors.truffle.python.guest.PythonForm;
import colors.truffle.python.guest.PythonGuest;
import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.common.EconomicMapStorage;
import com.oracle.graal.python.builtins.objects.list.PList;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.graal.python.builtins.objects.type.TypeNodes;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.storage.SequenceStorageFactory;
import com.oracle.graal.python.util.PythonUtils;
import com.oracle.truffle.api.nodes.ControlFlowException;
import com.oracle.truffle.api.object.Shape;
import com.oracle.truffle.api.strings.TruffleString;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A private copy of shared objects of the program's plain classes, and of lists, tuples, dicts, sets and bytes that
 * hold scalars, strings and each other: most of what {@code colors.copy_out} is given. Whatever else it meets makes
 * {@link #of} give null, and the package's copy does it all, or says what cannot be copied.
 */
final class PrivateCopy {
    private static final int DEEPEST = 100; // tuples in tuples
    private static final PythonForm FORM = PythonForm.INSTANCE;

    private final PythonLanguage language;
    private final Object plainClass;
    private final Map<Integer, Kind> kinds = new HashMap<>(); // by shapes
    private final Map<Integer, Object> copies = new HashMap<>(); // by granules, which the wrappers keep
    private final List<Shared> held = new ArrayList<>();
    private final ArrayDeque<Runnable> unfilled = new ArrayDeque<>();

    /** What is met that is not plain. */
    private static final class NotPlain extends ControlFlowException {
        private static final long serialVersionUID = 1;
    }

    /** Objects of one shape, and what makes their copies. */
    private record Kind(Object type, Shape empty, String[] names, TruffleString[] keys) {}

    private PrivateCopy(PythonLanguage language, Object plainClass) {
        this.language = language;
        this.plainClass = plainClass;
    }

    /** The copy, or null. */
    static Object of(PythonLanguage language, Object plainClass, Object root) {
        if (!(root instanceof Shared)) {
            return null;
        }
        var copy = new PrivateCopy(language, plainClass);
        try {
            Object made = copy.value(root, 0);
            while (!copy.unfilled.isEmpty()) {
                copy.unfilled.pop().run();
            }
            return made;
        } catch (NotPlain e) {
            return null;
        } finally {
            Reference.reachabilityFence(copy.held);
        }
    }

    /** The copy of a value; what is not shared is its own. */
    private Object value(Object value, int depth) {
        if (!(value instanceof Shared shared)) {
            return value;
        }
        int granules = Segment.granules(shared.address());
        Object copy = copies.get(granules);
        if (copy == null) {
            held.add(shared);
            copy = make(shared, depth);
            copies.put(granules, copy);
        }
        return copy;
    }

    private Object make(Shared shared, int depth) {
        return switch (shared) {
            case SharedObject object -> object(object);
            case SharedList list -> list.core().isFrozen() ? tuple(list, depth) : list(list);
            case SharedMap map -> dict(map);
            case SharedSet set -> set(set);
            case SharedBinary binary -> binary(binary.core());
            default -> throw new NotPlain();
        };
    }

    // ---- objects ----------------------------------------------------------------------------------

    private Object object(SharedObject shared) {
        Kind kind = kindOf(shared);
        PythonObject copy = PFactory.createPythonObject(language, kind.type(), kind.empty());
        unfilled.push(() -> fill(copy, shared));
        return copy;
    }

    private void fill(PythonObject copy, SharedObject shared) {
        Kind kind = kindOf(shared); // it may have got a field meanwhile
        for (int i = 0; i < kind.names().length; i++) {
            Object value = ReadFieldNode.readSlow(shared, kind.names()[i], FORM);
            if (value == null) {
                throw new NotPlain(); // it has just lost it
            }
            copy.setAttribute(kind.keys()[i], value(value, 0));
        }
    }

    private Kind kindOf(SharedObject shared) {
        int shape = shared.shapeId();
        Kind kind = kinds.get(shape);
        if (kind == null) {
            kind = find(shared, shape);
            kinds.put(shape, kind);
        }
        return kind;
    }

    private Kind find(SharedObject shared, int shape) {
        Object type = PythonGuest.call(plainClass, shared);
        Shape empty = type == PNone.NONE ? null : TypeNodes.GetInstanceShape.executeUncached(type);
        if (empty == null || !CopiedKinds.isPlain(empty)) {
            throw new NotPlain();
        }
        String[] names =
                SharedShape.of(shape).fields().stream().map(FieldLocation::name).toArray(String[]::new);
        var keys = new TruffleString[names.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = PythonUtils.toTruffleStringUncached(names[i]);
        }
        return new Kind(type, empty, names, keys);
    }

    // ---- containers -------------------------------------------------------------------------------

    private static Object[] elements(SharedList list) {
        return ContainerValues.toGuest(list.core().snapshot().values(), FORM);
    }

    private Object list(SharedList list) {
        PList copy = PFactory.createList(language);
        unfilled.push(() -> copy.setSequenceStorage(SequenceStorageFactory.createStorage(copied(elements(list), 0))));
        return copy;
    }

    /** Its elements have to be there when it is made. */
    private Object tuple(SharedList list, int depth) {
        if (depth == DEEPEST) {
            throw new NotPlain();
        }
        return PFactory.createTuple(language, copied(elements(list), depth + 1));
    }

    /** In place. */
    private Object[] copied(Object[] values, int depth) {
        for (int i = 0; i < values.length; i++) {
            values[i] = value(values[i], depth);
        }
        return values;
    }

    private Object dict(SharedMap map) {
        EconomicMapStorage storage = EconomicMapStorage.create();
        unfilled.push(() -> {
            MapCore.Snapshot entries = map.core().snapshot();
            Object[] values = ContainerValues.toGuest(entries.values(), FORM);
            Object[] keys = ContainerValues.toGuest(entries.keys(), FORM);
            for (int i = 0; i < keys.length; i++) {
                storage.putUncached(plainKey(keys[i]), value(values[i], 0));
            }
        });
        return PFactory.createDict(language, storage);
    }

    /** Of scalars and strings, which need not be filled to have a hash. */
    private Object set(SharedSet set) {
        EconomicMapStorage storage = EconomicMapStorage.create();
        for (Object key : ContainerValues.toGuest(set.core().snapshot().keys(), FORM)) {
            storage.putUncached(plainKey(key), PNone.NONE);
        }
        return set.core().isFrozen()
                ? PFactory.createFrozenSet(language, storage)
                : PFactory.createSet(language, storage);
    }

    private static Object plainKey(Object key) {
        return switch (key) {
            case Integer number -> number;
            case Long number -> number;
            case Double number -> number;
            case Boolean bool -> bool;
            case TruffleString text -> text;
            case PNone none -> none;
            default -> throw new NotPlain();
        };
    }

    private Object binary(BinaryCore core) {
        var bytes = new byte[core.size()];
        core.read(0, bytes, 0, bytes.length);
        return core.isFrozen() ? PFactory.createBytes(language, bytes) : PFactory.createByteArray(language, bytes);
    }
}
