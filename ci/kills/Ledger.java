// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What a process notes of its work, in a file: ledger.py says what is where. */
final class Ledger {
    static final List<String> WAYS = List.of("list", "channel", "token");
    private static final List<String> KINDS = List.of(
            "field",
            "element",
            "value",
            "section",
            "own",
            "call",
            "stream",
            "twin",
            "send list",
            "send channel",
            "send token",
            "take list",
            "take channel",
            "take token");
    static final int ATTACHED = 0;
    static final int ANSWERED = 1;
    static final int STEPS = 2;
    static final int ABANDONED = 3;
    static final int TORN = 4;
    static final int TAKEN = 5;
    static final int EXECUTED = 6;
    private static final int COUNTS = 16;
    private static final int NOTES = 64;
    private static final long ROOM = 1 << 20;
    static final long LOST = 3;
    static final long UNSERVED = 4;
    static final long BROKEN = 5;
    private static final int SHIFT = 56;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.arrayElementVarHandle();

    private final MemorySegment words;
    private final MemorySegment control;

    Ledger(Path folder, long life) throws IOException {
        words = map(folder.resolve("life-" + life), Long.BYTES * (NOTES + 2 * ROOM));
        control = map(folder.resolve("control"), Long.BYTES);
    }

    private static MemorySegment map(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(MapMode.READ_WRITE, 0, size, Arena.global());
        }
    }

    long control() {
        return (long) WORD.getVolatile(control, 0L, 0L);
    }

    long get(long word) {
        return (long) WORD.getVolatile(words, 0L, word);
    }

    void set(long word, long value) {
        WORD.setVolatile(words, 0L, word, value);
    }

    void add(long word) {
        set(word, get(word) + 1);
    }

    private static long begun(String kind) {
        return COUNTS + 2L * KINDS.indexOf(kind);
    }

    /** Returns how often it was begun. */
    long begin(String kind) {
        add(begun(kind));
        return get(begun(kind));
    }

    void cancel(String kind) {
        set(begun(kind), get(begun(kind)) - 1);
    }

    void end(String kind) {
        add(begun(kind) + 1);
    }

    long done(String kind) {
        return get(begun(kind) + 1);
    }

    void note(int what, long number, long way) {
        long count = get(what);
        set(NOTES + (what - TAKEN) * ROOM + count % ROOM, number | way << SHIFT);
        set(what, count + 1);
    }
}
