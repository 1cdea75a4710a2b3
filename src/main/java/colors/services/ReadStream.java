// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallErrors;
import colors.calls.CallFailure;
import colors.calls.Calls;
import colors.calls.RunningRequest;
import colors.calls.SharedCall;
import colors.roots.Mutator;
import colors.rpc.CallException;
import colors.rpc.NoServerException;
import colors.rpc.RemoteFailureException;
import colors.rpc.ServerLostException;
import colors.wrappers.HostLanguage;
import java.lang.ref.Cleaner;

/**
 * A stream that another process makes, as who reads it has it: where its items are asked for, by the calls of
 * {@link StreamCalls}, and whether it is at its end. It is closed when the collector finds it. Thread-safe.
 */
public final class ReadStream {
    /** How many items a reader asks for. */
    public static final int MOST = 64;

    /** The class of what a call gives whose result is a stream. */
    public static final String CLASS_NAME = "colors.rpc.Stream";

    private static final Cleaner CLEANER = Cleaner.create();
    private static final PassedValue HANDLE =
            new PassedValue("the result, of which a stream is asked,", StreamHandle.class);
    private static final int CLOSE = MethodName.entity("close/1");

    /** Sent whether or not the thread is interrupted, or the request that it executes is late. */
    private record Closing(Calls.Service service, String name, long id) implements Runnable {
        @Override
        public void run() {
            boolean wasInterrupted = Thread.interrupted();
            RunningRequest request = RunningRequest.enter(null);
            try {
                var client = new Client(name, service, 0, true, Interceptors.NONE);
                String text = CallErrors.text("close", name);
                client.checkServed(text);
                client.send(client.make(CLOSE, null, ObservedCall.NONE, new Object[] {id}), text);
            } catch (NoServerException e) {
                // nobody is left who makes it
            } finally {
                RunningRequest.leave(request);
                if (wasInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private final String what;
    private final String name;
    private final Calls.Service service;
    private final long id;
    private final Cleaner.Cleanable closing;
    private volatile boolean isAtEnd; // another thread may close it

    private ReadStream(StreamHandle handle, String what) {
        this.what = what;
        name = handle.service();
        service = Calls.open(name, 0);
        id = handle.id();
        closing = CLEANER.register(this, new Closing(service, name, id));
    }

    /**
     * Of what a call gave. Throws TypeConflictException when that is no stream.
     *
     * @param result as the wrappers of Java have it
     * @param method for messages: {@code items of service 'x'}
     */
    static ReadStream of(Object result, String method) {
        return new ReadStream((StreamHandle) HANDLE.read(result), "the stream of " + method);
    }

    /** The result of a call that ended with one. */
    public static ReadStream of(SharedCall call, String method) {
        return of(call.result(Mutator.current(), HostLanguage.VALUES::ofElement), method);
    }

    /** Of the service that gives the items. */
    public String name() {
        return name;
    }

    public Calls.Service service() {
        return service;
    }

    /** The argument of its calls. */
    public long id() {
        return id;
    }

    public boolean isAtEnd() {
        return isAtEnd;
    }

    /** What its reader is told of a call for items that failed; null: the end, for it was closed meanwhile. */
    public CallException failure(CallException thrown) {
        return switch (thrown) {
            case NoServerException _ -> lost();
            case RemoteFailureException _ when isAtEnd -> null;
            case RemoteFailureException remote when remote.type().equals(ServerLostException.class.getName()) -> lost();
            case RemoteFailureException remote -> remote(remote);
            default -> thrown;
        };
    }

    private ServerLostException lost() {
        return new ServerLostException("the server of " + what + " was closed, or died; its other items are lost");
    }

    private RemoteFailureException remote(RemoteFailureException thrown) {
        var failure = new CallFailure(CallFailure.EXCEPTION, thrown.type(), thrown.remoteMessage(), thrown.trace());
        return new RemoteFailureException(
                CallErrors.summary(failure, what), failure.type(), failure.message(), failure.trace());
    }

    /** No items are asked for any more; the server makes no more. Also at its end, and when a call for items failed. */
    public void close() {
        isAtEnd = true;
        closing.clean();
    }

    @Override
    public String toString() {
        return what;
    }
}
