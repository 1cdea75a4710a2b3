// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.runtime.DynamicFields;
import colors.runtime.FieldLocation;
import colors.runtime.Heap;
import colors.runtime.Mutator;
import colors.runtime.RootChunk;
import colors.runtime.SharedShape;
import colors.runtime.Unborn;
import colors.truffle.ColorsContext;
import com.oracle.truffle.api.interop.TruffleObject;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A deep copy to shared memory in two passes: a language first describes every object and value, and every obstacle is
 * found then; {@link #make} allocates all objects and stores their fields. Until the caller publishes one of them, nobody
 * else can reach the copies.
 */
public final class CopyPlan {
    private final List<PlannedObject> objects = new ArrayList<>();
    private final Map<String, SharedShape> lastShapes = new HashMap<>();
    private final NumberRule rule;

    public CopyPlan(NumberRule rule) {
        this.rule = rule;
    }

    /** An object to be allocated. Opaque to languages, which may use it as a value of another object's field. */
    public static final class PlannedObject implements TruffleObject {
        final String className;
        final Map<String, Object> fields = new LinkedHashMap<>();
        SharedShape shape;
        SharedObject made;

        PlannedObject(String className) {
            this.className = className;
        }

        /** What decides the shape: values, and classes of objects to come. */
        Map<String, Object> types() {
            var types = new LinkedHashMap<String, Object>(fields);
            types.replaceAll((name, value) -> value instanceof PlannedObject planned ? new Unborn(planned.className) : value);
            return types;
        }

        Object value(FieldLocation field) {
            Object value = fields.get(field.name());
            return value instanceof PlannedObject planned ? planned.made : value;
        }
    }

    /** Adds an object without fields. */
    public PlannedObject object(String className) {
        var planned = new PlannedObject(className);
        objects.add(planned);
        return planned;
    }

    /** Gives a planned object a field. Throws SharedMemoryException when the value cannot be shared. */
    public void put(PlannedObject object, String name, Object value) {
        Object stored = value instanceof PlannedObject ? value : GuestValues.toCore(value, () -> "field '" + name + "' of " + object.className);
        object.fields.put(name, rule == NumberRule.ANY ? FieldStore.anyNumber(stored, null) : stored);
    }

    /** Makes all objects; returns the first. */
    public SharedObject make(ColorsContext context) {
        for (PlannedObject object : objects) {
            object.shape = shapeFor(context, object);
        }
        Mutator mutator = context.mutator();
        for (PlannedObject object : objects) {
            long address = Heap.allocate(mutator, object.shape.id(), object.shape.inlineSlots());
            RootChunk chunk = mutator.chunk();
            object.made = SharedObject.of(address, chunk);
        }
        for (PlannedObject object : objects) {
            for (FieldLocation field : object.shape.fields()) {
                DynamicFields.store(mutator, field, field.place(object.made.address()), object.value(field));
            }
        }
        SharedObject root = objects.getFirst().made;
        Reference.reachabilityFence(objects);
        return root;
    }

    /** Objects of one class mostly have the same fields as the one before. */
    private SharedShape shapeFor(ColorsContext context, PlannedObject object) {
        Map<String, Object> types = object.types();
        SharedShape last = lastShapes.get(object.className);
        if (last == null || !DynamicFields.takes(last, types, context.guest())) {
            last = DynamicFields.shapeFor(object.className, types, context.guest());
            lastShapes.put(object.className, last);
        }
        return last;
    }
}
