// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.Allocation;
import colors.shapes.SharedShape;
import colors.values.FrozenValue;
import colors.values.Lists;
import colors.values.Values;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * A call: an object of the class {@code colors.rpc.Call}, which a chunk keeps alive. Its client fills it before it is
 * sent, its server stores the result before it ends it. Who has the object keeps it reachable over each method.
 */
public record SharedCall(long address, RootChunk chunk) implements Shared {
    private static final class Shape {
        static final Allocation CALL = Allocation.of(SharedShape.of(Native.callShape()));
    }

    private static long offset(int slot) {
        return Layout.OBJECT_HEADER_BYTES + 8L * slot;
    }

    private long place(int slot) {
        return address + offset(slot);
    }

    /**
     * A new one.
     *
     * @param method the name entity of the method
     * @param deadline of {@link System#nanoTime}, 0: none
     * @param replies where its end is reported, or null
     * @param context what {@link CallContext#stored} gave, or {@link RunningRequest#inheritedContext}; null: none
     * @param arguments as {@link Values#wordOf} takes them
     */
    public static SharedCall make(
            Mutator mutator, int method, long deadline, Shared replies, Object context, Object[] arguments) {
        int count = arguments.length;
        long[] words = new long[Math.min(count, Layout.CALL_INLINE)];
        RootChunk[] chunks = new RootChunk[words.length]; // root the words until the call refers to them
        for (int i = 0; i < words.length; i++) {
            words[i] = Values.wordOf(mutator, arguments[i]);
            chunks[i] = mutator.wrapperChunk();
        }
        long more = count <= words.length
                ? 0
                : Values.wordOf(mutator, FrozenValue.list(Arrays.copyOfRange(arguments, words.length, count)));
        RootChunk ofMore = mutator.wrapperChunk();
        long passed = context == null ? 0 : Values.wordOf(mutator, context);
        RootChunk ofPassed = mutator.wrapperChunk();
        long caller = Calls.incarnation();
        Allocation shape = Shape.CALL;
        long block = shape.begin(mutator);
        Memory.putLong(block + offset(Layout.CALL_DEADLINE), deadline);
        Memory.putLong(block + offset(Layout.CALL_METHOD), method);
        Memory.putLong(block + offset(Layout.CALL_CALLER), caller);
        Memory.putLong(block + offset(Layout.CALL_COUNT), count);
        for (int i = 0; i < words.length; i++) {
            Memory.putLong(block + offset(Layout.CALL_ARGUMENTS + i), words[i]);
        }
        Memory.putLong(block + offset(Layout.CALL_MORE), more);
        Memory.putLong(block + offset(Layout.CALL_CONTEXT), passed);
        if (replies != null) {
            Memory.putLong(block + offset(Layout.CALL_REPLIES), Segment.reference(replies.address()));
        }
        Heap.publish(mutator, block);
        Reference.reachabilityFence(chunks);
        Reference.reachabilityFence(ofMore);
        Reference.reachabilityFence(ofPassed);
        Reference.reachabilityFence(context);
        Reference.reachabilityFence(arguments);
        Reference.reachabilityFence(replies);
        return new SharedCall(block, mutator.wrapperChunk());
    }

    /** The name entity of the method. */
    public int method() {
        return (int) Memory.getLong(place(Layout.CALL_METHOD));
    }

    /** Of {@link System#nanoTime}, 0: none. */
    public long deadline() {
        return Memory.getLong(place(Layout.CALL_DEADLINE));
    }

    /** The process that made it. */
    public long caller() {
        return Memory.getLong(place(Layout.CALL_CALLER));
    }

    /** How many arguments it has. */
    public int count() {
        return (int) Memory.getLong(place(Layout.CALL_COUNT));
    }

    /** What the client's program passes along; null: nothing, or what is no frozen list. */
    CallContext.Stored context(Mutator mutator) {
        if (Memory.getLong(place(Layout.CALL_CONTEXT)) == 0) {
            return null;
        }
        long word = Heap.loadTagged(mutator, place(Layout.CALL_CONTEXT));
        return CallContext.of(word, mutator.wrapperChunk());
    }

    /** What a language has for an element of a kind of {@code Layout.SLOT_*}, which a chunk roots. */
    public interface Reader {
        Object read(RootChunk chunk, int kind, long bits);
    }

    /** An argument, below {@link #count}. */
    public Object argument(Mutator mutator, Reader reader, int index) {
        if (index < Layout.CALL_INLINE) {
            return load(mutator, reader, Layout.CALL_ARGUMENTS + index);
        }
        long more = Heap.loadTagged(mutator, place(Layout.CALL_MORE)); // as make stores it
        RootChunk tuple = mutator.wrapperChunk();
        long bits = Lists.loadFixed(mutator, Segment.address(more), index - Layout.CALL_INLINE);
        return reader.read(tuple, Lists.loadedKind(mutator), bits);
    }

    private Object load(Mutator mutator, Reader reader, int slot) {
        long word = Heap.loadTagged(mutator, place(slot));
        return reader.read(mutator.wrapperChunk(), Layout.SLOT_TAGGED, word);
    }

    /** What the server stored. */
    public Object result(Mutator mutator, Reader reader) {
        return load(mutator, reader, Layout.CALL_RESULT);
    }

    /** What the server stored when it failed. */
    public CallFailure failure(Mutator mutator) {
        return (CallFailure) load(mutator, CallFailure::read, Layout.CALL_RESULT);
    }

    /** Stores a result, as {@link Values#wordOf} takes it, and ends the call. False when the client had given it up. */
    public boolean end(Mutator mutator, Object result, boolean failed) {
        long word = Values.wordOf(mutator, result);
        Heap.storeTagged(mutator, place(Layout.CALL_RESULT), word);
        Reference.reachabilityFence(result);
        return Calls.end(mutator, this, failed ? Layout.CALL_FAILED : Layout.CALL_DONE);
    }

    /** The state, whatever became of its server. */
    public CallState state() {
        long status = Memory.getLongAcquire(place(Layout.CALL_STATUS));
        return CallState.of((int) (status >>> Layout.CALL_STATE_SHIFT) & Layout.CALL_STATE_MASK);
    }

    /** The call that was reported before this one, or null. */
    SharedCall next(Mutator mutator) {
        long word = Heap.loadTagged(mutator, place(Layout.CALL_NEXT));
        return word == 0 ? null : new SharedCall(Segment.address(word), mutator.wrapperChunk());
    }
}
