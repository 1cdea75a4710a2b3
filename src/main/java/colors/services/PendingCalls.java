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

    private record Pending(Client client, ClientMethod method, SharedCall call, CompletableFuture<Object> future) {
        void complete(CallState state) {
            try {
                future.complete(method.end(call, state));
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
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
        var future = new CompletableFuture<Object>();
        all.pending.put(call.address(), new Pending(client, method, call, future));
        try {
            client.send(call, method);
        } catch (RuntimeException e) {
            all.pending.remove(call.address());
            future.completeExceptionally(e);
            return future;
        }
        var _ = future.whenComplete((_, _) -> {
            if (future.isCancelled() && all.pending.remove(call.address()) != null) {
                Calls.cancel(call);
            }
        });
        LockSupport.unpark(all.thread);
        return future;
    }

    private void run() {
        while (true) {
            if (pending.isEmpty()) {
                LockSupport.park(this);
                continue;
            }
            var reported = replies.take(Mutator.current(), NAP_NS);
            for (SharedCall call : reported) {
                end(call.address(), call.state());
            }
            if (reported.isEmpty()) {
                lookAtAll();
            }
        }
    }

    private void end(long call, CallState state) {
        Pending ended = pending.remove(call);
        if (ended != null) {
            ended.complete(state);
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
