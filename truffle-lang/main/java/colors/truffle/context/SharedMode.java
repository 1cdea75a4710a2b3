// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.util.Arrays;

/** The blocks {@code with colors.shared_mode()} that a thread is in, and what it constructs. For that thread alone. */
public final class SharedMode {
    private int depth;
    private Object making; // the class whose __new__ is to make a private object
    private Object made; // the shared object that is returned to type.__call__, which is about to initialize it again
    // private objects that are being initialized, and those made of them meanwhile
    private Object[] unfinished = new Object[8];
    private int count;

    public void enter() {
        depth++;
    }

    public void leave() {
        if (depth == 0) {
            throw SharedMemoryException.of(
                    Reason.STATE,
                    "this thread is in no block of shared_mode; a block is left by the thread that entered it, once:"
                            + " is it in a generator that another thread closed?");
        }
        depth--;
    }

    /** Whether a call of {@code __new__} of a class is for a private object. */
    public boolean isPrivate(Object type) {
        return depth == 0 || making == type;
    }

    /** Sets the class whose {@code __new__} is to make a private object, or null; gives the one before. */
    public Object make(Object type) {
        Object before = making;
        making = type;
        return before;
    }

    /** Notes a private object that is not initialized yet; gives how many there were. */
    public int note(Object object) {
        int place = begin();
        unfinished[place] = object;
        return place;
    }

    /** The same for an object that can be found elsewhere, and is given to {@link #found} when it is asked for. */
    int begin() {
        if (count == unfinished.length) {
            grow();
        }
        return count++;
    }

    @TruffleBoundary
    private void grow() {
        unfinished = Arrays.copyOf(unfinished, 2 * count);
    }

    /** Forgets those that were noted since there were so many. */
    public void end(int before) {
        while (count > before) {
            unfinished[--count] = null;
        }
    }

    public boolean isIdle() {
        return count == 0;
    }

    void found(int place, Object object) {
        unfinished[place] = object;
    }

    public Object[] unfinished() {
        UnfinishedFrames.find(this, Arrays.asList(unfinished).subList(0, count).contains(null));
        return Arrays.copyOf(unfinished, count);
    }

    /** What {@code __new__} is about to give. */
    public void made(Object object) {
        made = object;
    }

    /**
     * Whether {@code __init__} is called for what was made last, the first time: it was initialized before it was
     * copied.
     */
    public boolean isInitialized(Object object) {
        if (made != object || object == null) {
            return false;
        }
        made = null;
        return true;
    }
}
