// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import colors.SharedMemoryException;
import colors.calls.Calls;
import colors.calls.SharedCall;
import colors.roots.Mutator;
import colors.roots.RootScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Threads of this process that execute calls of a service, until it is closed: {@link Service#serve}. Each call has a
 * scope (docs/root-log.md): what the method was given, and got from shared memory, is the thread's until it returns; to
 * keep some of it, {@link colors.Scope} says how. A method that returns a stage has none. Thread-safe.
 */
public final class Server implements AutoCloseable {
    private static final long NAP_NS = Duration.ofMillis(50).toNanos();
    private static final Map<String, Integer> SERVED = new HashMap<>(); // servers of this process

    private final String name;
    private final Map<Integer, ServedMethod> methods;
    private final Calls.Service service;
    private final Calls.Patience patience = new Calls.Patience();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isClosed;

    Server(String name, Map<Integer, ServedMethod> methods, Calls.Service service, int threads) {
        this.name = name;
        this.methods = methods;
        this.service = service;
        synchronized (SERVED) {
            Calls.join(service);
            SERVED.merge(name, 1, Integer::sum);
        }
        for (int i = 0; i < threads; i++) {
            this.threads.add(Thread.ofPlatform().name("colors-" + name + "-" + i).start(this::run));
        }
    }

    /** The service's name. */
    public String name() {
        return name;
    }

    /**
     * What was executed of a method by this server.
     *
     * @param calls that were begun
     * @param failures of these, that ended with an exception
     * @param time that they took, all together, without what a stage took
     */
    public record Metrics(long calls, long failures, Duration time) {}

    /** By the names of the methods, sorted; where two have one name, both together. */
    public Map<String, Metrics> metrics() {
        Map<String, Metrics> metrics = new TreeMap<>();
        for (ServedMethod method : methods.values()) {
            var one = new Metrics(
                    method.calls.sum(), method.failures.sum(), Duration.ofNanos(method.nanos.sum()));
            metrics.merge(method.name(), one, Server::sum);
        }
        return metrics;
    }

    private static Metrics sum(Metrics a, Metrics b) {
        return new Metrics(a.calls + b.calls, a.failures + b.failures, a.time.plus(b.time));
    }

    /** Waits until it is closed. */
    public void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /**
     * Takes no more calls, and waits until those that were taken have returned. Called by one of these, it does not wait.
     * An interrupt ends the wait.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        leave();
        if (!threads.contains(Thread.currentThread())) {
            try {
                join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void leave() {
        synchronized (SERVED) {
            if (SERVED.merge(name, -1, Integer::sum) == 0) {
                Calls.leave(service);
            }
        }
    }

    private void run() {
        try {
            while (!isClosed) {
                takeOne();
            }
        } catch (Calls.ServiceClosed e) {
            isClosed = true; // nothing can come any more
            leave();
        }
    }

    private void takeOne() {
        Mutator mutator = Mutator.current();
        SharedCall call = Calls.take(mutator, service, NAP_NS, patience);
        if (call != null) {
            handle(mutator, call);
        }
    }

    private void handle(Mutator mutator, SharedCall call) {
        ServedMethod method = methods.get(call.method());
        if (method == null) {
            String unknown = MethodName.text(call.method());
            refuse(mutator, call, "it has no method " + unknown + " (name/arguments); it has " + names());
        } else if (call.deadline() != 0 && System.nanoTime() - call.deadline() > 0) {
            call.end(mutator, Failure.late().stored(), true);
        } else if (method.isAsynchronous()) {
            execute(mutator, call, method); // other threads may need what it gets
        } else {
            executeInScope(mutator, call, method);
        }
    }

    private void executeInScope(Mutator mutator, SharedCall call, ServedMethod method) {
        RootScope scope = RootScope.open();
        try {
            execute(mutator, call, method);
        } finally {
            scope.close(RootScope.Ending.LEXICAL);
        }
    }

    private String names() {
        return methods.values().stream()
                .map(method -> method.name() + "/" + method.parameterCount())
                .sorted()
                .toList()
                .toString();
    }

    private static void refuse(Mutator mutator, SharedCall call, String why) {
        call.end(mutator, Failure.refused(why).stored(), true);
    }

    private void execute(Mutator mutator, SharedCall call, ServedMethod method) {
        Object[] arguments;
        try {
            arguments = method.arguments(mutator, call);
        } catch (SharedMemoryException e) {
            refuse(mutator, call, e.getMessage());
            return;
        }
        method.calls.increment();
        long start = System.nanoTime();
        Request.enter(new Request(name, method.name(), call));
        try {
            Object result = method.invoke(arguments);
            if (method.isAsynchronous() && result != null) {
                ((CompletionStage<?>) result).whenComplete((value, thrown) -> endLater(call, method, value, thrown));
            } else {
                end(call, method, result);
            }
        } catch (Throwable e) {
            fail(call, method, e);
        } finally {
            Request.leave();
            method.nanos.add(System.nanoTime() - start);
        }
    }

    private static void end(SharedCall call, ServedMethod method, Object result) {
        Object stored;
        try {
            stored = PassedValue.stored(result);
        } catch (SharedMemoryException e) {
            fail(call, method, e);
            return;
        }
        call.end(Mutator.current(), stored, false);
    }

    /** On whatever thread completed the stage. */
    private static void endLater(SharedCall call, ServedMethod method, Object result, Throwable thrown) {
        if (thrown == null) {
            end(call, method, result);
        } else {
            fail(call, method, thrown instanceof CompletionException && thrown.getCause() != null
                    ? thrown.getCause()
                    : thrown);
        }
    }

    private static void fail(SharedCall call, ServedMethod method, Throwable thrown) {
        method.failures.increment();
        Mutator mutator = Mutator.current();
        try {
            call.end(mutator, Failure.of(thrown).stored(), true);
        } catch (SharedMemoryException e) {
            call.end(mutator, null, true); // there is no memory for the reason
        }
    }

    @Override
    public String toString() {
        return "server of service '" + name + "'" + (isClosed ? ", closed" : "");
    }
}
