// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.builtin;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Flats;
import colors.truffle.border.Arguments;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.container.ContainerAtomics;
import colors.truffle.container.ContainerKind;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.FieldAtomics;
import colors.truffle.container.FlatContents;
import colors.truffle.container.FlatForm;
import colors.truffle.container.FlatValues;
import colors.truffle.container.NewContainer;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.SharedContainer;
import colors.truffle.container.SharedCursor;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.SharedList;
import colors.truffle.container.SharedMap;
import colors.truffle.container.SharedSet;
import colors.truffle.container.core.BinaryCore;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.container.core.FlatCore;
import colors.truffle.container.core.ListCore;
import colors.truffle.container.core.MapCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.ValueForm;
import colors.values.FrozenValue;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The operations that python/colors/_containers.py builds its classes from. Where an element may be missing, the last
 * argument is what to return then.
 */
public final class ContainerOperations {
    /** An operation: the names of its parameters, and what it does. */
    public record Operation(int parameters, Body body) {}

    /** Takes what the parameters say; returns a value in the form. */
    interface Body {
        Object call(Object[] arguments, ValueForm form) throws InteropException;
    }

    public static final Map<String, Operation> ALL = new LinkedHashMap<>();

    static {
        add("size", 1, (a, form) -> container(a[0]).core().size());
        add("address", 1, (a, form) -> container(a[0]).address());
        add("clear", 1, (a, form) -> nothing(form, () -> container(a[0]).core().clear()));
        addConstructors();
        addLists();
        addMaps();
        addBinaries();
        addArrays();
        addAtomics();
    }

    private ContainerOperations() {}

    private static void add(String name, int parameters, Body body) {
        ALL.put(name, new Operation(parameters, body));
    }

    private static void addConstructors() {
        add("new_list", 0, (a, form) -> NewContainer.list());
        add("new_map", 0, (a, form) -> NewContainer.map());
        add("new_set", 0, (a, form) -> NewContainer.set());
        add("new_binary", 1, (a, form) -> NewContainer.binary(GuestArrays.bytes(a[0])));
        add("new_bytes", 1, (a, form) -> NewContainer.frozen(FrozenValue.binary(GuestArrays.bytes(a[0]))));
        add(
                "new_tuple",
                1,
                (a, form) -> NewContainer.frozen(FrozenValue.list(elements(a[0], ContainerKind.FROZEN_LIST))));
        add(
                "new_frozenset",
                1,
                (a, form) -> NewContainer.frozen(FrozenValue.set(
                        ColorsContext.get(null).guest().keys(), elements(a[0], ContainerKind.FROZEN_SET))));
    }

    private static void addLists() {
        add("list_get", 3, (a, form) -> found(list(a[0]).get(index(a[1])), a[2], form));
        add("list_set", 4, (a, form) -> found(list(a[0]).set(index(a[1]), element(a, 2)), a[3], form));
        add("list_insert", 3, (a, form) -> nothing(form, () -> list(a[0]).insert(index(a[1]), element(a, 2))));
        add("list_remove", 3, (a, form) -> found(list(a[0]).remove(index(a[1])), a[2], form));
        add("list_version", 1, (a, form) -> list(a[0]).version());
        add("list_snapshot", 1, (a, form) -> snapshot(list(a[0]).snapshot(), form));
        add(
                "list_values",
                1,
                (a, form) ->
                        form.array(ContainerValues.toGuest(list(a[0]).snapshot().values(), form)));
        add("list_replace", 5, (a, form) -> list(a[0])
                .replace(
                        number(a[1]),
                        index(a[2]),
                        index(a[3]),
                        elements(a[4], container(a[0]).kind())));
    }

    private static void addMaps() {
        add("map_get", 3, (a, form) -> found(find(a, key -> map(a[0]).get(key)), a[2], form));
        add("map_has", 2, (a, form) -> find(a, key -> map(a[0]).containsKey(key)) == Boolean.TRUE);
        add("map_put", 4, (a, form) -> found(map(a[0]).put(element(a, 1), element(a, 2)), a[3], form));
        add(
                "map_put_if_absent",
                4,
                (a, form) -> found(map(a[0]).putIfAbsent(element(a, 1), element(a, 2)), a[3], form));
        add("map_remove", 3, (a, form) -> found(find(a, key -> map(a[0]).remove(key)), a[2], form));
        add("map_remove_last", 2, (a, form) -> removeLast(map(a[0]), a[1], form));
        add(
                "map_keys",
                1,
                (a, form) ->
                        form.array(ContainerValues.toGuest(map(a[0]).snapshot().keys(), form)));
        add(
                "map_values",
                1,
                (a, form) ->
                        form.array(ContainerValues.toGuest(map(a[0]).snapshot().values(), form)));
        add("map_entries", 1, (a, form) -> entries(map(a[0]).snapshot(), form));
        add(
                "map_cursor",
                3,
                (a, form) ->
                        new SharedCursor(map(a[0]).cursor((boolean) a[2]), SharedCursor.Part.values()[index(a[1])]));
        add("is_entry", 1, (a, form) -> ((SharedCursor) a[0]).part() == SharedCursor.Part.ENTRY);
        add("cursor_left", 1, (a, form) -> ((SharedCursor) a[0]).left());
        add("next", 2, (a, form) -> next((SharedCursor) a[0], a[1], form));
    }

