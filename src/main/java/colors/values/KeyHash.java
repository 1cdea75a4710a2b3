// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Shared;

/**
 * The hash that an object has as a key where no class of the program says another one: of its address, unless a program
 * whose class says how its instances compare has put it into a map or set. That one's hash is kept in the object's
 * header (docs/layout.md, layout.key-hash), so that programs without such a class find the entries of an object that
 * they hold.
 */
final class KeyHash {
    private KeyHash() {}

    private static boolean hasHeader(long object) {
        return Memory.getInt(Segment.CLASSES
                        + (Integer.toUnsignedLong(Heap.shapeId(object)) << Layout.GRANULE_SHIFT)
                        + Layout.SHAPE_KIND)
                == Layout.KIND_OBJECT;
    }

    static int of(long object) {
        int kept = hasHeader(object) ? Memory.getIntAcquire(object + Layout.OBJECT_KEY_HASH) : 0;
        return kept != 0 ? kept : Shared.identityHash(object);
    }

    /** Keeps the hashes of the objects that a key is, or has in it, before it is put. */
    static void keep(Object key, Equality.Objects objects) {
        if (Structure.is(key)) {
            for (Object element : Structure.elements(key)) {
                keep(element, objects);
            }
        } else if (key instanceof Shared shared && objects.isByValue(shared)) {
            Memory.putIntRelease(shared.address() + Layout.OBJECT_KEY_HASH, objects.hash(shared));
        }
    }
}
