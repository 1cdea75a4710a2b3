// SPDX-License-Identifier: Apache-2.0
package colors.truffle.api;

import colors.ChannelClosedException;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.monitors.Channels;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.Arguments;
import colors.truffle.border.Blocking;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.node.WordNode;
import colors.truffle.object.FieldStore;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;
import java.util.Map;

/**
 * A channel (docs/channels.md), found or made: send(value, [ms]), receive([ms, otherwise]), trySend(value),
 * tryReceive([otherwise]), close(), size(), isClosed(), key, capacity, type; an iterable that receives until the
 * channel is closed. Times are milliseconds.
 */
@ExportLibrary(InteropLibrary.class)
public final class Channel extends Members {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final Map<String, Integer> CLASSES = Map.of(
            "String",
            Layout.TYPE_STRING,
            "Boolean",
            Layout.TYPE_BOOLEAN,
            "Array",
            Layout.TYPE_LIST,
            "Map",
            Layout.TYPE_MAP,
            "Set",
            Layout.TYPE_SET,
            "Uint8Array",
            Layout.TYPE_BINARY,
            "Object",
            Layout.TYPE_ANY);

    private final String key;
    private final long queue;
    private final FieldLocation type;
    private final long spin;

    private Channel(String key, long queue, long spin) {
        super("channel '" + key + "'");
        this.key = key;
        this.queue = queue;
        this.spin = spin;
        type = Channels.type(queue);
        value("key", key);
        value("capacity", Channels.capacity(queue));
        value("type", type.typeText());
        function("send", 1, 2, (context, arguments) -> send(context, arguments[0], Blocking.timeout(arguments, 1)));
        function(
                "receive",
                0,
                2,
                (context, arguments) ->
                        receive(context, Blocking.timeout(arguments, 0), arguments.length == 2 ? arguments[1] : null));
        function("trySend", 1, 1, (context, arguments) -> send(context, arguments[0], 0));
        function(
                "tryReceive",
                0,
                1,
                (context, arguments) -> receive(context, 0, arguments.length == 1 ? arguments[0] : Null.INSTANCE));
        function("close", 0, 0, (context, arguments) -> close(context));
        function("size", 0, 0, (context, arguments) -> Channels.size(queue));
        function("isClosed", 0, 0, (context, arguments) -> Channels.isClosed(queue));
    }

    /** channel(key, [capacity, type, spin]): null stands for what is left out. */
    public static Object open(ColorsContext context, Object[] arguments) throws InteropException {
        Attachment.ensure();
        String key = Arguments.text(arguments[0], "the key of a channel");
        Object capacity = argument(arguments, 1);
        Object type = argument(arguments, 2);
        Object spin = argument(arguments, 3);
        int code = type == null ? 0 : typeOf(context, type);
        int typeName = code == Layout.TYPE_CLASS ? Entities.classNamed(className(context, type)) : 0;
        long queue = Channels.open(key, capacity == null ? 0 : capacity(capacity), code, typeName);
        return new Channel(key, queue, spin == null ? Channels.SPIN_NS : Blocking.nanos(spin));
    }

    private static Object argument(Object[] arguments, int index) {
        return arguments.length > index && !INTEROP.isNull(arguments[index]) ? arguments[index] : null;
    }