    private static void addBinaries() {
        add("binary_get", 2, (a, form) -> binary(a[0]).get(index(a[1])) & 0xff);
        add("binary_set", 3, (a, form) -> nothing(form, () -> binary(a[0]).set(index(a[1]), (byte) index(a[2]))));
        add("binary_values", 3, (a, form) -> bytes(binary(a[0]), index(a[1]), index(a[2]), form));
        add("binary_write", 3, (a, form) -> nothing(form, () -> write(binary(a[0]), index(a[1]), a[2])));
    }

    private static void addArrays() {
        add("new_array", 2, (a, form) -> NewContainer.flat(Flats.kindOf(Arguments.text(a[0], "a type")), index(a[1])));
        add(
                "array_of",
                2,
                (a, form) -> NewContainer.flat(
                        FlatContents.ofValues(GuestArrays.values(a[1]), Flats.kindOf(Arguments.text(a[0], "a type")))));
        add(
                "array_of_buffer",
                2,
                (a, form) ->
                        NewContainer.flat(FlatContents.ofBuffer(a[1], Flats.kindOf(Arguments.text(a[0], "a type")))));
        add(
                "array_type",
                1,
                (a, form) -> TruffleString.fromJavaStringUncached(
                        array(a[0]).name(), form.encoding(TruffleString.Encoding.UTF_16)));
        add(
                "array_get",
                2,
                (a, form) -> FlatValues.toGuest(array(a[0]).kind(), array(a[0]).load(index(a[1]))));
        add(
                "array_set",
                3,
                (a, form) -> nothing(form, () -> array(a[0])
                        .store(index(a[1]), FlatValues.toBits(array(a[0]).kind(), a[2]))));
        addArrayRanges();
    }

    private static void addArrayRanges() {
        add("array_values", 3, (a, form) -> elements(array(a[0]), index(a[1]), index(a[2]), form));
        add(
                "array_put",
                4,
                (a, form) -> nothing(form, () -> put(array(a[0]), index(a[1]), index(a[2]), GuestArrays.values(a[3]))));
        add(
                "array_write",
                3,
                (a, form) -> nothing(
                        form,
                        () -> FlatContents.ofBuffer(a[2], array(a[0]).kind()).copyTo(array(a[0]), index(a[1]))));
        add(
                "array_copy",
                3,
                (a, form) -> nothing(
                        form, () -> FlatContents.of(a[2], array(a[0]).kind()).copyTo(array(a[0]), index(a[1]))));
        add("array_bytes", 1, (a, form) -> bytes(array(a[0]), form));
    }

    /** On fields, and on elements and entries. */
    private static void addAtomics() {
        add("field_compare_and_set", 4, (a, form) -> FieldAtomics.compareAndSet(ColorsContext.get(null), a));
        add("field_get_and_set", 3, (a, form) -> FieldAtomics.getAndSet(ColorsContext.get(null), a, form));
        add("field_get_and_add", 3, (a, form) -> FieldAtomics.getAndAdd(ColorsContext.get(null), a, form));
        add("compare_and_set", 5, (a, form) -> present(ContainerAtomics.compareAndSet(a), a[4]));
        add("get_and_set", 4, (a, form) -> present(ContainerAtomics.getAndSet(a, form), a[3]));
        add("get_and_add", 4, (a, form) -> present(ContainerAtomics.getAndAdd(a, form), a[3]));
    }

    private static Object present(Object result, Object otherwise) {
        return result == ContainerCore.ABSENT ? otherwise : result;
    }

    /** All operations as functions that any language can call. */
    public static Members forInterop() {
        return new Functions();
    }

    private static final class Functions extends Members {
        Functions() {
            super("colors.containers");
            ALL.forEach((name, operation) -> function(
                    name,
                    operation.parameters,
                    operation.parameters,
                    (context, arguments) ->
                            operation.body.call(arguments, context.guest().form())));
            for (ContainerKind kind : ContainerKind.values()) {
                value(kind.name(), kind);
            }
        }
    }

    // ---- arguments -------------------------------------------------------------------------------

    private static SharedContainer container(Object value) {
        if (value instanceof SharedContainer container) {
            return container;
        }
        throw wrong("container", value);
    }

