// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.Scope;
import colors.SharedMemoryException;
import colors.calls.CallFailure;
import colors.calls.Calls;
import colors.calls.RunningRequest;
import colors.calls.SharedCall;
import colors.named.ScopeHandle;
import colors.roots.Mutator;
import colors.rpc.NoServerException;
import colors.rpc.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.BaseStream;

/** Threads that execute calls of a service. Thread-safe. */
public final class ServerThreads implements Server {
    private static final long NAP_NS = Duration.ofMillis(50).toNanos();

    private final String name;
    private final Map<Integer, ServedMethod> methods;
    private final Calls.Service service;
    private final Calls.Patience patience = new Calls.Patience();
    private final List<Thread> threads = new ArrayList<>();
    private final Interceptors interceptors;
    private final AtomicBoolean hasLeft = new AtomicBoolean();
    private volatile boolean isClosed;
    private ServedStreams streams; // made at the first one; guarded by this

    /** Starts them. Throws SharedMemoryException (MEMORY). */
    public ServerThreads(
            String name,
            Map<Integer, ServedMethod> methods,
            Calls.Service service,
            int threads,
            Interceptors interceptors) {
        this.name = name;
        this.interceptors = interceptors;
        this.methods = methods;
        this.service = service;
        Calls.join(service);
        for (int i = 0; i < threads; i++) {
            this.threads.add(
                    Thread.ofPlatform().name("colors-" + name + "-" + i).start(this::run));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Metrics> metrics() {
        Map<String, Metrics> metrics = new TreeMap<>();
        for (ServedMethod method : methods.values()) {
            metrics.merge(method.name(), method.metrics.soFar(), MethodMetrics::sum);
        }
        return metrics;
    }

    @Override
    public void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        leave(); // a thread that found the service removed may be at it: who returns from here has waited for that one
        if (!threads.contains(Thread.currentThread())) {
            try {
                join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        endStreams();
    }

    private synchronized ServedStreams streams() {
        if (isClosed) {
            throw new NoServerException("the server was closed before its stream began");
        }
        streams = streams == null ? new ServedStreams(name) : streams;
        return streams;
    }

    private void endStreams() {
        ServedStreams begun;
        synchronized (this) {
            begun = streams;
        }
        if (begun != null) {
            begun.close();
        }
    }

    private void leave() {
        if (!hasLeft.getAndSet(true)) {
            Calls.leave(service);
        }
    }

    private void run() {
        try {
            while (!isClosed) {
                takeOneIfPossible();
            }
        } catch (Calls.ServiceClosed e) {
            isClosed = true; // nothing can come any more
            leave();
            endStreams();
        }
    }

    private void takeOneIfPossible() {
        try {
            takeOne();
        } catch (Calls.ServiceClosed e) {
            throw e;
        } catch (Throwable e) { // memory is short: who serves has to go on, for clients count on it
            LockSupport.parkNanos(NAP_NS);
        }
    }

    /** The scope is older than what comes in it: with it the thread gives up the call and all that it refers to. */
    private void takeOne() {
        SharedCall left;
        var scope = new ScopeHandle();
        try {
            left = takeIn(scope);
        } finally {
            scope.end();
            Thread.interrupted(); // what the method left is not the next one's
        }
        if (left != null) {
            executeWithoutScope(Mutator.current(), left);
        }
    }

    /** Takes a call, and executes it, unless others may need what it gets when the scope is over: then gives it. */
    private SharedCall takeIn(ScopeHandle scope) {
        Mutator mutator = Mutator.current();
        SharedCall call = Calls.take(mutator, service, NAP_NS, patience);
        if (call == null) {
            return null;
        }
        try {
            ServedMethod method = methods.get(call.method());
            if (method != null && !method.hasScope()) {
                return new SharedCall(call.address(), scope.root(call.address()));
            }
            handle(mutator, call, method, scope);
        } catch (Throwable e) { // any: the thread goes on, and the call has to end
            call.end(mutator, null, true);
        }
        return null;
    }

    private void executeWithoutScope(Mutator mutator, SharedCall call) {
        try {
            handle(mutator, call, methods.get(call.method()), null);
        } catch (Throwable e) {
            call.end(mutator, null, true);
        } finally {
            Thread.interrupted();
        }
    }

    private void handle(Mutator mutator, SharedCall call, ServedMethod method, Scope scope) {
        if (method == null) {
            String unknown = MethodName.text(call.method());
            refuse(mutator, call, "it has no method " + unknown + " (name/arguments); it has " + names());
        } else if (call.deadline() != 0 && System.nanoTime() - call.deadline() > 0) {
            call.end(mutator, CallFailure.late().stored(), true);
        } else {
            execute(mutator, call, method, scope);
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
        call.end(mutator, CallFailure.refused(why).stored(), true);
    }

    private void execute(Mutator mutator, SharedCall call, ServedMethod method, Scope scope) {
        Object[] arguments;
        try {
            arguments = method.arguments(mutator, call);
        } catch (SharedMemoryException e) {
            refuse(mutator, call, e.getMessage());
            return;
        }
        long start = method.metrics.begin();
        var request = new RunningRequest(name, method.name(), call, scope);
        RunningRequest before = RunningRequest.enter(request);
        ObservedCall begun = ObservedCall.NONE;
        try {
            begun = interceptors.executing(request);
            execute(call, method, arguments, begun);
        } catch (Throwable e) {
            fail(call, method, begun, e);
        } finally {
            begun.returned();
            RunningRequest.leave(before);
            method.metrics.returned(start);
        }
    }

    private void execute(SharedCall call, ServedMethod method, Object[] arguments, ObservedCall begun)
            throws Throwable {
        Object result = method.invoke(arguments);
        if (method.isAsynchronous() && result != null) {
            var _ = ((CompletionStage<?>) result)
                    .whenComplete((value, thrown) -> endLater(call, method, begun, value, thrown));
        } else {
            end(call, method, begun, result);
        }
    }

    private void end(SharedCall call, ServedMethod method, ObservedCall begun, Object result) {
        try {
            if (!method.hasScope() && (result instanceof BaseStream || result instanceof Iterator)) {
                endByStream(call, begun, result);
            } else {
                Object stored = PassedValue.stored(result);
                begun.ended(null);
                call.end(Mutator.current(), stored, false);
            }
        } catch (SharedMemoryException e) {
            fail(call, method, begun, e);
        }
    }

    private void endByStream(SharedCall call, ObservedCall begun, Object result) {
        ServedStreams all = streams();
        ServedStream stream = all.begin(result, call.caller());
        begun.ended(null);
        if (!call.end(Mutator.current(), stream.handle(), false)) {
            all.close(stream); // its reader gave the call up
        }
    }

    /** On whatever thread completed the stage. */
    private void endLater(SharedCall call, ServedMethod method, ObservedCall begun, Object result, Throwable thrown) {
        try {
            if (thrown == null) {
                end(call, method, begun, result);
            } else {
                boolean isWrapped = thrown instanceof CompletionException && thrown.getCause() != null;
                fail(call, method, begun, isWrapped ? thrown.getCause() : thrown);
            }
        } catch (Throwable e) { // any, such as a result that cannot be read: nobody else would end the call
            fail(call, method, begun, e);
        }
    }

    private static void fail(SharedCall call, ServedMethod method, ObservedCall begun, Throwable thrown) {
        begun.ended(thrown);
        method.metrics.failed();
        Mutator mutator = Mutator.current();
        try {
            call.end(mutator, CallFailure.of(thrown).stored(), true);
        } catch (SharedMemoryException e) {
            call.end(mutator, null, true); // there is no memory for the reason
        }
    }

    @Override
    public String toString() {
        return "server of service '" + name + "'" + (isClosed ? ", closed" : "");
    }
}
