// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.container.core.MapCursor;
import colors.truffle.context.LanguageValue;
import colors.truffle.context.Names;
import colors.truffle.context.ValueForm;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.List;

/** An iterator over a map or set, weakly consistent. */
@ExportLibrary(InteropLibrary.class)
public final class SharedCursor extends LanguageValue {
    /** What of each entry; a pair is the key of a set twice, as in JavaScript. */
    public enum Part {
        KEY,
        VALUE,
        ENTRY,
        PAIR
    }

    private final MapCursor cursor;
    private final Part part;
    private boolean looked;
    private boolean found;
    private int passed;
    private boolean ended; // an iterator that has ended stays so, even when entries are added

    public SharedCursor(MapCursor cursor, Part part) {
        this.cursor = cursor;
        this.part = part;
    }

    /** Goes to the next entry; false at the end. */
    @TruffleBoundary
    public synchronized boolean advance() {
        if (!hasIteratorNextElement()) {
            return false;
        }
        looked = false;
        passed++;
        return true;
    }

    /** How many are left, if nobody changes what it is over. */
    @TruffleBoundary
    public synchronized int left() {
        return ended ? 0 : Math.max(0, cursor.size() - passed);
    }

    /** The key of the current entry. */
    @TruffleBoundary
    public Object key(ValueForm form) {
        return ContainerValues.toGuest(cursor.key(), form);
    }

    /** The value of the current entry. */
    @TruffleBoundary
    public Object value(ValueForm form) {
        return ContainerValues.toGuest(cursor.value(), form);
    }

    /** What of the entry this is for. */
    public Part part() {
        return part;
    }

    @ExportMessage
    boolean isIterator() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    synchronized boolean hasIteratorNextElement() {
        if (!looked && !ended) {
            found = cursor.next();
            ended = !found;
            looked = true;
        }
        return found && !ended;
    }

    @ExportMessage
    @TruffleBoundary
    synchronized Object getIteratorNextElement(@Bind Node node) throws StopIterationException {
        if (!advance()) {
            throw StopIterationException.create();
        }
        ValueForm form = ContainerValues.form(node);
        return switch (part) {
            case KEY -> key(form);
            case VALUE -> value(form);
            case ENTRY -> new Names(List.of(key(form), value(form)));
            case PAIR -> new Names(List.of(key(form), key(form)));
        };
    }

    @ExportMessage
    boolean hasMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaObject() {
        return ContainerKind.CURSOR;
    }

    @Override
    public String toString() {
        return "shared iterator";
    }
}
