// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.Segment;

/** Copies records out. A record is complete when it is made, so those in its components are made before it: on a stack of its own, for a list of records may be long. */
final class RecordFrames {
    /** In the place of a record that was begun where another one is being read. */
    static final Object BEGUN = new Object();
    private static final Object UNFINISHED = new Object();

    private final GraphReader reader;
    private Frame top;
    private boolean isReading; // a component of the top

    /** A record whose components are being read: those before {@code next} are. */
    private static final class Frame {
        private final ShapeReader shape;
        private final int granules;
        private final Object[] components;
        private final Frame below;
        private int next;

        Frame(ShapeReader shape, int granules, Frame below) {
            this.shape = shape;
            this.granules = granules;
            this.below = below;
            components = new Object[shape.record().fields().size()];
        }
    }

    RecordFrames(GraphReader reader) {
        this.reader = reader;
    }

    /** Whether a component is being read: then {@link #copy} may give BEGUN, which nothing else can hold. */
    boolean isReading() {
        return isReading;
    }

    /** The copy of a record, or {@link #BEGUN} while a component of another one is read. Throws what the constructor throws. */
    Object copy(int granules, ShapeReader shape) {
        CopyTable copies = reader.copies();
        int found = copies.find(granules);
        Object known = copies.at(found);
        if (known == UNFINISHED) {
            throw new SharedMemoryException(Reason.TYPE, "a record of class " + shape.shape().className() + " cannot be copied out: it refers to itself through records alone, and a record cannot be made before its components are");
        }
        if (known != null) {
            return known;
        }
        reader.checkOutside();
        copies.add(found, granules, UNFINISHED);
        top = new Frame(shape, granules, top);
        return isReading ? BEGUN : run(top);
    }

    private Object run(Frame last) {
        while (true) {
            Frame frame = top;
            if (frame.next < frame.components.length) {
                readComponent(frame);
                continue;
            }
            Object made = frame.shape.record().make(frame.components);
            reader.copies().put(frame.granules, made);
            top = frame.below;
            if (frame == last) {
                return made;
            }
            top.components[top.next] = reader.checked(top.shape.type(top.next), made);
            top.next++;
        }
    }

    private void readComponent(Frame frame) {
        isReading = true;
        Object value = reader.field(frame.shape, frame.next, Segment.ofGranules(frame.granules));
        isReading = false;
        if (value != BEGUN) {
            frame.components[frame.next++] = value;
        }
    }
}
