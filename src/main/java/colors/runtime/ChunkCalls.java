// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Calls of libcolors for root-log chunks. Errors are put in the mutator's scratch memory: an arena for each call would take five times as long as the call. */
final class ChunkCalls {
    private static final MethodHandle NEXT = handle("cl_chunk_next", JAVA_LONG, JAVA_LONG, ADDRESS);
    private static final MethodHandle RESUME = handle("cl_chunk_resume", JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS);
    private static final MethodHandle FREE = handle("cl_chunk_free", null, JAVA_LONG, JAVA_LONG);

    private ChunkCalls() {
    }

    private static MethodHandle handle(String name, MemoryLayout result, MemoryLayout... arguments) {
        FunctionDescriptor descriptor = result == null ? FunctionDescriptor.ofVoid(arguments) : FunctionDescriptor.of(result, arguments);
        return Linker.nativeLinker().downcallHandle(NativeLibrary.symbols().findOrThrow(name), descriptor);
    }

    /** Gives the slot an empty chunk; returns the offset of its entries. */
    static long next(Scratch scratch, long slot) {
        long entries;
        try {
            entries = (long) NEXT.invokeExact(slot, MemorySegment.ofAddress(scratch.error));
        } catch (Throwable e) {
            throw ContainerCalls.impossible(e);
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
            done = (int) RESUME.invokeExact(slot, entries, MemorySegment.ofAddress(scratch.error));
        } catch (Throwable e) {
            throw ContainerCalls.impossible(e);
        }
        if (done == 0) {
            throw scratch.failure();
        }
    }

    static void free(long slot, long entries) {
        try {
            FREE.invokeExact(slot, entries);
        } catch (Throwable e) {
            throw ContainerCalls.impossible(e);
        }
    }
}