    private static int capacity(Object value) throws InteropException {
        if (!INTEROP.isNumber(value) || !INTEROP.fitsInInt(value) || INTEROP.asInt(value) < 1) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a channel has room for 1 to " + Layout.CHANNEL_CAPACITY_MAX + " messages; its capacity cannot be "
                            + (INTEROP.isNumber(value) ? INTEROP.toDisplayString(value) : GuestValues.named(value)));
        }
        return INTEROP.asInt(value);
    }

    /** Of a name of a type or class, or a class. */
    private static int typeOf(ColorsContext context, Object type) throws InteropException {
        if (INTEROP.isString(type)) {
            for (int code = Layout.TYPE_ANY; code < Layout.TYPE_CLASS; code++) {
                if (SharedShape.typeText(code).equals(INTEROP.asString(type))) {
                    return code;
                }
            }
            return Layout.TYPE_CLASS;
        }
        if (context.nameOf(type) != null || !INTEROP.isMetaObject(type)) {
            return Layout.TYPE_CLASS;
        }
        return CLASSES.getOrDefault(INTEROP.asString(INTEROP.getMetaSimpleName(type)), Layout.TYPE_CLASS);
    }

    private static String className(ColorsContext context, Object type) throws InteropException {
        String bound = context.nameOf(type);
        if (bound != null || INTEROP.isString(type)) {
            return bound != null ? bound : INTEROP.asString(type);
        }
        String name = INTEROP.isMetaObject(type) ? INTEROP.asString(INTEROP.getMetaQualifiedName(type)) : "";
        if (name.isEmpty() || name.equals("Number")) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the type of a channel's messages is a class, the shared name of one, or one of 'any', 'integer',"
                            + " 'float', 'boolean', 'string', 'binary', 'list', 'set', 'map'");
        }
        return name;
    }

    private Object send(ColorsContext context, Object value, long timeout) {
        Object message = GuestValues.toCore(value, () -> "channel '" + key + "'");
        if (type.type() != Layout.TYPE_ANY && context.guest().numbers() == NumberRule.ANY) {
            message = FieldStore.anyNumber(message, type);
        }
        Mutator mutator = context.mutator();
        long word = Channels.wordOf(mutator, queue, type, message, context.guest());
        // roots the word: code of the program may run on this thread while it waits
        RootChunk chunk = mutator.wrapperChunk();
        int[] result = {Channels.TIMEOUT};
        Blocking.await(
                timeout,
                slice -> (result[0] = Channels.send(mutator, queue, word, slice, slice == 0 ? 0 : spin))
                        != Channels.TIMEOUT);
        Reference.reachabilityFence(chunk);
        Reference.reachabilityFence(message);
        Reference.reachabilityFence(value);
        if (result[0] == Channels.CLOSED) {
            throw ChannelClosedException.ofSender(key);
        }
        return result[0] == Channels.DONE;
    }

    /** What a wait for a message came to. Taken at once, for code of the program may run on this thread after it. */
    private static final class Receipt {
        int result = Channels.TIMEOUT;
        long word;
        RootChunk chunk;

        boolean take(Mutator mutator, long queue, long slice, long spin) {
            result = Channels.receive(mutator, queue, slice, slice == 0 ? 0 : spin);
            if (result == Channels.DONE) {
                word = Channels.received(mutator);
                chunk = mutator.wrapperChunk();
            }
            return result != Channels.TIMEOUT;
        }
    }

    /** Throws SharedMemoryException (TIMEOUT) when the time is over and {@code otherwise} is null. */
    private Object receive(ColorsContext context, long timeout, Object otherwise) {
        Mutator mutator = context.mutator();
        var receipt = new Receipt();
        Blocking.await(timeout, slice -> receipt.take(mutator, queue, slice, spin));
        if (receipt.result == Channels.CLOSED) {
            throw ChannelClosedException.ofReceiver(key);
        }
        if (receipt.result == Channels.DONE) {
            return WordNode.toGuest(receipt.word, receipt.chunk, ValueForm.INTEROP);
        }
        if (otherwise == null) {
            throw SharedMemoryException.of(
                    Reason.TIMEOUT, "no message came to channel '" + key + "' in " + timeout / 1_000_000.0 + " ms");
        }
        return otherwise;
    }

    private Object close(ColorsContext context) {
        Channels.close(context.mutator(), queue);
        return Null.INSTANCE;
    }

    @ExportMessage
    boolean hasIterator() {
        return true;
    }

    @ExportMessage
    Object getIterator() {
        return new Messages(this);
    }

    /** Looking for the next message receives it. */
    @ExportLibrary(InteropLibrary.class)
    static final class Messages implements TruffleObject {
        private final Channel channel;
        private Object next;

        Messages(Channel channel) {
            this.channel = channel;
        }

        @ExportMessage
        boolean isIterator() {
            return true;
        }

        @ExportMessage
        @TruffleBoundary
        boolean hasIteratorNextElement(@Bind Node node) {
            ColorsContext context = ColorsContext.get(node);
            try {
                next = next != null ? next : channel.receive(context, Blocking.FOREVER, null);
                return true;
            } catch (ChannelClosedException e) {
                return false;
            } catch (SharedMemoryException e) {
                throw context.raise(node, e);
            }
        }

        @ExportMessage
        @TruffleBoundary
        Object getIteratorNextElement(@Bind Node node) throws StopIterationException {
            if (!hasIteratorNextElement(node)) {
                throw StopIterationException.create();
            }
            Object message = next;
            next = null;
            return message;
        }
    }
}
