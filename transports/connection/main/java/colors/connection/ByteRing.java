// SPDX-License-Identifier: Apache-2.0
package colors.connection;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.SharedArray;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Bytes on their way from one process to another, in shared memory. One thread at a time writes, one at a time reads.
 * What was put is seen by the reader when it is {@link #publish published}; the room of what was taken is seen by the
 * writer when it is {@link #release released}. Neither side waits here.
 *
 * <p>Words and bytes are put as multiples of eight, so a word is never in two parts.
 */
public final class ByteRing {
    /** How many bytes there is room for. */
    public static final int CAPACITY = 1 << 18;

    private static final int MASK = CAPACITY - 1;
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    // Offsets in the memory. What one side writes is apart from what the other one writes.
    private static final long PUBLISHED = 0; // by the writer: how many bytes in all
    private static final long ENDED = 8; // by the writer: nothing follows
    private static final long RELEASED = 128; // by the reader
    private static final long REFUSED = 136; // by the reader: nobody will read any more
    private static final long ASLEEP = 256; // the reader's side sleeps at the monitor of this array
    private static final long WANTS_ROOM = 384; // the writer waits for room
    private static final long DATA = 512;

    final SharedArray<?> array;
    private final MemorySegment memory;
    private long written;
    private long read;
    private long seenPublished;
    private long seenReleased;

    ByteRing(SharedArray<?> array) {
        this.array = array;
        this.memory = array.memory();
    }

    /** Whether another program's array can be one. */
    static boolean isRing(SharedArray<?> array) {
        return array.componentType() == long.class && array.memory().byteSize() == DATA + CAPACITY;
    }

    static ByteRing create() {
        return new ByteRing(SharedArray.create(long.class, (int) (DATA + CAPACITY) / 8));
    }

    /** So many bytes, as many as are taken for them. */
    public static int padded(int length) {
        return (length + 7) & ~7;
    }

    // ---- the writer's side

    /** How many bytes can be put now. */
    public int room() {
        int room = CAPACITY - (int) (written - seenReleased);
        if (room < CAPACITY / 2) {
            seenReleased = (long) WORD.getVolatile(memory, RELEASED);
            room = CAPACITY - (int) (written - seenReleased);
        }
        return room;
    }

    /** Puts a word, for which there has to be room. */
    public void putWord(long word) {
        WORD.set(memory, DATA + (written & MASK), word);
        written += 8;
    }

    /** Puts bytes, for which there has to be room when {@link #padded}. */
    public void put(byte[] bytes, int offset, int length) {
        int at = (int) (written & MASK);
        int first = Math.min(length, CAPACITY - at);
        MemorySegment.copy(bytes, offset, memory, JAVA_BYTE, DATA + at, first);
        MemorySegment.copy(bytes, offset + first, memory, JAVA_BYTE, DATA, length - first);
        written += padded(length);
    }

    /** Whether something was put and not published. */
    boolean hasUnpublished() {
        return written != (long) WORD.get(memory, PUBLISHED);
    }

    /** Lets the reader see what was put. Whether its side has to be woken. */
    boolean publish() {
        WORD.setVolatile(memory, PUBLISHED, written);
        return wakes();
    }

    /** Nothing follows. Whether the reader's side has to be woken. */
    boolean end() {
        WORD.setVolatile(memory, ENDED, 1L);
        return wakes();
    }

    /** Nobody reads what is put. */
    boolean isRefused() {
        return (long) WORD.getVolatile(memory, REFUSED) != 0;
    }

    /** The reader is to tell when there is room; {@link #room} has to be asked again after this. */
    void wantRoom() {
        seenReleased = written - CAPACITY;
        WORD.setVolatile(memory, WANTS_ROOM, 1L);
    }

    private boolean wakes() {
        return (long) WORD.getVolatile(memory, ASLEEP) != 0 && WORD.compareAndSet(memory, ASLEEP, 1L, 0L);
    }

    // ---- the reader's side

    /** How many bytes can be taken now. Any thread. */
    public int available() {
        long position = read;
        if (seenPublished == position) {
            seenPublished = (long) WORD.getVolatile(memory, PUBLISHED);
        }
        return (int) Math.min(CAPACITY, seenPublished - position);
    }

    /** Takes a word, which has to be available. */
    public long takeWord() {
        long word = (long) WORD.get(memory, DATA + (read & MASK));
        read += 8;
        return word;
    }

    /** Takes bytes, which have to be available. */
    public void take(byte[] bytes, int offset, int length) {
        int at = (int) (read & MASK);
        int first = Math.min(length, CAPACITY - at);
        MemorySegment.copy(memory, JAVA_BYTE, DATA + at, bytes, offset, first);
        MemorySegment.copy(memory, JAVA_BYTE, DATA, bytes, offset + first, length - first);
        read += padded(length);
    }

    /** Passes over bytes, which have to be available. */
    public void skip(int length) {
        read += padded(length);
    }

    /** Gives the room of what was taken to the writer. Whether its side wants to know. */
    boolean release() {
        WORD.setVolatile(memory, RELEASED, read);
        return (long) WORD.getVolatile(memory, WANTS_ROOM) != 0 && WORD.compareAndSet(memory, WANTS_ROOM, 1L, 0L);
    }

    /** Nobody will read any more. */
    void refuse() {
        WORD.setVolatile(memory, REFUSED, 1L);
    }

    /** Nothing follows what is available. */
    boolean isEnded() {
        return (long) WORD.getVolatile(memory, ENDED) != 0;
    }

    /** This side sleeps from now on, unless there is something to do. */
    void asleep() {
        WORD.setVolatile(memory, ASLEEP, 1L);
    }

    /** This side was woken on purpose, by a thread of its own. */
    boolean awake() {
        return wakes();
    }
}
