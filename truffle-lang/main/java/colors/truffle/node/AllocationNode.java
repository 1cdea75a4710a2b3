// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.roots.Mutator;
import colors.shapes.Allocation;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;
import java.util.List;

/**
 * Makes objects as one was made before: of the same version of a class, the same fields given. Until the caller
 * publishes one, nobody else can reach it.
 */
public final class AllocationNode extends Node {
    private final SharedShape shape;
    private final Allocation allocation;
    private final SharedClass type;
    private final NumberRule rule;
    private final int newest;

    @CompilationFinal(dimensions = 1)
    private final FieldLocation[] fields; // all are in the object itself

    @Children
    private final StoreNode[] stores;

    /**
     * For objects that are made like {@code example} was, in the order of the names. Null when they would not be made
     * of its version.
     */
    @TruffleBoundary
    public static AllocationNode like(SharedObject example, List<String> names, NumberRule rule) {
        SharedShape shape = SharedShape.of(example.shapeId());
        boolean known = names.stream().allMatch(name -> shape.find(name) != null);
        return known && shape.isCompact() ? new AllocationNode(shape, example.type(), names, rule) : null;
    }

    private AllocationNode(SharedShape shape, SharedClass type, List<String> names, NumberRule rule) {
        this.shape = shape;
        allocation = Allocation.of(shape);
        this.type = type;
        this.rule = rule;
        newest = SharedShape.newestOf(shape.classEntity());
        fields = names.stream().map(shape::find).toArray(FieldLocation[]::new);
        stores = new StoreNode[fields.length];
        for (int i = 0; i < stores.length; i++) {
            stores[i] = StoreNodeGen.create();
        }
    }

    /** Whether the class has no newer version since: which one is right was decided by all. */
    public boolean isCurrent() {
        return SharedShape.newestOf(shape.classEntity()) == newest;
    }

    /** Whether another one makes objects of the same version. */
    public boolean isLike(AllocationNode other) {
        return shape == other.shape;
    }

    /**
     * Null when a value does not plainly fit its field: then there is no object, but strings of values before it may
     * have been made. Throws SharedMemoryException (MEMORY).
     */
    @ExplodeLoop
    public SharedObject execute(Object[] values) {
        ColorsContext context = ColorsContext.get(this);
        if (!context.isSingleContext()) {
            context.meet(shape);
        }
        var slots = new NewField[fields.length];
        for (int i = 0; i < fields.length; i++) {
            slots[i] = new NewField();
            // only a declared float takes an integer: another version has room for it
            NumberRule ofField = fields[i].isDeclared() ? rule : NumberRule.EXACT;
            if (isInteger(values[i]) || !stores[i].execute(slots[i], fields[i], values[i], ofField)) {
                return null;
            }
        }
        SharedObject object = make(context.mutator(), slots);
        for (NewField slot : slots) {
            Reference.reachabilityFence(slot.chunk);
        }
        return object;
    }

    @ExplodeLoop
    private SharedObject make(Mutator mutator, NewField[] slots) {
        long address = allocation.tryBegin(mutator);
        if (address != 0) {
            for (int i = 0; i < slots.length; i++) {
                allocation.put(address, fields[i].slotKind(), fields[i].offset(), slots[i].bits);
            }
            allocation.publishNext(mutator, address);
        } else {
            address = makeSlowly(mutator, bits(slots));
        }
        return SharedObject.of(address, mutator.wrapperChunk(), type);
    }

    /** Whether it is a double that becomes an integer, which is another type of field. */
    private boolean isInteger(Object value) {
        return rule == NumberRule.ANY && value instanceof Double number && FieldStore.isSafeInteger(number);
    }

    @ExplodeLoop
    private static long[] bits(NewField[] slots) {
        long[] bits = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            bits[i] = slots[i].bits;
        }
        return bits;
    }

    @TruffleBoundary
    private long makeSlowly(Mutator mutator, long[] bits) {
        return allocation.make(mutator, fields, bits);
    }
}
