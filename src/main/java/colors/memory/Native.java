// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions of libcolors (colors.h) that Java calls: slow paths only. Each throws {@link SharedMemoryException} on
 * error. Pointers are longs: an ADDRESS makes the code that links a function, and so the start, longer.
 */
public final class Native {
    private static final int ERROR_BYTES = 1024; // sizeof(cl_error): int32 code, then text

    private static final NativeFunction LAYOUT_TABLE = NativeFunction.of("cl_layout_table", JAVA_LONG, JAVA_LONG);
    private static final NativeFunction ATTACH = NativeFunction.of("cl_attach", JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction SLOT_CLAIM = NativeFunction.of("cl_slot_claim", JAVA_LONG, JAVA_LONG);
    private static final NativeFunction SLOT_RELEASE = NativeFunction.of("cl_slot_release", null, JAVA_LONG);
    private static final NativeFunction SLOT_PASS = NativeFunction.of("cl_slot_pass", null, JAVA_LONG);
    private static final NativeFunction RANGES_USE = NativeFunction.of("cl_ranges_use", JAVA_LONG, JAVA_LONG);
    private static final NativeFunction BUFFER_REFILL =
            NativeFunction.of("cl_buffer_refill", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction BLOCK_LARGE =
            NativeFunction.of("cl_block_large", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction LARGE_IS_FREE = NativeFunction.of("cl_large_is_free", JAVA_LONG, JAVA_LONG);
    private static final NativeFunction COLLECT = NativeFunction.of("cl_collect", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final NativeFunction COLLECT_CONSIDER = NativeFunction.of("cl_collect_consider", null);
    private static final NativeFunction COLLECT_ANSWERED =
            NativeFunction.of("cl_collect_answered", JAVA_LONG, JAVA_LONG);
    private static final NativeFunction ENTITY_INTERN =
            NativeFunction.of("cl_entity_intern", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction SHAPE_INTERN =
            NativeFunction.of("cl_shape_intern", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final NativeFunction SHAPE_DECLARE =
            NativeFunction.of("cl_shape_declare", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final NativeFunction EVOLVE_PUT =
            NativeFunction.of("cl_evolve_put", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction EVOLVE_REMOVE =
            NativeFunction.of("cl_evolve_remove", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final NativeFunction CHANNEL_OPEN =
            NativeFunction.of("cl_channel_open", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction CHANNEL_REMOVE =
            NativeFunction.of("cl_channel_remove", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction SERVICE_OPEN = NativeFunction.of(
            "cl_service_open", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction SERVICE_JOIN =
            NativeFunction.of("cl_service_join", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction CALL_SHAPE = NativeFunction.of("cl_call_shape", JAVA_INT, JAVA_LONG);
    private static final NativeFunction REPLIES_SHAPE = NativeFunction.of("cl_replies_shape", JAVA_INT, JAVA_LONG);
    private static final NativeFunction REPOSITORY_REMOVE =
            NativeFunction.of("cl_repository_remove", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction VALIDATE =
            NativeFunction.of("cl_validate", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);

    private Native() {}

    /** What a native call does with its arena and error buffer. */
    private interface Call<T> {
        T run(Arena arena, long error) throws Throwable;
    }

    private static <T> T call(Call<T> call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = arena.allocate(ERROR_BYTES, 8);
            T result = call.run(arena, error.address());
            int code = error.get(JAVA_INT, 0);
            if (code != 0) {
                throw SharedMemoryException.ofNative(code, error.getString(4, StandardCharsets.UTF_8));
            }
            return result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static Map<String, Long> layoutTable() {
        return call((arena, error) -> {
            MemorySegment count = arena.allocate(JAVA_LONG);
            MemorySegment table =
                    MemorySegment.ofAddress((long) LAYOUT_TABLE.handle().invokeExact(count.address()));
            long entries = count.get(JAVA_LONG, 0);
            table = table.reinterpret(entries * 16);
            Map<String, Long> result = new HashMap<>();
            for (long i = 0; i < entries; i++) {
                MemorySegment name = table.get(ADDRESS, i * 16).reinterpret(Integer.MAX_VALUE);
                result.put(name.getString(0), table.get(JAVA_LONG, i * 16 + 8));
            }
            return result;
        });
    }

    /**
     * The address the segment is mapped at. A null segment name is the default one; fingerprint 0 is this library's
     * own; a null socket or user is that of the environment.
     */
    static long attach(
            String segment,
            String language,
            String program,
            long fingerprint,
            boolean autostart,
            int timeoutMs,
            String socket,
            String daemonUser,
            boolean readOnly) {
        return call((arena, error) -> {
            MemorySegment options = arena.allocate(72, 8);
            options.set(ADDRESS, 0, segment == null ? MemorySegment.NULL : arena.allocateFrom(segment));
            options.set(
                    ADDRESS,
                    8,
                    arena.allocateFrom(NativeLibrary.home()
                            .resolve("colorsd")
                            .toAbsolutePath()
                            .toString()));
            options.set(ADDRESS, 16, arena.allocateFrom(language));
            options.set(ADDRESS, 24, arena.allocateFrom(program));
            options.set(JAVA_LONG, 32, fingerprint);
            options.set(JAVA_INT, 40, autostart ? 1 : 0);
            options.set(JAVA_INT, 44, timeoutMs);
            options.set(ADDRESS, 48, socket == null ? MemorySegment.NULL : arena.allocateFrom(socket));
            options.set(ADDRESS, 56, daemonUser == null ? MemorySegment.NULL : arena.allocateFrom(daemonUser));
            options.set(JAVA_INT, 64, readOnly ? 1 : 0); // CL_ATTACH_READONLY
            return (long) ATTACH.handle().invokeExact(options.address(), error);
        });
    }

    public static long slotClaim() {
        return call((arena, error) -> (long) SLOT_CLAIM.handle().invokeExact(error));
    }

    public static void slotRelease(long slot) {
        call((arena, error) -> {
            SLOT_RELEASE.handle().invokeExact(slot);
            return null;
        });
    }

    /** The slot, which another thread of this process has no more use for, is the calling thread's from now on. */
    public static void slotPass(long slot) {
        call((arena, error) -> {
            SLOT_PASS.handle().invokeExact(slot);
            return null;
        });
    }

    /**
     * From now on what Java makes in a slot's buffer is a root by a range of the slot's chunk ({@link RootRanges}).
     * False when this process is attached to read, and makes nothing.
     */
    static boolean rangesUse() {
        return call((arena, error) -> (long) RANGES_USE.handle().invokeExact(1L) != 0);
    }

    public static void bufferRefill(long slot, long bytes) {
        call((arena, error) -> (int) BUFFER_REFILL.handle().invokeExact(slot, bytes, error));
    }

    public static long blockLarge(long slot, long bytes) {
        return call((arena, error) -> (long) BLOCK_LARGE.handle().invokeExact(slot, bytes, error));
    }

    /** Whether a large block of so many bytes most likely waits for no collector. */
    public static boolean largeIsFree(long bytes) {
        try {
            return (long) LARGE_IS_FREE.handle().invokeExact(bytes) != 0;
        } catch (Throwable e) {
            throw new AssertionError(e); // it throws nothing
        }
    }

    /** Says that chunks were freed: a cycle of the shared collector may be due. */
    public static void collectConsider() {
        try {
            COLLECT_CONSIDER.handle().invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e); // it throws nothing
        }
    }

    /** Says for which pressure of the segment this process's own collector ran, and what it found was freed. */
    public static void collectAnswered(int pressure) {
        try {
            long _ = (long) COLLECT_ANSWERED.handle().invokeExact((long) pressure);
        } catch (Throwable e) {
            throw new AssertionError(e); // it throws nothing
        }
    }

    /** Waits for a cycle of the shared collector that begins after the call. */
    static void collect(int timeoutMs) {
        call((arena, error) -> (int) COLLECT.handle().invokeExact(timeoutMs, error));
    }

    public static int entityIntern(int kind, String name) {
        return call((arena, error) -> {
            byte[] utf8 = utf8(name);
            long bytes = arena.allocateFrom(JAVA_BYTE, utf8).address();
            return (int) ENTITY_INTERN.handle().invokeExact(kind, bytes, (long) utf8.length, error);
        });
    }

    /** UTF-8 has no halves of surrogate pairs; as question marks they would make one name of several. */
    private static byte[] utf8(String name) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the name '" + name.replaceAll("\\p{Cs}", "?")
                            + "' has half of a surrogate pair, which is no character; a name is a text of whole"
                            + " characters");
        }
        return name.getBytes(StandardCharsets.UTF_8);
    }

    public static int shapeIntern(int classEntity, List<FieldSpec> fields) {
        return call((arena, error) ->
                (int) SHAPE_INTERN.handle().invokeExact(classEntity, specs(arena, fields), fields.size(), error));
    }

    public static int shapeDeclare(int classEntity, List<FieldSpec> fields, int declarer) {
        return call((arena, error) -> (int)
                SHAPE_DECLARE.handle().invokeExact(classEntity, specs(arena, fields), fields.size(), declarer, error));
    }

    private static long specs(Arena arena, List<FieldSpec> fields) {
        MemorySegment specs = arena.allocate(Math.max(1, fields.size()) * FieldSpec.BYTES, 4);
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).write(specs, i * FieldSpec.BYTES);
        }
        return specs.address();
    }

    public static int evolvePut(long slot, long object, FieldSpec field, long bits) {
        return call((arena, error) -> {
            MemorySegment spec = arena.allocate(FieldSpec.BYTES, 4);
            field.write(spec, 0);
            return (int) EVOLVE_PUT.handle().invokeExact(slot, object, spec.address(), bits, error);
        });
    }

    public static int evolveRemove(long slot, long object, int name) {
        return call((arena, error) -> (int) EVOLVE_REMOVE.handle().invokeExact(slot, object, name, error));
    }

    /** The offset of the queue of a channel, found or made. */
    public static long channelOpen(long slot, String name, int capacity, int type, int typeName) {
        return call((arena, error) -> {
            byte[] utf8 = utf8(name);
            MemorySegment spec = arena.allocateFrom(JAVA_INT, capacity, type, typeName);
            return (long) CHANNEL_OPEN
                    .handle()
                    .invokeExact(
                            slot,
                            arena.allocateFrom(JAVA_BYTE, utf8).address(),
                            (long) utf8.length,
                            spec.address(),
                            error);
        });
    }

    /** The offsets of the queue of a service's calls, and of the array of its servers; found or made. */
    public static long[] serviceOpen(long slot, String name, int capacity) {
        return call((arena, error) -> {
            byte[] utf8 = utf8(name);
            MemorySegment service = arena.allocate(16, 8);
            int _ = (int) SERVICE_OPEN
                    .handle()
                    .invokeExact(
                            slot,
                            arena.allocateFrom(JAVA_BYTE, utf8).address(),
                            (long) utf8.length,
                            capacity,
                            service.address(),
                            error);
            return new long[] {service.get(JAVA_LONG, 0), service.get(JAVA_LONG, 8)};
        });
    }

    /** This process serves from now on. */
    public static void serviceJoin(long servers) {
        call((_, error) -> (int) SERVICE_JOIN.handle().invokeExact(servers, error));
    }

    /** The shape of calls. */
    public static int callShape() {
        return call((_, error) -> (int) CALL_SHAPE.handle().invokeExact(error));
    }

    /** The shape of where ended calls are reported. */
    public static int repliesShape() {
        return call((_, error) -> (int) REPLIES_SHAPE.handle().invokeExact(error));
    }

    /** Whether there was such a channel. */
    public static boolean channelRemove(long slot, String name) {
        return call((arena, error) -> {
            byte[] utf8 = utf8(name);
            return (int) CHANNEL_REMOVE
                            .handle()
                            .invokeExact(
                                    slot, arena.allocateFrom(JAVA_BYTE, utf8).address(), (long) utf8.length, error)
                    != 0;
        });
    }

    /** Whether there was such a repository. */
    public static boolean repositoryRemove(long slot, String name) {
        return call((arena, error) -> {
            byte[] utf8 = utf8(name);
            return (int) REPOSITORY_REMOVE
                            .handle()
                            .invokeExact(
                                    slot, arena.allocateFrom(JAVA_BYTE, utf8).address(), (long) utf8.length)
                    != 0;
        });
    }

    public static void validate(long base, int level) {
        call((arena, error) -> (int) VALIDATE.handle().invokeExact(base, level, error));
    }
}
