// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.calls.CallFailure;
import colors.services.ServedStream;
import colors.services.ServedStreams;
import colors.services.StreamHandle;
import colors.truffle.border.Blocking;
import colors.truffle.border.Members;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import com.oracle.truffle.api.interop.InteropException;

/**
 * A stream that a guest's program makes, in one thread: hasRoom() waits for room, and gives false when nobody reads any
 * more; add(item); end() or end(what failure() gave), once.
 */
final class MadeStream extends Members {
    private final ServedStreams all;
    private final ServedStream stream;

    /** Begins it. Throws SharedMemoryException (MEMORY). */
    MadeStream(ServedStreams all, long reader) {
        super("stream");
        this.all = all;
        stream = all.begin(reader);
        function("hasRoom", 0, 0, (context, arguments) -> awaitRoom());
        function("add", 1, 1, (context, arguments) -> add(context, arguments[0]));
        function("end", 0, 1, (context, arguments) -> end(arguments.length == 0 ? null : (GuestFailure) arguments[0]));
    }

    StreamHandle handle() {
        return stream.handle();
    }

    private boolean awaitRoom() {
        Blocking.await(Blocking.FOREVER, slice -> hasRoom(slice) || isClosed());
        return !isClosed();
    }

    /** In that time. */
    boolean hasRoom(long timeout) {
        try {
            return stream.hasRoom(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // seen by who asked for the slice
            return false;
        }
    }

    /** Whether nobody reads it any more. */
    boolean isClosed() {
        return stream.isClosed();
    }

    /** Throws SharedMemoryException for what cannot be passed: items before it are not lost with it. */
    Object add(ColorsContext context, Object item) throws InteropException {
        stream.add(GuestService.value(context, item));
        return Null.INSTANCE;
    }

    Object end(GuestFailure failure) {
        end(failure == null ? null : failure.failure);
        return Null.INSTANCE;
    }

    void end(CallFailure failure) {
        stream.end(failure == null ? null : new CallFailure.Carrier(failure));
    }

    /** Nobody reads it. */
    void close() {
        all.close(stream);
    }
}
