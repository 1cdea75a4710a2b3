// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

/**
 * The monitors of shared objects that one call of a method has entered, the last one first, where its code does not
 * keep what it locks as Java's compilers do.
 *
 * @param outer null: no other one
 */
record HeldLock(Object object, LockToken token, HeldLock outer) {

    /** The token that is locked for an object; the object itself when none is. */
    static Object find(Object object, HeldLock last) {
        for (HeldLock held = last; held != null; held = held.outer) {
            if (Thread.holdsLock(held.token) && Border.same(held.object, object)) {
                return held.token;
            }
        }
        return object;
    }

    /** Without those at the end that the method has left. */
    static HeldLock current(HeldLock last) {
        HeldLock held = last;
        while (held != null && !Thread.holdsLock(held.token)) {
            held = held.outer;
        }
        return held;
    }
}
