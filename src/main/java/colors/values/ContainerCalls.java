// SPDX-License-Identifier: Apache-2.0
package colors.values;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.memory.Memory;
import colors.memory.NativeFunction;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.roots.Mutator;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/**
 * Changes of containers: the functions of libcolors' list.c and map.c. Each is atomic against other threads and
 * processes and against death, and waits for other changes of the same container. Addresses are passed as numbers,
 * arguments and results lie in the mutator's {@link Scratch}. A result of {@link #NONE} means that there is no such
 * index.
 */
public final class ContainerCalls {
    public static final int NONE = 0;
    public static final int DONE = 1;
    /** The map changed since the caller looked: look again. */
    static final int STALE = 2;

    // Each handle is a constant of a class of its own: it is linked at the function's first call, and C2 and Graal
    // inline the call.

    private static final class ListSet {
        static final MethodHandle HANDLE =
                handle("cl_list_set", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class ListSetIf {
        static final MethodHandle HANDLE =
                handle("cl_list_set_if", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class ListReplace {
        static final MethodHandle HANDLE =
                handle("cl_list_replace", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    }

    private static final class ListReplaceIf {
        static final MethodHandle HANDLE =
                handle("cl_list_replace_if", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    }

    private static final class ListAppendAtOnce {
        static final MethodHandle HANDLE =
                handle(critical(), "cl_list_append_at_once", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
    }

    private static final class ListRemove {
        static final MethodHandle HANDLE =
                handle("cl_list_remove", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    }

    private static final class ListClear {
        static final MethodHandle HANDLE = handle("cl_list_clear", JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapCount {
        static final MethodHandle HANDLE = handle("cl_map_count", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapAppend {
        static final MethodHandle HANDLE =
                handle("cl_map_append", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapReplace {
        static final MethodHandle HANDLE =
                handle("cl_map_replace", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapReplaceIf {
        static final MethodHandle HANDLE = handle(
                "cl_map_replace_if", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapRemove {
        static final MethodHandle HANDLE =
                handle("cl_map_remove", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapRemoveIf {
        static final MethodHandle HANDLE =
                handle("cl_map_remove_if", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapRemoveNewest {
        static final MethodHandle HANDLE =
                handle("cl_map_remove_newest", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class MapClear {
        static final MethodHandle HANDLE = handle("cl_map_clear", JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private ContainerCalls() {}

    private static MethodHandle handle(String name, MemoryLayout... arguments) {
        return handle(new Linker.Option[0], name, arguments);
    }

    private static Linker.Option[] critical() {
        return Memory.IN_ESPRESSO ? new Linker.Option[0] : new Linker.Option[] {Linker.Option.critical(false)};
    }

    private static MethodHandle handle(Linker.Option[] options, String name, MemoryLayout... arguments) {
        return NativeFunction.link(name, FunctionDescriptor.of(JAVA_INT, arguments), options);
    }

    /** After each call: it may have logged for this slot in another chunk. */
    private static int end(Mutator mutator, Scratch scratch, int result) {
        mutator.followChunk();
        if (result != NONE) {
            return result;
        }
        if (Memory.getInt(scratch.error) == 0) {
            return NONE;
        }
        throw scratch.failure();
    }

    /** A negative index counts from the end. What was there is the mutator's {@link #oldBits} then. */
    static int listSet(Mutator mutator, long list, int index, int kind, long bits) {
        Scratch scratch = mutator.scratch();
        Memory.putInt(scratch.argument, kind);
        Memory.putLong(scratch.argument + 8, bits);
        try {
            return end(mutator, scratch, (int) ListSet.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(list),
                    index,
                    scratch.argument,
                    scratch.result,
                    scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The same if the element is still this one, which the caller keeps alive. */
    public static int listSetIf(Mutator mutator, long list, int index, int seenKind, long seen, int kind, long bits) {
        Scratch scratch = mutator.scratch();
        Memory.putInt(scratch.found, seenKind);
        Memory.putLong(scratch.found + 8, seen);
        Memory.putInt(scratch.argument, kind);
        Memory.putLong(scratch.argument + 8, bits);
        try {
            return end(mutator, scratch, (int) ListSetIf.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(list),
                    index,
                    scratch.found,
                    scratch.argument,
                    scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /**
     * Appends when that needs neither waiting nor memory, else false: then {@link #listReplace} does it. It never
     * blocks, so the thread need not tell the VM that it leaves Java; and it neither logs nor allocates, so the mutator
     * has nothing to follow.
     */
    static boolean listAppendAtOnce(Mutator mutator, long list, int kind, long bits) {
        try {
            return (int) ListAppendAtOnce.HANDLE.invokeExact(
                            mutator.slotOffsetKept(), Segment.reference(list), kind, bits)
                    == DONE;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        } finally {
            mutator.returned();
        }
    }

    /** Replaces elements by {@code count} others, whose bits are at an address; index -1 is the end. */
    static int listReplace(Mutator mutator, long list, int from, int removed, int kind, int count, long bits) {
        Scratch scratch = mutator.scratch();
        Memory.putInt(scratch.argument, kind);
        Memory.putInt(scratch.argument + 4, count);
        Memory.putLong(scratch.argument + 8, bits);
        try {
            return end(mutator, scratch, (int) ListReplace.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(list), from, removed, scratch.argument, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The same if nothing changed the list since it had that generation. */
    static int listReplaceIf(
            Mutator mutator, long list, int generation, int from, int removed, int kind, int count, long bits) {
        Scratch scratch = mutator.scratch();
        Memory.putInt(scratch.argument, kind);
        Memory.putInt(scratch.argument + 4, count);
        Memory.putLong(scratch.argument + 8, bits);
        try {
            return end(mutator, scratch, (int) ListReplaceIf.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(list),
                    generation,
                    from,
                    removed,
                    scratch.argument,
                    scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** A negative index counts from the end. */
    static int listRemove(Mutator mutator, long list, int index) {
        Scratch scratch = mutator.scratch();
        try {
            return end(mutator, scratch, (int) ListRemove.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(list), index, scratch.result, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    static void listClear(Mutator mutator, long list) {
        Scratch scratch = mutator.scratch();
        try {
            end(mutator, scratch, (int)
                    ListClear.HANDLE.invokeExact(mutator.slotOffset(), Segment.reference(list), scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The kind of the element that a change returned. */
    static int oldKind(Mutator mutator) {
        return Memory.getInt(mutator.scratch().result);
    }

    /** The bits of the element that a change returned. */
    static long oldBits(Mutator mutator) {
        return Memory.getLong(mutator.scratch().result + 8);
    }

    static int mapCount(Mutator mutator, long map) {
        Scratch scratch = mutator.scratch();
        try {
            end(mutator, scratch, (int) MapCount.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(map), scratch.result, scratch.error));
            return Memory.getInt(scratch.result);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    private static void putFound(Mutator mutator, Scratch scratch, int entry) {
        Memory.putLong(scratch.found, mutator.foundHead);
        Memory.putInt(scratch.found + 8, mutator.foundGeneration);
        Memory.putInt(scratch.found + 12, entry);
    }

    /** Adds an entry if no equal key came since {@link Maps#find} found none. */
    static int mapAppend(Mutator mutator, long map, int hash, long key, long value) {
        Scratch scratch = mutator.scratch();
        putFound(mutator, scratch, -1);
        Memory.putLong(scratch.argument, key);
        Memory.putLong(scratch.argument + 8, value);
        Memory.putInt(scratch.argument + 16, hash);
        try {
            return end(mutator, scratch, (int) MapAppend.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(map), scratch.found, scratch.argument, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Replaces the value of the entry that {@link Maps#find} found. */
    static int mapReplace(Mutator mutator, long map, int entry, long value) {
        Scratch scratch = mutator.scratch();
        putFound(mutator, scratch, entry);
        try {
            return end(mutator, scratch, (int) MapReplace.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(map), scratch.found, value, scratch.result, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The same if the word of its value is still this one, which the caller keeps alive. */
    static int mapReplaceIf(Mutator mutator, long map, int entry, long expected, long value) {
        Scratch scratch = mutator.scratch();
        putFound(mutator, scratch, entry);
        try {
            return end(mutator, scratch, (int) MapReplaceIf.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(map),
                    scratch.found,
                    expected,
                    value,
                    scratch.result,
                    scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Removes the entry that {@link Maps#find} found. */
    static int mapRemove(Mutator mutator, long map, int entry) {
        Scratch scratch = mutator.scratch();
        putFound(mutator, scratch, entry);
        try {
            return end(mutator, scratch, (int) MapRemove.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(map), scratch.found, scratch.result, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The same if the word of its value is still this one, which the caller keeps alive. */
    static int mapRemoveIf(Mutator mutator, long map, int entry, long expected) {
        Scratch scratch = mutator.scratch();
        putFound(mutator, scratch, entry);
        try {
            return end(mutator, scratch, (int) MapRemoveIf.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(map),
                    scratch.found,
                    expected,
                    scratch.result,
                    scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** As {@link #mapRemove} if no entry was added since that cursor was made. */
    static int mapRemoveNewest(Mutator mutator, long map, int entry) {
        Scratch scratch = mutator.scratch();
        putFound(mutator, scratch, entry);
        try {
            return end(mutator, scratch, (int) MapRemoveNewest.HANDLE.invokeExact(
                    mutator.slotOffset(), Segment.reference(map), scratch.found, scratch.result, scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    static void mapClear(Mutator mutator, long map) {
        Scratch scratch = mutator.scratch();
        try {
            end(mutator, scratch, (int)
                    MapClear.HANDLE.invokeExact(mutator.slotOffset(), Segment.reference(map), scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The word of the value that a change of a map returned. */
    static long oldValue(Mutator mutator) {
        return Memory.getLong(mutator.scratch().result);
    }
}
