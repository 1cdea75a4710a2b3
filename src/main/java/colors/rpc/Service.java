// SPDX-License-Identifier: Apache-2.0
package colors.rpc;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.calls.Calls;
import colors.calls.RunningRequest;
import colors.memory.Attachment;
import colors.services.Client;
import colors.services.Interceptors;
import colors.services.ServedMethod;
import colors.services.ServerThreads;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A service by its name: how to serve it, and how to call it. What it is made of is in shared memory; there is no
 * interface language, and nothing is generated. Any number of processes serve the same one: each call is taken by one
 * of them. Immutable and thread-safe.
 *
 * <pre>{@code
 * interface Payroll { double raiseSalary(Employee e, double percent); }
 *
 * Server server = Service.named("payroll").serve(Payroll.class, new PayrollOfThisCompany());   // one program
 * Payroll payroll = Service.named("payroll").client(Payroll.class);                            // another one
 * payroll.raiseSalary(ada, 5);
 * }</pre>
 *
 * <p>A call names a method by its name and the number of its arguments. Arguments and results that are shared are
 * passed by reference; private ones are copied to shared memory once. What a parameter or result type says is what
 * comes: an interface with {@link colors.SharedName}, a class with the agent, {@code Ref<C>}, lists, maps and sets are
 * live; other classes and arrays are private copies (docs/rpc.md).
 */
public final class Service {
    private static final Duration MOST = Duration.ofDays(36_500); // longer is for ever

    private final String name;
    private final int capacity;
    private final int threads;
    private final Duration timeout; // null: none
    private final boolean waits;
    private final Interceptors interceptors;

    private Service(
            String name, int capacity, int threads, Duration timeout, boolean waits, Interceptors interceptors) {
        this.name = name;
        this.capacity = capacity;
        this.threads = threads;
        this.timeout = timeout;
        this.waits = waits;
        this.interceptors = interceptors;
    }

    /** The service of that name. Nothing is made in shared memory yet. */
    public static Service named(String name) {
        if (name == null || name.isEmpty()) {
            throw argument("a service has a name, not " + (name == null ? "null" : "an empty text"));
        }
        return new Service(
                name, 0, Math.max(2, Runtime.getRuntime().availableProcessors()), null, false, Interceptors.NONE);
    }

    private static SharedMemoryException argument(String message) {
        return SharedMemoryException.of(Reason.ARGUMENT, message);
    }

    /**
     * How many calls may wait to be taken, 1 to 16,777,216; 256 when nobody says. Clients wait while there are so many.
     * A service keeps the number that it was made with: who asks for another one gets a SharedMemoryException (STATE).
     */
    public Service capacity(int calls) {
        if (calls < 1) {
            throw argument("a service has room for 1 or more calls, not " + calls);
        }
        return new Service(name, calls, threads, timeout, waits, interceptors);
    }

    /** How many threads of a server execute calls; else as many as there are processors, and 2 at least. */
    public Service threads(int count) {
        if (count < 1) {
            throw argument("a server has 1 or more threads, not " + count);
        }
        return new Service(name, capacity, count, timeout, waits, interceptors);
    }

    /**
     * How long a call of a client may take, from its start to its result; else as long as it takes. In a request the
     * time that is left for that counts, too. Servers know it: what is late is not begun.
     */
    public Service timeout(Duration time) {
        if (time == null || time.isNegative() || time.isZero()) {
            throw argument("a call takes some time, not " + time);
        }
        return new Service(name, capacity, threads, time, waits, interceptors);
    }

    /** Calls of a client wait for a server when there is none; else they end with a {@link NoServerException}. */
    public Service waitingForServers() {
        return new Service(name, capacity, threads, timeout, true, interceptors);
    }

    /**
     * What calls of a client pass along, besides what the request has that its thread executes: keys and values, which
     * a server has in {@link Request#context}. In place of what was given before.
     *
     * @throws SharedMemoryException (ARGUMENT) when a key is empty, a key or value null, or all together have more than
     *     8,192 bytes in UTF-8
     */
    public Service context(Map<String, String> entries) {
        if (entries == null) {
            throw argument("the context of calls is a map, which may be empty, not null");
        }
        return new Service(name, capacity, threads, timeout, waits, interceptors.passing(entries, true));
    }

    /** Is told of the calls of clients and servers, after those that were given before. */
    public Service interceptedBy(CallInterceptor interceptor) {
        if (interceptor == null) {
            throw argument("calls are intercepted by an instance of CallInterceptor, not by null");
        }
        return new Service(name, capacity, threads, timeout, waits, interceptors.and(interceptor));
    }

    /**
     * Serves: calls are executed by threads of this process from now on, until the server is closed. Its threads keep
     * the program alive.
     *
     * @param api what callers may call: an interface or class with the methods, public ones of its own. A method that
     *     returns a {@code CompletionStage} ends its call with that; of a {@code Stream}, which is closed at its end,
     *     or an {@code Iterator}, a virtual thread takes items, as long as there is room for them and somebody reads
     * @param implementation executes the calls, several at the same time
     * @throws SharedMemoryException (ARGUMENT) when two methods have one name and as many parameters, (STATE) when the
     *     service has another capacity, (READ_ONLY), (MEMORY)
     */
    public <T> Server serve(Class<T> api, T implementation) {
        if (implementation == null) {
            throw argument("null cannot serve; give an instance of " + api.getName());
        }
        Attachment.ensure();
        return new ServerThreads(
                name,
                ServedMethod.of(api, implementation),
                Calls.open(name, capacity),
                threads,
                interceptors.afterInstalled());
    }

    /**
     * A client: calls of its methods are calls of the service. A method that returns {@code CompletableFuture} or
     * {@code CompletionStage} does not wait: its future ends with the call, on a thread of this library; cancelling it
     * cancels the call. Methods with {@link OneWay} are sent alone. Others wait for their result. One that returns
     * {@code Stream} or {@code Iterator} gives what comes from the server as it is made: close the stream, unless it is
     * read to its end. The time-out is that of each wait for items, then. Thread-safe.
     *
     * <p>Its methods throw what {@link CallException}'s subclasses say; an interrupt cancels the call.
     *
     * @param api an interface, which need not be the server's: names and numbers of arguments have to fit
     * @throws SharedMemoryException (ARGUMENT) as {@link #serve} does, and when it is no interface; (STATE),
     *         (READ_ONLY), (MEMORY)
     */
    public <T> T client(Class<T> api) {
        if (api == null || !api.isInterface()) {
            throw argument("a client is an instance of an interface, and " + (api == null ? "null" : api.getName())
                    + " is none");
        }
        Attachment.ensure();
        long nanos = timeout == null || timeout.compareTo(MOST) > 0 ? 0 : timeout.toNanos();
        Client client = new Client(name, Calls.open(name, capacity), nanos, !waits, interceptors.afterInstalled());
        return api.cast(Proxy.newProxyInstance(api.getClassLoader(), new Class<?>[] {api}, client.of(api)));
    }

    /** How many processes serve it now. */
    public int servers() {
        Attachment.ensure();
        return Calls.serves(Calls.open(name, 0));
    }

    static Optional<Request> currentRequest() {
        return RunningRequest.current();
    }

    @Override
    public String toString() {
        return "service '" + name + "'";
    }
}
