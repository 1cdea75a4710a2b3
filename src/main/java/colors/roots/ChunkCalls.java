// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.memory.NativeFunction;
import colors.memory.Scratch;

/**
 * Calls of libcolors for root-log chunks. Errors are put in the mutator's scratch memory: an arena for each call would
 * take five times as long as the call.
 */
final class ChunkCalls {
    private static final NativeFunction NEXT = NativeFunction.of("cl_chunk_next", JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction RESUME =
            NativeFunction.of("cl_chunk_resume", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction FREE = NativeFunction.of("cl_chunk_free", null, JAVA_LONG, JAVA_LONG);

    private ChunkCalls() {}

    /** Gives the slot an empty chunk; returns the offset of its entries. */
    static long next(Scratch scratch, long slot) {
        long entries;
        try {
            entries = (long) NEXT.handle().invokeExact(slot, scratch.error);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
        if (entries == 0) {
            throw scratch.failure();
        }
        return entries;
    }

    /** Makes a chunk, by the offset of its entries, the slot's current one again. */
    static void resume(Scratch scratch, long slot, long entries) {
        int done;
        try {
            done = (int) RESUME.handle().invokeExact(slot, entries, scratch.error);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
        if (done == 0) {
            throw scratch.failure();
        }
    }

    static void free(long slot, long entries) {
        try {
            FREE.handle().invokeExact(slot, entries);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }
}
