// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.SharedMemoryException;
import colors.TypeConflictException;
import colors.heap.Heap;
import colors.heap.Strings;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.names.NamedClasses;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.values.TypeRules;
import colors.values.ValueClass;
import colors.values.Values;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Deep copy of a shared graph to private memory, the way back of {@code GraphCopier}. Iterative: an object that is met
 * is made at once, empty, and filled later. First all is tried in one heap operation, without a log entry ({@link
 * GraphLoads}); what is too large for one, or has records, whose constructors are the program's, is read by loads that
 * log, from the beginning.
 */
public final class GraphReader {
    // of scalars and values; what is an object does not come here
    private static final Values CORE = new Values((address, chunk) -> {
        throw new AssertionError("an object was read as a scalar");
    });

    // of what is filled as soon as it is met; in Espresso 64 were too many for the stack of a thread
    private static final int MOST_DEPTH = 16;

    private final GraphLoads loads;
    private final ClassLoader loader;
    private final Map<Integer, ShapeReader> shapes; // what is not in the process's table of them
    private final CopyTable copies = new CopyTable();
    private final ContainerReader containers;
    private final RecordFrames records;
    private int[] addresses = new int[32]; // of what is to be filled, in granules
    private Object[] pending = new Object[32]; // and what
    private int count;
    private int lastShape;
    private ShapeReader last;
    private ShapeReader current; // of what is being filled
    private int depth; // up to {@link #MOST_DEPTH}

    /** Ends an attempt that cannot go on in one heap operation. */
    private static final class Interruption extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final int TOO_MUCH = 0; // it was too long, or has to run the program's code

        private final int shapeId; // what the reader has to know of first, or TOO_MUCH

