// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.NativeFunction;
import colors.memory.Scratch;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.Allocation;
import colors.shapes.SharedShape;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The functions of libcolors' service.c, call.c and replies.c. Times are nanoseconds; negative ones are none. */
public final class Calls {
    /** Results of {@link #send}. */
    public static final int DONE = 1;

    public static final int TIMEOUT = 2;
    public static final int CLOSED = 3;

    private static final MethodHandle SEND =
            handle("cl_call_send", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle AWAIT =
            handle("cl_call_await", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle LOOK = handle("cl_call_look", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle CANCEL = handle("cl_call_cancel", JAVA_INT, JAVA_LONG);
    private static final MethodHandle TAKE =
            handle("cl_call_take", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle END = handle("cl_call_end", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle REPLIES =
            handle("cl_replies_take", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction INCARNATION = NativeFunction.of("cl_vm_incarnation", JAVA_LONG);
    private static final NativeFunction ALIVE = NativeFunction.of("cl_vm_is_alive", JAVA_INT, JAVA_LONG);
    private static final NativeFunction LEAVE = NativeFunction.of("cl_service_leave", null, JAVA_LONG);
    private static final NativeFunction SERVES = NativeFunction.of("cl_service_serves", JAVA_INT, JAVA_LONG);

    private static final Map<Long, Integer> SERVED = new HashMap<>(); // by array: servers of this process

    private static final class This {
        static final long INCARNATION = incarnationNow();

        private static long incarnationNow() {
            try {
                return (long) Calls.INCARNATION.handle().invokeExact();
            } catch (Throwable e) {
                throw NativeFunction.impossible(e);
            }
        }
    }

    private static final class Shape {
        static final Allocation REPLIES = Allocation.of(SharedShape.of(Native.repliesShape()));
    }

    private Calls() {}

    private static MethodHandle handle(String name, MemoryLayout result, MemoryLayout... arguments) {
        return NativeFunction.link(name, FunctionDescriptor.of(result, arguments));
    }

    /**
     * A service as this process has it: the queue of its calls, and the array of its servers, which a chunk keeps
     * alive.
     */
    public record Service(long queue, long servers, RootChunk chunk) {}

    /** What a thread learned of how long it waits for one thing: a hint, which threads may share. */
    public static final class Patience {
        private final MemorySegment memory = Arena.ofAuto().allocate(24, 8);

        long address() {
            return memory.address();
        }
    }

    /** Finds or makes a service. Throws SharedMemoryException (ARGUMENT, STATE, TYPE, MEMORY, READ_ONLY). */
    public static Service open(String name, int capacity) {
        Mutator mutator = Mutator.current();
        try {
            long[] service = Native.serviceOpen(mutator.slotOffset(), name, capacity);
            mutator.followChunk();
            return new Service(service[0], service[1], mutator.wrapperChunk().pinned()); // it outlives a scope
        } finally {
            mutator.returned();
        }
    }

    /** One server more of this process serves. Throws SharedMemoryException (MEMORY). */
    public static void join(Service service) {
        synchronized (SERVED) {
            Native.serviceJoin(service.servers);
            SERVED.merge(service.servers, 1, Integer::sum);
        }
        Reference.reachabilityFence(service);
    }

    /** One less; the last one takes this process out of those that serve. */
    public static void leave(Service service) {
        synchronized (SERVED) {
            if (SERVED.merge(service.servers, -1, (a, b) -> a + b == 0 ? null : a + b) == null) {
                leaveNow(service);
            }
        }
    }

    private static void leaveNow(Service service) {
        try {
            LEAVE.handle().invokeExact(service.servers);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
        Reference.reachabilityFence(service);
    }

    /** How many living processes serve. */
    public static int serves(Service service) {
        try {
            int count = (int) SERVES.handle().invokeExact(service.servers);
            Reference.reachabilityFence(service);
            return count;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** This process, as calls name it. */
    public static long incarnation() {
        return This.INCARNATION;
    }

    /** Whether the process lives. */
    public static boolean isAlive(long incarnation) {
        try {
            return (int) ALIVE.handle().invokeExact(incarnation) != 0;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Sends a call, once: waits while the channel is full. */
    public static int send(Mutator mutator, Service service, SharedCall call, long timeoutNs) {
        Scratch scratch = mutator.scratch();
        try {
            int result = (int) SEND.invokeExact(
                    mutator.slotOffset(),
                    service.queue,
                    Segment.reference(call.address()),
                    Math.max(timeoutNs, 0),
                    scratch.error);
            mutator.returned();
            Reference.reachabilityFence(call);
            return checked(scratch, result);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    private static int checked(Scratch scratch, int result) {
        if (result == 0) {
            throw scratch.failure();
        }
        return result;
    }

    /**
     * Waits for the end of a call, busily at first if that pays.
     *
     * @param needsServers whether a call that waits to be taken ends when no server is left
     */
    public static CallState await(
            Mutator mutator,
            Service service,
            SharedCall call,
            boolean needsServers,
            long timeoutNs,
            Patience patience) {
        try {
            int state = (int) AWAIT.invokeExact(
                    mutator.slotOffset(),
                    Segment.reference(call.address()),
                    needsServers ? service.servers : 0,
                    Math.max(timeoutNs, 0),
                    patience.address());
            mutator.returned();
            Reference.reachabilityFence(call);
            Reference.reachabilityFence(service);
            Reference.reachabilityFence(patience);
            return CallState.of(state);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** The same, without waiting. */
    public static CallState look(Service service, SharedCall call, boolean needsServers) {
        try {
            int state = (int) LOOK.invokeExact(Segment.reference(call.address()), needsServers ? service.servers : 0);
            Reference.reachabilityFence(call);
            Reference.reachabilityFence(service);
            return CallState.of(state);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** How a call is now, which is given up when its time is over. */
    public static CallState lookInTime(Service service, SharedCall call, boolean needsServers) {
        CallState state = look(service, call, needsServers);
        boolean isLate = !state.hasEnded()
                && state != CallState.UNSENT
                && call.deadline() != 0
                && System.nanoTime() - call.deadline() > 0;
        return isLate ? cancel(call) : state;
    }

    /** Gives a call up if it has not ended. How it ended. */
    public static CallState cancel(SharedCall call) {
        try {
            int state = (int) CANCEL.invokeExact(Segment.reference(call.address()));
            Reference.reachabilityFence(call);
            return CallState.of(state);
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /**
     * Takes the next call, which is this process's to end; null when none comes in time. Throws SharedMemoryException
     * (CLOSED) when the service was removed.
     */
    public static SharedCall take(Mutator mutator, Service service, long timeoutNs, Patience patience) {
        Scratch scratch = mutator.scratch();
        try {
            int result = (int) TAKE.invokeExact(
                    mutator.slotOffset(),
                    service.queue,
                    Math.max(timeoutNs, 0),
                    patience.address(),
                    scratch.result,
                    scratch.error);
            mutator.followChunk();
            Reference.reachabilityFence(patience);
            return switch (checked(scratch, result)) {
                case DONE -> new SharedCall(Segment.address(Memory.getLong(scratch.result)), mutator.wrapperChunk());
                case TIMEOUT -> null;
                default -> throw new ServiceClosed();
            };
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Nothing more can be taken: the channel of the service was closed or removed. */
    public static final class ServiceClosed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ServiceClosed() {
            super("the service was removed", null, false, false);
        }
    }

    /** Ends a call that this process took. False when its client had given it up. */
    static boolean end(Mutator mutator, SharedCall call, int state) {
        try {
            int ended = (int) END.invokeExact(mutator.slotOffset(), Segment.reference(call.address()), state);
            mutator.followChunk();
            Reference.reachabilityFence(call);
            return ended != 0;
        } catch (Throwable e) {
            throw NativeFunction.impossible(e);
        }
    }

    /** Where ended calls are reported: an object of this process's own. */
    public static Replies newReplies() {
        Mutator mutator = Mutator.current();
        long address = Shape.REPLIES.allocate(mutator);
        return new Replies(address, mutator.wrapperChunk().pinned()); // it outlives a scope
    }

    /** An object of the class {@code colors.rpc.Replies}. */
    public record Replies(long address, RootChunk chunk) implements Shared {
        private static final Patience PATIENCE = new Patience();

        /**
         * The calls that were reported since the last time, in their order. It waits for one, at most so long; and may
         * give none.
         */
        public List<SharedCall> take(Mutator mutator, long timeoutNs) {
            try {
                long first = (long) REPLIES.invokeExact(
                        mutator.slotOffset(), Segment.reference(address), Math.max(timeoutNs, 0), PATIENCE.address());
                mutator.followChunk();
                SharedCall call = first == 0 ? null : new SharedCall(Segment.address(first), mutator.wrapperChunk());
                List<SharedCall> calls = new ArrayList<>();
                for (; call != null; call = call.next(mutator)) {
                    calls.add(call);
                }
                Reference.reachabilityFence(this);
                return calls.reversed();
            } catch (Throwable e) {
                throw NativeFunction.impossible(e);
            }
        }
    }
}
