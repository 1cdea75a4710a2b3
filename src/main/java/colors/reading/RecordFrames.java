// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.TypeConflictException;
import colors.memory.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies records out. What a record refers to is filled before its constructor runs, which may check it or copy it; but
 * for what refers back to the record, through objects or containers: that is filled when the record is made. Records in
 * components are on a stack of frames, for a row of records may be long. Those in what a record refers to are made
 * while that is filled, nested up to a limit, and beyond it on the same stack: then what was being filled is filled
 * anew, as what refers back is.
 */
final class RecordFrames {
    /** In the place of a record that was begun where another one is being read. */
    static final Object BEGUN = new Object();

    private static final Object UNFINISHED = new Object();
    private static final int MOST_RUNS = 32;

    private final GraphReader reader;
    private Frame top;
    private boolean isReading; // a component of the top
    private int runs;
    private int waiting; // in all frames

    /** A record whose components are being read: those before {@code next} are. */
    private static final class Frame {
        private final ShapeReader shape;
        private final int granules;
        private final boolean isComponent; // of the one below
        private final Object[] components;
        private final Frame below;
        // what is to be filled beyond these was met in this record, or in that of which it is a component
        private final int filled;
        private final int tables; // the same of tables
        private final List<Waiting> waiting = new ArrayList<>(0);
        private int next;

        Frame(ShapeReader shape, int granules, Frame below, boolean isComponent, GraphReader reader) {
            this.shape = shape;
            this.granules = granules;
            this.below = below;
            this.isComponent = isComponent;
            components = new Object[shape.record().fields().size()];
            filled = isComponent ? below.filled : reader.count();
            tables = isComponent ? below.tables : reader.containers().tables();
        }
    }

    /** What is to be filled anew when a record is made. */
    private record Waiting(int granules, Object copy) {}

    /** Ends the filling of what refers to a record that is not made yet. */
    static final class Later extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Frame awaited; // null: the record is to be begun
        private final transient ShapeReader shape;
        private final int granules;

        private Later(Frame awaited, ShapeReader shape, int granules) {
            super(null, null, false, false);
            this.awaited = awaited;
            this.shape = shape;
            this.granules = granules;
        }
    }

    RecordFrames(GraphReader reader) {
        this.reader = reader;
    }

    /** Whether a component is being read: then {@link #copy} may give BEGUN, which nothing else can hold. */
    boolean isReading() {
        return isReading;
    }

    /**
     * The copy of a record, or {@link #BEGUN} while a component of another one is read. Throws what the constructor
     * throws.
     */
    Object copy(int granules, ShapeReader shape) {
        CopyTable copies = reader.copies();
        int found = copies.find(granules);
        Object known = copies.at(found);
        if (known == UNFINISHED) {
            throw unfinished(granules, shape);
        }
        if (known != null) {
            return known;
        }
        reader.checkOutside();
        if (!isReading && runs == MOST_RUNS) {
            throw new Later(null, shape, granules);
        }
        begin(shape, granules, isReading);
        return isReading ? BEGUN : run(top);
    }

    private void begin(ShapeReader shape, int granules, boolean isComponent) {
        reader.copies().put(granules, UNFINISHED);
        top = new Frame(shape, granules, top, isComponent, reader);
    }

    private Object run(Frame first) {
        ShapeReader outer = reader.current();
        runs++;
        try {
            while (true) {
                Frame frame = top;
                if (frame.next < frame.components.length) {
                    readComponent(frame, first);
                } else if (reader.count() > frame.filled) {
                    reader.fillNext();
                } else if (finish(frame) == first) {
                    return reader.copies().at(reader.copies().find(first.granules));
                }
            }
        } finally {
            runs--;
            reader.setCurrent(outer);
        }
    }

    private void readComponent(Frame frame, Frame first) {
        isReading = true;
        Object value;
        try {
            value = reader.field(frame.shape, frame.next, Segment.ofGranules(frame.granules));
        } catch (Later e) {
            if (giveUp(e.awaited) == first) {
                throw e;
            }
            return;
        } finally {
            isReading = false;
        }
        if (value != BEGUN) {
            frame.components[frame.next++] = value;
        }
    }

    private Frame finish(Frame frame) {
        if (waiting == 0) {
            reader.containers().putFrom(frame.tables);
        }
        Object made = frame.shape.record().make(frame.components);
        reader.copies().put(frame.granules, made);
        top = frame.below;
        waiting -= frame.waiting.size();
        frame.waiting.forEach(entry -> reader.push(entry.granules, entry.copy));
        if (frame.isComponent) {
            top.components[top.next] = reader.checked(top.shape.type(top.next), made);
            top.next++;
        }
        return frame;
    }

    /**
     * Gives up the records at the top that are components, and the one that they are components of: they are begun anew
     * when another one is made. Returns the last one.
     */
    private Frame giveUp(Frame awaited) {
        Frame frame;
        do {
            frame = top;
            reader.copies().put(frame.granules, null);
            awaited.waiting.addAll(frame.waiting);
            top = frame.below;
        } while (frame.isComponent);
        return frame;
    }

    // ---- what has to wait ---------------------------------------------------------------------------

    /** Of what {@link GraphReader#fillNext} was filling. */
    void await(Later later, int granules, Object copy) {
        Frame awaited = later.awaited;
        if (awaited == null) {
            begin(later.shape, later.granules, false);
            awaited = top;
        }
        awaited.waiting.add(new Waiting(granules, copy));
        waiting++;
    }

    /** Of what was being filled as soon as it was met. */
    void awaitOutside(Later later, int granules, Object copy) {
        if (later.awaited == null) {
            reader.push(granules, copy);
        } else {
            await(later, granules, copy);
        }
    }

    /** A record refers to itself: what it refers to it through waits, unless that is components alone. */
    private RuntimeException unfinished(int granules, ShapeReader shape) {
        Frame awaited = top;
        boolean byComponentsAlone = isReading;
        while (awaited.granules != granules) {
            byComponentsAlone &= awaited.isComponent;
            awaited = awaited.below;
        }
        if (byComponentsAlone) {
            return new TypeConflictException(
                    "a record of class " + shape.shape().className()
                            + " cannot be copied out: it refers to itself through records alone, and a record cannot"
                            + " be made before its components are");
        }
        return new Later(awaited, shape, granules);
    }
}
