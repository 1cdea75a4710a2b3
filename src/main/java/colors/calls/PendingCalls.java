// SPDX-License-Identifier: Apache-2.0
package colors.calls;

import colors.roots.Mutator;
import colors.roots.Shared;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The calls of this process for which no thread waits. One thread tells them of their end: it takes what servers
 * report, and looks at all of them when a process died, when a time is over, and now and then.
 */
public final class PendingCalls {
    private static final long NAP_NS = Duration.ofMillis(50).toNanos();
    private static final PendingCalls INSTANCE = new PendingCalls();

    private final ConcurrentHashMap<Long, PendingCall> pending = new ConcurrentHashMap<>(); // by address
    private final Calls.Replies replies = Calls.newReplies();
    private final Thread thread;

    private PendingCalls() {
        thread = Thread.ofPlatform().name("colors-replies").daemon().start(this::run);
    }

    /** Where the end of such a call is reported: {@link SharedCall#make} is told. */
    public static Shared replies() {
        return INSTANCE.replies;
    }

    /** Before it is sent. Its end may come after that of the scope in which it was made. */
    public static void add(PendingCall call) {
        call.call().chunk().pinned();
        INSTANCE.pending.put(call.call().address(), call);
    }

    /** It was sent. */
    public static void sent() {
        LockSupport.unpark(INSTANCE.thread);
    }

    /** It is told nothing more. False when it has been told of its end. */
    public static boolean remove(PendingCall call) {
        return INSTANCE.pending.remove(call.call().address(), call);
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
        if (endReported(NAP_NS) == 0) {
            lookAtAll();
        }
    }

    /** In the order in which they ended. Returns how many. */
    private int endReported(long timeoutNs) {
        var reported = replies.take(Mutator.current(), timeoutNs);
        for (SharedCall call : reported) {
            end(call.address(), call.state());
        }
        return reported.size();
    }

    private void end(long call, CallState state) {
        PendingCall ended = pending.remove(call);
        if (ended != null) {
            ended.end(state);
        }
    }

    /** Whose server died is reported by nobody; the others, if they are just now, come first. */
    private void lookAtAll() {
        Map<Long, CallState> ended = new HashMap<>();
        pending.forEach((address, each) -> {
            CallState state = each.look();
            if (state.hasEnded()) {
                ended.put(address, state);
            }
        });
        if (!ended.isEmpty()) {
            endReported(0);
            ended.forEach(this::end);
        }
    }
}
