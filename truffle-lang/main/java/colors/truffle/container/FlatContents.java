// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Flats;
import colors.memory.Layout;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import colors.truffle.container.core.FlatCore;
import colors.truffle.context.ColorsContext;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** What a flat array is filled with: bytes that are such elements, or numbers of the guest, each of which fits. */
public final class FlatContents {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final int CHUNK = 1 << 15; // stays in the processor's nearest caches
    // JavaScript's typed arrays whose bytes are elements
    private static final Map<String, Integer> TYPED = new HashMap<>();
    private static final Map<String, Integer> WIDENED = Map.of(
            "Uint32Array", Layout.SLOT_INT64, "BigUint64Array", Layout.SLOT_INT64, "Float16Array", Layout.SLOT_FLOAT32);

    static {
        TYPED.put("Int8Array", Layout.SLOT_INT8);
        TYPED.put("Int16Array", Layout.SLOT_INT16);
        TYPED.put("Uint16Array", Layout.SLOT_CHAR);
        TYPED.put("Int32Array", Layout.SLOT_INT32);
        TYPED.put("BigInt64Array", Layout.SLOT_INT64);
        TYPED.put("Float32Array", Layout.SLOT_FLOAT32);
        TYPED.put("Float64Array", Layout.SLOT_FLOAT64);
    }

    private final int kind;
    private final int size;
    private final FlatCore array; // or null
    private final Object buffer; // or null; the elements are there from offset on
    private final long offset;
    private final long[] bits; // or null

    private FlatContents(int kind, int size, FlatCore array, Object buffer, long offset, long[] bits) {
        this.kind = kind;
        this.size = size;
        this.array = array;
        this.buffer = buffer;
        this.offset = offset;
        this.bits = bits;
    }

    /**
     * An array, typed array or iterable of the guest, or a flat array, as elements of a kind. Throws
     * TypeConflictException.
     */
    public static FlatContents of(Object source, int kind) throws InteropException {
        if (source instanceof SharedFlat flat && flat.core().kind() == kind) {
            return new FlatContents(kind, flat.core().size(), flat.core(), null, 0, null);
        }
        if (kindOfTyped(source) == kind) {
            return ofTyped(source, kind);
        }
        boolean isArray = INTEROP.hasArrayElements(source);
        if (!isArray && !INTEROP.hasIterator(source)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "an array, typed array or iterable of numbers was expected, not " + GuestValues.named(source));
        }
        return ofValues(
                isArray
                        ? GuestArrays.values(source)
                        : GuestArrays.iterate(source).toArray(),
                kind);
    }

    /** The guest's own values. Throws TypeConflictException. */
    public static FlatContents ofValues(Object[] values, int kind) {
        return new FlatContents(kind, values.length, null, null, 0, FlatValues.toBits(kind, values));
    }

    /**
     * A typed array of JavaScript with the kind that has room for all its values; null for anything else. Throws
     * TypeConflictException where there is none.
     */
    public static FlatContents ofTyped(Object source) throws InteropException {
        int kind = kindOfTyped(source);
        if (kind != 0) {
            return ofTyped(source, kind);
        }
        Integer wider = WIDENED.get(GuestArrays.className(source));
        return wider == null || !isTyped(source) ? null : ofValues(GuestArrays.values(source), wider);
    }

    private static FlatContents ofTyped(Object source, int kind) throws InteropException {
        return ofBuffer(
                INTEROP.readMember(source, "buffer"),
                INTEROP.asLong(INTEROP.readMember(source, "byteOffset")),
                INTEROP.asLong(INTEROP.readMember(source, "byteLength")),
                kind);
    }

    /** Elements that are in a buffer. Throws SharedMemoryException (ARGUMENT) when its size is not that of elements. */
    public static FlatContents ofBuffer(Object buffer, int kind) throws InteropException {
        return ofBuffer(buffer, 0, INTEROP.getBufferSize(buffer), kind);
    }

    private static FlatContents ofBuffer(Object buffer, long offset, long bytes, int kind) {
        if ((bytes & (1L << Flats.shift(kind)) - 1) != 0) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    bytes + " bytes are no elements of " + Flats.name(kind) + ", which have " + (1 << Flats.shift(kind))
                            + "; nothing was stored");
        }
        return new FlatContents(kind, Math.toIntExact(bytes >>> Flats.shift(kind)), null, buffer, offset, null);
    }

    /** Of a typed array whose bytes are such elements; else 0. */
    private static int kindOfTyped(Object source) {
        Integer kind = TYPED.get(GuestArrays.className(source));
        return kind == null || !isTyped(source) ? 0 : kind;
    }

    private static boolean isTyped(Object source) {
        return INTEROP.hasArrayElements(source) && INTEROP.isMemberReadable(source, "byteOffset");
    }

    public int kind() {
        return kind;
    }

    /** How many elements there are. */
    public int size() {
        return size;
    }

    /** Stores all, at an index and on. Throws TypeConflictException when they do not fit in there. */
    public void copyTo(FlatCore target, long index) throws InteropException {
        if (index < 0 || index > target.size() - (long) size) {
            throw target.fixed("has no room for " + size + " elements from index " + index + " on");
        }
        int from = (int) index;
        if (array != null) {
            target.copyFrom(array, from);
        } else if (buffer != null) {
            copyBytes(target, from << target.shift());
        } else {
            for (int i = 0; i < size; i++) {
                target.store(from + i, bits[i]);
            }
        }
    }

    /** A buffer may be a view of the target itself, which is copied as a whole first. */
    private void copyBytes(FlatCore target, int from) throws InteropException {
        int length = size << target.shift();
        byte[] own = ColorsContext.get(null).guest().memoryOf(buffer);
        if (own != null) {
            target.write(from, own, (int) offset, length);
            return;
        }
        int step = isPrivate(buffer) ? Math.min(length, CHUNK) : length;
        var chunk = new byte[step];
        for (int done = 0; done < length; done += step) {
            int count = Math.min(step, length - done);
            INTEROP.readBuffer(buffer, offset + done, chunk, 0, count);
            target.write(from + done, chunk, 0, count);
        }
    }

    /** Whether a buffer certainly has its bytes in the guest's own heap, as most of GraalJS's ArrayBuffers. */
    private static boolean isPrivate(Object buffer) {
        return buffer.getClass().getSimpleName().equals("Heap");
    }

    /** As an array's memory has them. */
    public MemorySegment memory() throws InteropException {
        var bytes = new byte[size << Flats.shift(kind)];
        if (buffer != null) {
            INTEROP.readBuffer(buffer, offset, bytes, 0, bytes.length);
        } else if (bits != null) {
            FlatValues.pack(kind, bits, bytes);
        } else {
            array.read(0, bytes, 0, bytes.length);
        }
        return MemorySegment.ofArray(bytes);
    }
}
