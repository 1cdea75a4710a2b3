// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.TypeConflictException;
import colors.memory.FieldSpec;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.NativeFunction;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.memory.SlotKind;
import colors.roots.Mutator;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.values.DynamicFields;
import colors.values.PrivateReference;
import colors.values.TypeRules;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Channels (docs/layout.md, layout.channel): the functions of libcolors' channel.c for the queue at an address, which
 * is there as long as the segment. A message is sent or received as a whole, also when the process is killed.
 */
public final class Channels {
    /** Results of {@link #send} and {@link #receive}. */
    public static final int DONE = 1;

    public static final int TIMEOUT = 2;
    public static final int CLOSED = 3;

    /** How long who waits looks again and again before it sleeps, when the caller says nothing else. */
    public static final long SPIN_NS = Runtime.getRuntime().availableProcessors() > 1 ? 10_000 : 0;

    private static final class Send {
        static final MethodHandle HANDLE =
                handle("cl_channel_send", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class Receive {
        static final MethodHandle HANDLE =
                handle("cl_channel_receive", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class Close {
        static final MethodHandle HANDLE = handle("cl_channel_close", JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private Channels() {}

    private static MethodHandle handle(String name, MemoryLayout... arguments) {
        return NativeFunction.link(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /**
     * The address of the queue of a channel, found or made.
     *
     * @param capacity 0: as it is
     * @param type one of {@code Layout.TYPE_*}; 0: as it is
     * @param typeName the class entity for {@link Layout#TYPE_CLASS}, else 0
     */
    public static long open(String key, int capacity, int type, int typeName) {
        Mutator mutator = Mutator.current();
        try {
            return Segment.BASE + Native.channelOpen(mutator.slotOffset(), key, capacity, type, typeName);
        } finally {
            mutator.followChunk();
        }
    }

    /** Closes a channel, drops its messages and forgets it. False when there is none of that name. */
    public static boolean remove(String key) {
        Mutator mutator = Mutator.current();
        try {
            return Native.channelRemove(mutator.slotOffset(), key);
        } finally {
            mutator.returned();
        }
    }

    /** The keys of all channels, sorted. */
    public static List<String> keys() {
        return queues().stream().map(Channels::key).sorted().toList();
    }

    /** The addresses of the queues of all channels. */
    static List<Long> queues() {
        return Entities.all(Layout.KIND_CHANNEL).stream()
                .map(entity -> (int) Memory.getLongAcquire(entity + Layout.ENTITY_VALUE))
                .filter(queue -> queue != 0)
                .map(Segment::ofGranules)
                .toList();
    }

    public static String key(long queue) {
        return Entities.name(Memory.getInt(queue + Layout.QUEUE_CHANNEL));
    }

    public static int capacity(long queue) {
        return Memory.getInt(queue + Layout.QUEUE_CAPACITY);
    }

    /** What a message has to fit, as a declared field would say it; null fits always. */
    public static FieldLocation type(long queue) {
        int typeName = Memory.getInt(queue + Layout.QUEUE_TYPE_NAME);
        FieldSpec spec = new FieldSpec(
                0, typeName, Memory.getInt(queue + Layout.QUEUE_TYPE), Layout.FIELD_DECLARED | Layout.FIELD_NULLABLE);
        return new FieldLocation(
                "message", spec, false, SlotKind.TAGGED, typeName == 0 ? null : Entities.name(typeName), -1, 0);
    }

    /** Messages in it now. */
    public static int size(long queue) {
        int head = Memory.getIntAcquire(queue + Layout.QUEUE_HEAD);
        int count = Memory.getIntAcquire(queue + Layout.QUEUE_TAIL) >>> Layout.QUEUE_COUNT_SHIFT;
        return Math.min(count - head & Layout.QUEUE_COUNT_MASK, capacity(queue));
    }

    public static boolean isClosed(long queue) {
        return (Memory.getIntAcquire(queue + Layout.QUEUE_TAIL) & Layout.QUEUE_CLOSED) != 0;
    }

    /** The word of a message, rooted as {@code Values.wordOf} says. Throws SharedMemoryException (TYPE, ARGUMENT). */
    public static long wordOf(
            Mutator mutator, long queue, FieldLocation type, Object message, TypeRules.Subtyping subtyping) {
        if (!TypeRules.fits(type, message, subtyping)) {
            if (TypeRules.typeOf(message) == Layout.TYPE_ANY) {
                throw PrivateReference.of(message);
            }
            throw new TypeConflictException("channel '" + key(queue) + "' has messages of type " + type.typeText()
                    + "; it cannot take " + TypeRules.describe(message) + "; nothing was sent");
        }
        return DynamicFields.word(mutator, type.spec(), message);
    }

    /** Sends a word. The caller keeps what it refers to alive. Negative times are no time. */
    public static int send(Mutator mutator, long queue, long word, long timeoutNs, long spinNs) {
        Scratch scratch = mutator.scratch();
        try {
            return MonitorCalls.check(mutator, scratch, (int) Send.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(queue),
                    word,
                    Math.max(timeoutNs, 0),
                    Math.max(spinNs, 0),
                    scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Receives a message: its word is {@link #received} then, logged in the mutator's current chunk. */
    public static int receive(Mutator mutator, long queue, long timeoutNs, long spinNs) {
        Scratch scratch = mutator.scratch();
        try {
            int result = (int) Receive.HANDLE.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(queue),
                    Math.max(timeoutNs, 0),
                    Math.max(spinNs, 0),
                    scratch.result,
                    scratch.error);
            mutator.followChunk();
            return MonitorCalls.check(mutator, scratch, result);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    public static long received(Mutator mutator) {
        return Memory.getLong(mutator.scratch().result);
    }

    /** From now on nothing is sent. */
    public static void close(Mutator mutator, long queue) {
        Scratch scratch = mutator.scratch();
        try {
            MonitorCalls.check(mutator, scratch, (int)
                    Close.HANDLE.invokeExact(mutator.slotOffset(), Segment.reference(queue), scratch.error));
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }
}
