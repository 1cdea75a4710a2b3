// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.truffle.context.ScopeBorder;
import colors.values.Maps;
import java.lang.ref.Reference;

/**
 * Walks over the entries of a map or set in order, weakly consistent: an entry that is there all the time is met once;
 * of those added or removed meanwhile any. Not thread-safe, but threads may use it in turn.
 */
public final class MapCursor {
    private final MapCore map;
    private final Maps.Cursor cursor;
    private Object key;
    private Object value;

    MapCursor(MapCore map, Maps.Cursor cursor) {
        this.map = map;
        this.cursor = cursor;
    }

    /** Goes to the next entry; false when there is none. */
    public boolean next() {
        ScopeBorder.check(cursor.tableChunk()); // an iterator may outlive the scope in which it was made
        Mutator mutator = Mutator.current();
        if (!cursor.advance(mutator)) {
            return false;
        }
        RootChunk chunk = cursor.chunk();
        key = ContainerCore.VALUES.ofWord(mutator, cursor.key());
        value = ContainerCore.VALUES.ofWord(mutator, cursor.value());
        Reference.reachabilityFence(chunk);
        Reference.reachabilityFence(map);
        return true;
    }

    /** How many entries the map or set has now. */
    public int size() {
        return map.size();
    }

    public Object key() {
        return key;
    }

    /** The value when the cursor came to the entry. */
    public Object value() {
        return value;
    }
}
