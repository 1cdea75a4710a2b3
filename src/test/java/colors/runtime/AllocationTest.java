// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.WithDaemon;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects that are made with their fields in them. */
@ExtendWith(WithDaemon.class)
class AllocationTest {
    private static final long SLOT = Layout.OBJECT_HEADER_BYTES;

    private Mutator mutator;
    private Allocation boxes;

    @BeforeEach
    void begin() {
        mutator = Mutator.current();
        boxes = new Allocation(Segment.SHAPE_BOX_INTEGER, 1);
    }

    private static boolean isObject(long address) {
        return Memory.getByte(Segment.markAddress(Segment.reference(address))) != 0;
    }

    @Test
    void aBlockBecomesAnObject() {
        for (long i = 0; i < 10_000; i++) {
            long block = boxes.begin(mutator);
            assertFalse(isObject(block));
            boxes.put(block, SLOT, i);
            assertTrue(boxes.publish(mutator, block));
            assertTrue(isObject(block) && Heap.shapeId(block) == Segment.SHAPE_BOX_INTEGER);
            assertEquals(i, Memory.getLong(block + SLOT));
        }
    }

    @Test
    void notWhenSomethingElseWasAllocatedMeanwhile() {
        long block = boxes.begin(mutator);
        boxes.put(block, SLOT, 1);
        long other = Heap.allocateBox(mutator, Segment.SHAPE_BOX_INTEGER, 2);
        assertFalse(boxes.publish(mutator, block));
        assertTrue(isObject(other) && !isObject(block));
    }

    @Test
    void nothingIsStoredBesideIt() {
        long block = boxes.begin(mutator);
        assertThrows(IndexOutOfBoundsException.class, () -> boxes.put(block, Heap.objectBytes(1), 1));
        assertThrows(IndexOutOfBoundsException.class, () -> boxes.put(block, -Long.BYTES, 1));
        assertTrue(boxes.publish(mutator, block));
    }
}
