// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.SharedMemoryException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Native memory of one mutator for the arguments and results of calls that are too frequent to allocate for each. */
public final class Scratch {
    /** Words that fit at {@link #words}. */
    public static final int WORDS = 512;

    private static final int ERROR_BYTES = 1024; // sizeof(cl_error)
    private static final int RECORD_BYTES = 32; // cl_element, cl_elements, cl_entry, cl_found

    private final MemorySegment memory = Arena.ofAuto().allocate(ERROR_BYTES + 3 * RECORD_BYTES + 8L * WORDS, 8);
    public final long error = memory.address();
    public final long argument = error + ERROR_BYTES;
    public final long found = argument + RECORD_BYTES;
    public final long result = found + RECORD_BYTES;
    public final long words = result + RECORD_BYTES;

    public Scratch() {
        if (Memory.CHECKED) {
            StoreCheck.allow(memory);
        }
    }

    /** What a call of libcolors put at {@link #error}. */
    public SharedMemoryException failure() {
        return SharedMemoryException.ofNative(
                Memory.getInt(error),
                MemorySegment.ofAddress(error + 4).reinterpret(ERROR_BYTES - 4).getString(0, StandardCharsets.UTF_8));
    }

    /**
     * Copies the first {@code count} of an array to {@link #words}. Throws IndexOutOfBoundsException when these are too
     * many.
     */
    public long words(long[] array, int count) {
        MemorySegment.copy(array, 0, memory, JAVA_LONG, words - error, count);
        return words;
    }
}
