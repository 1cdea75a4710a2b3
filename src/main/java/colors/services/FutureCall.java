// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.PendingCall;
import colors.calls.PendingCalls;
import colors.calls.SharedCall;
import java.util.concurrent.CompletableFuture;

/** What the program has of a call. Its callbacks run in the executor of futures: they may wait for other calls. */
final class FutureCall extends CompletableFuture<Object> implements PendingCall {
    private final Client client;
    private final ClientMethod method;
    private final SharedCall call;

    private FutureCall(Client client, ClientMethod method, SharedCall call) {
        this.client = client;
        this.method = method;
        this.call = call;
    }

    /** Sends a call; its future ends with it. */
    static CompletableFuture<Object> begin(Client client, ClientMethod method, int name, Object[] arguments) {
        var future = new FutureCall(client, method, client.make(name, PendingCalls.replies(), arguments));
        PendingCalls.add(future);
        try {
            client.send(future.call, method.text());
        } catch (RuntimeException e) {
            PendingCalls.remove(future);
            future.completeExceptionally(e);
            return future;
        }
        PendingCalls.sent();
        return future;
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
            defaultExecutor().execute(() -> complete(result));
        } catch (Throwable e) {
            defaultExecutor().execute(() -> completeExceptionally(e));
        }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean isCancelled = super.cancel(mayInterrupt);
        if (isCancelled && PendingCalls.remove(this)) {
            Calls.cancel(call);
        }
        return isCancelled;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>(); // what depends on it is no call
    }
}