        Interruption(int shapeId) {
            super(null, null, false, false);
            this.shapeId = shapeId;
        }
    }

    private GraphReader(boolean atOnce, ClassLoader loader, Map<Integer, ShapeReader> shapes) {
        loads = new GraphLoads(atOnce);
        this.loader = loader;
        this.shapes = shapes;
        containers = new ContainerReader(this, loads);
        records = new RecordFrames(this);
    }

    /** The copy of what {@code root} stands for as a type has it. */
    public static Object copy(Shared root, PrivateType type) {
        Attachment.ensure();
        ClassLoader loader = NamedClasses.asking(type.raw().getClassLoader());
        Map<Integer, ShapeReader> shapes = new HashMap<>();
        for (boolean atOnce = true; ; ) {
            GraphReader reader = new GraphReader(atOnce, loader, shapes);
            try {
                return reader.read(root, type);
            } catch (Interruption e) {
                if (e.shapeId == Interruption.TOO_MUCH) {
                    atOnce = false;
                } else {
                    shapes.put(e.shapeId, ShapeReader.of(e.shapeId, loader));
                }
            }
        }
    }

    private Object read(Shared root, PrivateType type) {
        Object copy;
        loads.open();
        try {
            copy = value(type, Segment.reference(root.address()));
            drain();
        } catch (ClassCastException e) {
            throw misfit(e);
        } finally {
            loads.close();
        }
        Reference.reachabilityFence(root);
        containers.finish();
        copies.close();
        return copy;
    }

    private void drain() {
        while (count > 0) {
            fillNext();
        }
    }

    /** Fills what was met last. */
    void fillNext() {
        int at = --count;
        Object copy = pending[at];
        int granules = addresses[at];
        checkStep(1);
        try {
            fill(copy, Segment.ofGranules(granules));
        } catch (RecordFrames.Later e) {
            records.await(e, granules, copy);
        }
    }

    private void fill(Object copy, long object) {
        if (copy instanceof ContainerReader.Shell shell) {
            current = null;
            containers.fill(shell, object);
        } else {
            fill(copy, object, shape(Heap.shapeId(object)));
        }
    }

    private void fill(Object copy, long object, ShapeReader shape) {
        current = shape;
        shape.fields().fill(copy, object, this);
    }

    /** Before so many loads. */
    void checkStep(int loadsAhead) {
        if (!loads.goesOn(loadsAhead)) {
            throw new Interruption(Interruption.TOO_MUCH);
        }
    }

    /** Before the program's code runs. */
    void checkOutside() {
        if (loads.isAtOnce()) {
            throw new Interruption(Interruption.TOO_MUCH);
        }
    }

    ShapeReader shape(int shapeId) {
        if (shapeId != lastShape) {
            last = find(shapeId);
            lastShape = shapeId;
        }
        return last;
    }

    private ShapeReader find(int shapeId) {
        ShapeReader known = ShapeReader.known(shapeId, loader);
        ShapeReader found = known != null ? known : shapes.get(shapeId);
        if (found == null) {
            if (loads.isAtOnce()) {
                throw new Interruption(shapeId);
            }
            found = ShapeReader.of(shapeId, loader);
            shapes.put(shapeId, found);
        }
        return found;
    }

    // ---- values -------------------------------------------------------------------------------------

    /**
     * Reads the tagged slot of a field, whose number it is among those that are not raw. Called by generated code,
     * which checks the type.
     */
    Object tagged(int number, long place) {
        long word = loads.word(place);
        if (word == Tag.NULL) {
            return null;
        }
        return Tag.isReference(word) ? reference(current.type(number), word) : scalar(current.type(number), word);
    }

    /** Reads any field of an object. Called by generated code. */
    Object other(int number, long object) {
        return field(current, number, object);
    }

    /** The same of an object of another class; zero, false or null when objects of its version lack the field. */
    Object field(ShapeReader shape, int number, long object) {
        FieldLocation location = shape.location(number);
        PrivateType type = shape.type(number);
        if (location == null) {
            return type.zero();
        }
        Object value;
        if (location.isTagged()) {
            value = value(type, loads.word(location.place(object)));
        } else {
            long bits = location.loadBits(object);
            value = fitted(
                    type,
                    location.type() == Layout.TYPE_BOOLEAN
                            ? (Object) (bits != 0)
                            : location.isRawFloat() ? (Object) Double.longBitsToDouble(bits) : (Object) bits);
        }
        if (value == null && type.isPrimitive()) {
            throw misfit("null", type);
        }
        return value;
    }

    /** The value of a tagged word as a type has it. */
    Object value(PrivateType type, long word) {
        return Tag.isReference(word) ? checked(type, reference(type, word)) : scalar(type, word);
    }

    private Object scalar(PrivateType type, long word) {
        if (word == Tag.NULL) {
            return null;
        }
        return fitted(type, Tag.isString(word) ? Strings.ofWord(word) : CORE.ofWord((RootChunk) null, word));
    }

    private Object reference(PrivateType type, long word) {
        long object = Segment.address(word);
        int shape = Heap.shapeId(object);
        if (shape == lastShape && last.fields() != null) {
            return instance(object, last);
        }
        if (shape == Segment.SHAPE_STRING) {
            return fitted(type, Strings.read(object));
        }
        if (shape == Segment.SHAPE_BOX_INTEGER || shape == Segment.SHAPE_BOX_FLOAT) {
            return fitted(type, CORE.ofWord((RootChunk) null, word));
        }
        if (ContainerReader.isContainer(shape)) {
            return containers.copy(type, object, shape);
        }
        ShapeReader reader = shape(shape);
        if (reader.isValue()) {
            return fitted(type, reader.value(ValueClass.read(object)));
        }
        if (reader.record() == null) {
            return instance(object, reader);
        }
        return records.copy(Segment.granules(object), reader);
    }

    private Object instance(long object, ShapeReader shape) {
        int granules = Segment.granules(object);
        int found = copies.find(granules);
        Object copy = copies.at(found);
        if (copy == null) {
            copy = shape.fields().make();
            copies.add(found, granules, copy);
            if (depth < MOST_DEPTH && !records.isReading()) {
                fillNow(copy, object, shape);
            } else {
                push(granules, copy);
            }
        }
        return copy;
    }

    private void fillNow(Object copy, long object, ShapeReader shape) {
        ShapeReader outer = current;
        checkStep(1);
        depth++;
        try {
            if (shape == outer) {
                shape.fields().fill(copy, object, this);
            } else {
                fill(copy, object, shape);
            }
        } catch (RecordFrames.Later e) {
            records.awaitOutside(e, Segment.granules(object), copy);
        }
        current = outer;
        depth--;
    }

    /** The shape of what is being filled, for who fills something else meanwhile and puts it back. */
    ShapeReader current() {
        return current;
    }

    void setCurrent(ShapeReader shape) {
        current = shape;
    }

    /** How many are to be filled. */
    int count() {
        return count;
    }

    ContainerReader containers() {
        return containers;
    }

    CopyTable copies() {
        return copies;
    }

    /** Has an object filled later. */
    void push(int granules, Object copy) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            pending = Arrays.copyOf(pending, 2 * count);
        }
        addresses[count] = granules;
        pending[count++] = copy;
    }

    // ---- types --------------------------------------------------------------------------------------

    /** A copy, if the type takes it. Throws SharedMemoryException (TYPE). */
    Object checked(PrivateType type, Object copy) {
        if (!type.takes(copy) && copy != RecordFrames.BEGUN) {
            throw misfit("an object of class " + copy.getClass().getName(), type);
        }
        return copy;
    }

    /** A scalar or value as a type has it. Throws SharedMemoryException (TYPE). */
    Object fitted(PrivateType type, Object value) {
        if (type.takes(value)) {
            return value;
        }
        Object fitted = type.fitted(value);
        if (fitted == null) {
            throw misfit(TypeRules.describe(value), type);
        }
        return fitted;
    }

    /** Of a field that does not take an object. */
    private SharedMemoryException misfit(ClassCastException e) {
        return new TypeConflictException(
                "an object of class " + current.shape().className()
                        + " cannot be copied out: a field of it holds an object that this program has another class"
                        + " for: "
                        + e.getMessage(),
                e);
    }

    SharedMemoryException misfit(String what, PrivateType type) {
        String where = current == null
                ? ""
                : ", read for an object of class " + current.shape().className();
        return new TypeConflictException(
                what + where + " cannot be copied out where the program has " + type.text() + "; widen the type there");
    }
}
