// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.SharedCall;
import colors.roots.Mutator;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The calls of this process for which no thread waits. One thread completes their futures: it takes what servers
 * report, and looks at all of them when a process died, when a time is over, and now and then.
 */
final class PendingCalls {
    private static final long NAP_NS = Duration.ofMillis(50).toNanos();
    private static final PendingCalls INSTANCE = new PendingCalls();

    /** What the program has of a call. Its callbacks run in the executor of futures: they may wait for other calls. */
    private static final class Pending extends CompletableFuture<Object> {
        private final Client client;
        private final ClientMethod method;
        private final SharedCall call;

        Pending(Client client, ClientMethod method, SharedCall call) {
            this.client = client;
            this.method = method;
            this.call = call;
        }

        void end(CallState state) {
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
            if (isCancelled && INSTANCE.pending.remove(call.address()) != null) {
                Calls.cancel(call);
            }
            return isCancelled;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new CompletableFuture<>(); // what depends on it is no call
        }
    }

    private final ConcurrentHashMap<Long, Pending> pending = new ConcurrentHashMap<>(); // by address
    private final Calls.Replies replies = Calls.newReplies();
    private final Thread thread;

    private PendingCalls() {
        thread = Thread.ofPlatform().name("colors-replies").daemon().start(this::run);
    }

    /** Sends a call; its future ends with it. */
    static CompletableFuture<Object> begin(Client client, ClientMethod method, int name, Object[] arguments) {
        PendingCalls all = INSTANCE;
        SharedCall call = client.make(name, all.replies, arguments);
        call.chunk().pinned(); // its end may come after that of a scope
        Pending future = new Pending(client, method, call);
        all.pending.put(call.address(), future);
        try {
            client.send(call, method);
        } catch (RuntimeException e) {
            all.pending.remove(call.address());
            future.completeExceptionally(e);
            return future;
        }
        LockSupport.unpark(all.thread);
        return future;
    }

    private void run() {
        while (true) {
            try {
                if (pending.isEmpty()) {
                    LockSupport.park(this);
                } else {
                    endSome();
                }
            } catch (Throwable e) { // memory is short: nobody else ends these calls, and lookAtAll finds them
                LockSupport.parkNanos(NAP_NS);
            }
        }
    }

    private void endSome() {
        var reported = replies.take(Mutator.current(), NAP_NS);
        for (SharedCall call : reported) {
            end(call.address(), call.state());
        }
        if (reported.isEmpty()) {
            lookAtAll();
        }
    }

    private void end(long call, CallState state) {
        Pending ended = pending.remove(call);
        if (ended != null) {
            ended.end(state);
        }
    }

    private void lookAtAll() {
        pending.forEach((address, each) -> {
            CallState state = each.client.look(each.call);
            if (state.hasEnded()) {
                end(address, state);
            }
        });
    }
}
