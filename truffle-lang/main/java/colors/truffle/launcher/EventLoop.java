// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * setTimeout and its like for a JavaScript program, and the promises of its calls of services: all run in the program's
 * thread, after the program's own code. Promises go on after each call, as GraalJS has it.
 */
final class EventLoop {
    private static final long MAX_DELAY_MS = Integer.MAX_VALUE; // a longer one is 1 ms, as in Node and browsers
    private static final long NEVER = Long.MAX_VALUE;
    private static final long CALLS_NS = TimeUnit.MILLISECONDS.toNanos(50); // who does not wait in settle looks again
    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<String> NAMES = List.of(
            "setTimeout",
            "setInterval",
            "setImmediate",
            "clearTimeout",
            "clearInterval",
            "clearImmediate",
            "queueMicrotask");

    /** {@code due} is of System.nanoTime(); {@code every} is 0 for what is called once. */
    private record Timer(int id, Value function, long due, long every) {
        private boolean isBefore(long now) {
            return due - now <= 0;
        }
    }

    // what was cleared is not in it, but may still be in immediates
    private final Map<Integer, Timer> pending = new HashMap<>();
    private final TreeSet<Timer> timers = new TreeSet<>(
            Comparator.<Timer>comparingLong(timer -> timer.due - origin()).thenComparingInt(Timer::id));
    private final ArrayDeque<Timer> immediates = new ArrayDeque<>();
    private final long origin = System.nanoTime();
    private final Context context;
    private int lastId;
    private Value settle; // of the API, found at its first use
    private int calls; // that have not ended

    private EventLoop(Context context) {
        this.context = context;
    }

    /** Gives the functions to a context. */
    static EventLoop of(Context context) {
        var loop = new EventLoop(context);
        ProxyExecutable start =
                given -> loop.start(given[0], given[1].asDouble(), given[2].asBoolean(), given[3].asBoolean());
        ProxyExecutable clear = given -> loop.clear(given[0].asDouble());
        LazyGlobals.install(
                context, NAMES, given -> ScriptFunction.of(context, "events").execute(start, clear));
        return loop;
    }

    private long origin() {
        return origin;
    }

    private int start(Value function, double delayMs, boolean repeats, boolean immediate) {
        long every = TimeUnit.MILLISECONDS.toNanos(delayMs >= 1 && delayMs <= MAX_DELAY_MS ? (long) delayMs : 1);
        var timer = new Timer(++lastId, function, System.nanoTime() + every, repeats ? every : 0);
        pending.put(timer.id, timer);
        if (immediate) {
            immediates.add(timer);
        } else {
            timers.add(timer);
        }
        return timer.id;
    }

    private boolean clear(double id) {
        Timer timer = (int) id == id ? pending.remove((int) id) : null;
        return timer != null && timers.remove(timer);
    }

    /** Returns when nothing is pending. What a function throws ends it. */
    void run() throws InterruptedException {
        for (long left = runDue(); left != NEVER; left = runDue()) {
            if (calls > 0) {
                settle(left);
            } else {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        }
    }

    /** Runs what is due. Returns in how many nanoseconds something is again; Long.MAX_VALUE when nothing is pending. */
    long runDue() {
        runTimers(System.nanoTime());
        for (int count = immediates.size(); count > 0; count--) {
            call(immediates.remove());
        }
        settle(0);
        long left = NEVER;
        if (!pending.isEmpty()) {
            left = immediates.isEmpty() ? Math.max(0, timers.first().due - System.nanoTime()) : 0;
        }
        return calls > 0 ? Math.min(left, CALLS_NS) : left;
    }

    /** Promises of calls that ended, of which it waits for one at most so long. */
    private void settle(long nanos) {
        settle = settle == null ? context.eval("colors", "").getMember("settle") : settle;
        calls = settle.execute(nanos / NANOS_PER_MILLI).asInt();
    }

    private void runTimers(long now) {
        while (!timers.isEmpty() && timers.first().isBefore(now)) {
            call(timers.pollFirst());
        }
    }

    private void call(Timer timer) {
        if (timer.every == 0 ? !pending.remove(timer.id, timer) : !pending.containsKey(timer.id)) {
            return;
        }
        long now = System.nanoTime();
        try {
            timer.function.executeVoid();
        } finally {
            if (timer.every != 0 && pending.containsKey(timer.id)) {
                var next = new Timer(timer.id, timer.function, now + timer.every, timer.every);
                pending.put(next.id, next);
                timers.add(next);
            }
        }
    }
}
