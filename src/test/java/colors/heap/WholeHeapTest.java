// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.Ref;
import colors.SharedClass;
import colors.SharedMemoryException;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.roots.Shared;
import colors.shapes.SharedShape;
import colors.support.WithDaemon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** That the check after each class can fail. */
@ExtendWith(WithDaemon.class)
class WholeHeapTest {

    static class Node {
        Node next;
    }

    @Test
    void aStrayReferenceIsFound() {
        Ref<Node> node = SharedClass.of(Node.class).allocate();
        node.set("next", node);
        long place =
                SharedShape.ofObject(((Shared) node).address()).find("next").place(((Shared) node).address());
        long good = Memory.getLong(place);
        Memory.putLong(place, good + Layout.GRANULE); // into the middle of the object
        assertThrows(SharedMemoryException.class, WholeHeap::validate);
        Memory.putLong(place, good);
        WholeHeap.validate();
    }
}