    private static ListCore list(Object value) {
        if (value instanceof SharedList list) {
            return list.core();
        }
        throw wrong("list", value);
    }

    private static MapCore map(Object value) {
        return switch (value) {
            case SharedMap map -> map.core();
            case SharedSet set -> set.core();
            default -> throw wrong("map or set", value);
        };
    }

    private static BinaryCore binary(Object value) {
        if (value instanceof SharedBinary binary) {
            return binary.core();
        }
        throw wrong("binary", value);
    }

    private static Object elements(FlatCore array, int from, int to, ValueForm form) {
        return form instanceof FlatForm own
                ? own.elements(array, from, to)
                : form.array(FlatValues.toGuest(array, from, to));
    }

    private static FlatCore array(Object value) {
        if (value instanceof SharedFlat array) {
            return array.core();
        }
        throw wrong("array", value);
    }

    private static SharedMemoryException wrong(String expected, Object value) {
        return SharedMemoryException.of(
                Reason.ARGUMENT, "a shared " + expected + " was expected, not " + GuestValues.namedPrivate(value));
    }

    private static Object element(Object[] arguments, int i) {
        return ContainerValues.toCore(arguments[i], container(arguments[0]).kind());
    }

    /** An integer; one beyond 64 bits is as far off as one can be. */
    private static long number(Object value) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        return interop.fitsInLong(value)
                ? interop.asLong(value)
                : interop.asBigInteger(value).signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** An index; one beyond 32 bits is as far off as one can be. */
    private static int index(Object value) throws InteropException {
        return value instanceof Integer i ? i : Math.clamp(number(value), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static Object[] elements(Object array, ContainerKind kind) throws InteropException {
        return ContainerValues.toCore(GuestArrays.values(array), kind);
    }

    // ---- results ---------------------------------------------------------------------------------

    private interface Action {
        void run() throws InteropException;
    }

    private interface Lookup {
        Object find(Object key);
    }

    private static Object nothing(ValueForm form, Action action) throws InteropException {
        action.run();
        return form.nothing();
    }

    private static Object find(Object[] arguments, Lookup lookup) {
        Object key =
                ContainerValues.keyToFind(arguments[1], container(arguments[0]).kind());
        return key == ContainerCore.ABSENT ? key : lookup.find(key);
    }

    private static Object found(Object value, Object otherwise, ValueForm form) {
        return value == ContainerCore.ABSENT ? otherwise : ContainerValues.toGuest(value, form);
    }

    private static Object snapshot(ListCore.Snapshot snapshot, ValueForm form) {
        return form.pair(form.array(ContainerValues.toGuest(snapshot.values(), form)), snapshot.version());
    }

    private static Object entries(MapCore.Snapshot snapshot, ValueForm form) {
        var entries = new Object[snapshot.keys().length];
        Arrays.setAll(
                entries,
                i -> form.pair(
                        ContainerValues.toGuest(snapshot.keys()[i], form),
                        ContainerValues.toGuest(snapshot.values()[i], form)));
        return form.array(entries);
    }

    private static Object removeLast(MapCore map, Object otherwise, ValueForm form) {
        Object[] entry = map.removeLast();
        return entry == null
                ? otherwise
                : form.pair(ContainerValues.toGuest(entry[0], form), ContainerValues.toGuest(entry[1], form));
    }

    /** Also used by the accelerated {@code __next__}. */
    static Object next(SharedCursor cursor, Object otherwise, ValueForm form) {
        if (!cursor.advance()) {
            return otherwise;
        }
        return switch (cursor.part()) {
            case KEY -> cursor.key(form);
            case VALUE -> cursor.value(form);
            case ENTRY -> form.pair(cursor.key(form), cursor.value(form));
            case PAIR -> form.pair(cursor.key(form), cursor.key(form));
        };
    }

    private static Object bytes(BinaryCore binary, int from, int to, ValueForm form) {
        var bytes = new byte[to - from];
        binary.read(from, bytes, 0, bytes.length);
        return form.bytes(bytes);
    }

    private static Object bytes(FlatCore array, ValueForm form) {
        var bytes = new byte[array.bytes()];
        array.read(0, bytes, 0, bytes.length);
        return form.bytes(bytes);
    }

    /** Stores all, or none when one does not fit. */
    private static void put(FlatCore array, int from, int step, Object[] values) {
        long[] bits = FlatValues.toBits(array.kind(), values);
        for (int i = 0; i < bits.length; i++) {
            array.store(from + i * step, bits[i]);
        }
    }

    private static void write(BinaryCore binary, int from, Object source) throws InteropException {
        byte[] bytes = GuestArrays.bytes(source);
        binary.write(from, bytes, 0, bytes.length);
    }
}
