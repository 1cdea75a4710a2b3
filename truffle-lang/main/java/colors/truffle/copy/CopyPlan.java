// SPDX-License-Identifier: Apache-2.0
package colors.truffle.copy;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.GuestValues;
import colors.truffle.container.FlatContents;
import colors.truffle.container.SharedContainer;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.copy.Planned.Kind;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedObject;
import colors.values.DynamicFields;
import colors.values.Equality;
import colors.values.GraphBuilder;
import com.oracle.truffle.api.interop.InteropException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A deep copy to shared memory in two passes: a language first describes every object, container and value, and every
 * obstacle is found then; {@link #make} makes what can be reached from the first. Until the caller publishes it, nobody
 * else can reach the copies.
 */
public final class CopyPlan {
    private final List<Planned> planned = new ArrayList<>();
    private final Map<String, SharedShape> lastShapes = new HashMap<>();
    private final NumberRule rule;

    private GraphBuilder builder;
    private final List<Planned> made = new ArrayList<>();

    public CopyPlan(NumberRule rule) {
        this.rule = rule;
    }

    // ---- description --------------------------------------------------------------------------------

    /** Adds an object without fields. */
    public Planned object(String className) {
        return add(new Planned(Kind.OBJECT, className));
    }

    /** Adds an empty list; a frozen one is a tuple. */
    public Planned list(boolean frozen) {
        return add(new Planned(frozen ? Kind.TUPLE : Kind.LIST, ""));
    }

    public Planned map() {
        return add(new Planned(Kind.MAP, ""));
    }

    public Planned set(boolean frozen) {
        return add(new Planned(frozen ? Kind.FROZEN_SET : Kind.SET, ""));
    }

    public Planned binary(byte[] bytes, boolean frozen) {
        Planned binary = add(new Planned(frozen ? Kind.BYTES : Kind.BINARY, ""));
        binary.bytes = bytes;
        return binary;
    }

    /** Adds a flat array with its elements. */
    public Planned flat(FlatContents contents) {
        Planned flat = add(new Planned(Kind.FLAT, ""));
        flat.contents = contents;
        return flat;
    }

    private Planned add(Planned one) {
        planned.add(one);
        return one;
    }

    /** Gives a planned object a field. Throws SharedMemoryException when the value cannot be shared. */
    public void put(Planned object, String name, Object value) {
        object.fields.put(name, stored(value, () -> "field '" + name + "' of " + object.className));
    }

    /** Gives a planned list or set its elements. Throws SharedMemoryException when a value cannot be shared. */
    public void elements(Planned container, Object[] elements) {
        String text = container.kind == Kind.LIST || container.kind == Kind.TUPLE ? "a list" : "a set";
        container.elements = stored(elements, text);
    }

    /**
     * Gives a planned map its entries. Throws SharedMemoryException when a key or value cannot be shared, or there are
     * not as many of both.
     */
    public void entries(Planned map, Object[] keys, Object[] values) {
        if (keys.length != values.length) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a map gave " + keys.length + " keys and " + values.length
                            + " values: it changed while it was copied; nothing was shared");
        }
        map.elements = stored(keys, "a key of a map");
        map.values = stored(values, "a map");
    }

    private Object[] stored(Object[] values, String place) {
        var result = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            result[i] = stored(values[i], () -> place);
        }
        return result;
    }

    private Object stored(Object value, Supplier<String> place) {
        Object stored = value instanceof Planned ? value : GuestValues.toCore(value, place);
        return rule == NumberRule.ANY ? FieldStore.anyNumber(stored, null) : stored;
    }

    // ---- making -------------------------------------------------------------------------------------

    /** Makes all that the first one refers to; returns it. */
    public Shared make(ColorsContext context) {
        for (Planned one : planned) {
            if (one.kind == Kind.OBJECT) {
                one.shape = shapeFor(context, one);
            }
        }
        builder = new GraphBuilder();
        Planned root = planned.getFirst();
        make(root, 0);
        for (int i = 0; i < made.size(); i++) { // grows meanwhile
            fill(context, made.get(i));
        }
        made.forEach(one -> finish(one, context.guest().keys()));
        return wrapper(root);
    }

    /** Objects of one class mostly have the same fields as the one before. */
    private SharedShape shapeFor(ColorsContext context, Planned object) {
        Map<String, Object> types = object.types();
        SharedShape last = lastShapes.get(object.className);
        if (last == null || !DynamicFields.takes(last, types, context.guest())) {
            checkNumbers(object.className, types);
            last = DynamicFields.shapeFor(object.className, types, context.guest());
            lastShapes.put(object.className, last);
        }
        return last;
    }

    /** Of fields that a static language pinned. */
    private static void checkNumbers(String className, Map<String, Object> values) {
        SharedShape pins = SharedShape.pinsOf(className);
        if (pins != null) {
            values.forEach((name, value) -> FieldStore.checkNumber(className, pins.find(name), value));
        }
    }

    private void make(Planned one, long place) {
        one.address = switch (one.kind) {
            case OBJECT -> builder.object(one.shape.id(), one.shape.inlineSlots(), place);
            case LIST -> builder.list(place);
            case TUPLE -> builder.tuple(place);
            case SET -> builder.set(place);
            case FROZEN_SET -> builder.frozenSet(place);
            case MAP -> builder.map(place);
            case BINARY -> builder.binary(one.bytes, place);
            case BYTES -> builder.bytes(one.bytes, place);
            case FLAT -> flat(one.contents, place);
        };
        made.add(one);
    }

    private long flat(FlatContents contents, long place) {
        try {
            return builder.flat(contents.kind(), contents.memory(), place);
        } catch (InteropException e) {
            throw new AssertionError(e); // it was a buffer when it was planned
        }
    }

    private void put(long place, Object value) {
        if (!(value instanceof Planned one)) {
            builder.value(place, value);
        } else if (one.address == 0) {
            make(one, place);
        } else {
            builder.reference(place, one.address);
        }
    }

    private void fill(ColorsContext context, Planned one) {
        switch (one.kind) {
            case OBJECT -> fillObject(context, one);
            case LIST, TUPLE -> fillList(one);
            case SET, FROZEN_SET, MAP -> fillTable(one);
            case BINARY, BYTES, FLAT -> { // filled when it was made
            }
        }
    }

    private void fillObject(ColorsContext context, Planned object) {
        for (FieldLocation field : object.shape.fields()) {
            if (!object.fields.containsKey(field.name())) {
                continue; // pinned by a static language, and zero or null as the object was made
            }
            Object value = object.value(field);
            long place = field.place(object.address);
            if (value instanceof Planned) {
                put(place, value);
            } else {
                DynamicFields.store(context.mutator(), field, place, value);
            }
        }
    }

    private void fillList(Planned list) {
        if (!hasPlanned(list.elements)) {
            builder.values(list.address, list.elements);
            return;
        }
        GraphBuilder.Elements places = builder.elements(list.address, list.elements.length);
        for (int i = 0; i < list.elements.length; i++) {
            put(places.place(i), list.elements[i]);
        }
        places.finish();
    }

    private static boolean hasPlanned(Object[] values) {
        for (Object value : values) {
            if (value instanceof Planned) {
                return true;
            }
        }
        return false;
    }

    private void fillTable(Planned map) {
        if (map.elements.length != 0) {
            map.filler = builder.entries(map.address, map.elements.length);
            for (int i = 0; i < map.elements.length; i++) {
                put(map.filler.key(), map.elements[i]);
                if (map.values != null) {
                    put(map.filler.value(), map.values[i]);
                }
                map.filler.next();
            }
        }
    }

    /** Compares the keys of a map or set, those in its keys first. */
    private void finish(Planned map, Equality.Objects objects) {
        var open = new ArrayDeque<Planned>();
        open.push(map);
        while (!open.isEmpty()) {
            Planned one = open.peek();
            if (one.keysMet) {
                addKeys(open.pop(), objects);
            } else {
                one.keysMet = true;
                contentsOfKeys(one, objects).forEach(value -> {
                    if (value instanceof Planned planned && !planned.keysMet) {
                        open.push(planned);
                    }
                });
            }
        }
    }

    /** What its keys are compared by, or what it is itself compared by as a key. */
    private Stream<Object> contentsOfKeys(Planned one, Equality.Objects objects) {
        return switch (one.kind) {
            case OBJECT -> objects.isByValue(wrapper(one)) ? one.fields.values().stream() : Stream.empty();
            case TUPLE, FROZEN_SET -> Arrays.stream(one.elements);
            case MAP, SET -> one.filler == null ? Stream.empty() : Arrays.stream(one.elements);
            case LIST, BINARY, BYTES, FLAT -> Stream.empty();
        };
    }

    private void addKeys(Planned map, Equality.Objects objects) {
        if (map.filler != null) {
            for (Object key : map.elements) {
                map.filler.add(key instanceof Planned planned ? wrapper(planned) : key, objects);
            }
            map.filler.finish();
            map.filler = null;
        }
    }

    private Shared wrapper(Planned one) {
        return one.kind == Kind.OBJECT
                ? SharedObject.of(one.address, builder.chunk())
                : SharedContainer.at(one.address, builder.chunk());
    }
}
