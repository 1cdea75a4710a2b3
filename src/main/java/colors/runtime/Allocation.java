// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/** Allocates objects of one shape. A record because C2 folds the components of a constant record. */
public record Allocation(int shapeId, int slots) {

    public static Allocation of(SharedShape shape) {
        return new Allocation(shape.id(), shape.inlineSlots());
    }

    /** A new object, all its slots zero, logged in the mutator's chunk. Returns its address. */
    public long allocate(Mutator mutator) {
        return Heap.allocate(mutator, shapeId, slots);
    }
}
