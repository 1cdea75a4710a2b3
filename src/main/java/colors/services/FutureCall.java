// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.PendingCall;
import colors.calls.PendingCalls;
import colors.calls.SharedCall;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** What the program has of a call. Its callbacks run in the executor of futures: they may wait for other calls. */
final class FutureCall extends CompletableFuture<Object> implements PendingCall {
    private final Client client;
    private final ClientMethod method;
    private final SharedCall call;
    private final ObservedCall begun;

    private FutureCall(Client client, ClientMethod method, SharedCall call, ObservedCall begun) {
        this.client = client;
        this.method = method;
        this.call = call;
        this.begun = begun;
    }

    /** Sends a call; its future ends with it. */
    static CompletableFuture<Object> begin(Client client, ClientMethod method, int name, Object[] arguments) {
        FutureCall future = make(client, method, name, arguments);
        try {
            PendingCalls.add(future);
            client.send(future.call, method.text());
        } catch (RuntimeException e) {
            future.giveUp(e);
            return future;
        } catch (Error e) {
            future.giveUp(e);
            throw e;
        }
        PendingCalls.sent();
        return future;
    }

    private static FutureCall make(Client client, ClientMethod method, int name, Object[] arguments) {
        ObservedCall begun = client.begin(method.name());
        try {
            SharedCall call = client.make(name, PendingCalls.replies(), begun, arguments);
            return new FutureCall(client, method, call, begun);
        } catch (RuntimeException | Error e) {
            begun.ended(e);
            throw e;
        }
    }

    /** It was not sent. */
    private void giveUp(Throwable thrown) {
        try {
            fail(thrown);
        } finally {
            PendingCalls.remove(this);
        }
    }

    private void fail(Throwable thrown) {
        begun.ended(thrown);
        completeExceptionally(thrown);
    }

    private void succeed(Object result) {
        begun.ended(null);
        complete(result);
    }

    @Override
    public SharedCall call() {
        return call;
    }

    @Override
    public CallState look() {
        return client.look(call);
    }

    @Override
    public void end(CallState state) {
        try {
            Object result = method.end(call, state);
            defaultExecutor().execute(() -> succeed(result));
        } catch (Throwable e) {
            defaultExecutor().execute(() -> fail(e));
        }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean isCancelled = super.cancel(mayInterrupt);
        if (isCancelled && PendingCalls.remove(this)) {
            Calls.cancel(call);
            begun.ended(new CancellationException());
        }
        return isCancelled;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>(); // what depends on it is no call
    }
}
