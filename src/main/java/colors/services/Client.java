// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallErrors;
import colors.calls.CallState;
import colors.calls.Calls;
import colors.calls.RunningRequest;
import colors.calls.SharedCall;
import colors.monitors.Waiting;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.rpc.CallException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How a client calls one service: sends, waits, gives up. Thread-safe. */
public final class Client {
    private final String name;
    private final Calls.Service service;
    private final Calls.Patience patience = new Calls.Patience();
    private final long timeout; // 0: none
    private final boolean needsServers;
    private final Interceptors interceptors;

    /** With a time-out in nanoseconds, 0: none; and whether a call ends when no server is left to take it. */
    public Client(String name, Calls.Service service, long timeout, boolean needsServers, Interceptors interceptors) {
        this.name = name;
        this.service = service;
        this.timeout = timeout;
        this.needsServers = needsServers;
        this.interceptors = interceptors;
    }

    /** What the methods of an interface do. */
    public InvocationHandler of(Class<?> api) {
        Map<Method, ClientMethod> methods = new HashMap<>();
        MethodName.of(api); // throws for what cannot be told apart
        for (Method method : api.getMethods()) { // two interfaces may declare the same one
            if (Modifier.isAbstract(method.getModifiers())) {
                methods.put(method, new ClientMethod(this, method));
            }
        }
        return (proxy, method, arguments) -> {
            ClientMethod called = methods.get(method);
            return called != null ? called.call(arguments) : ofObject(proxy, method, arguments);
        };
    }

    private Object ofObject(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "client of service '" + name + "'";
            default -> throw new AssertionError(method); // an object has no other one
        };
    }

    String name() {
        return name;
    }

    /** In nanoseconds, 0: none. */
    long timeout() {
        return timeout;
    }

    /** Before {@link #make}, which is told. */
    ObservedCall begin(String method) {
        return interceptors.calling(name, method);
    }

    SharedCall make(int method, Shared replies, ObservedCall begun, Object[] arguments) {
        Mutator mutator = Mutator.current();
        Object context = Interceptors.context(mutator, begun);
        return SharedCall.make(mutator, method, RunningRequest.deadlineOf(timeout), replies, context, arguments);
    }

    private static Waiting waiting(SharedCall call) {
        long deadline = call.deadline();
        return deadline == 0 ? Waiting.forever(0) : Waiting.of(deadline - System.nanoTime(), TimeUnit.NANOSECONDS, 0);
    }

    /** For a call whose end nobody waits for. */
    void checkServed(String text) {
        if (needsServers && Calls.serves(service) == 0) {
            throw CallErrors.noServer(text);
        }
    }

    /** Sends a call, waits while there is no room. */
    void send(SharedCall call, String text) {
        Waiting waiting = waiting(call);
        int result;
        try {
            do {
                long slice = waiting.slice();
                result = Calls.send(Mutator.current(), service, call, slice);
                if (result == Calls.TIMEOUT && needsServers && Calls.serves(service) == 0) {
                    throw CallErrors.noServer(text);
                }
            } while (result == Calls.TIMEOUT && waiting.again());
        } catch (InterruptedException e) {
            throw interrupted(text, e);
        }
        if (result == Calls.CLOSED) {
            throw CallErrors.removed(text);
        }
        if (result == Calls.TIMEOUT) {
            throw CallErrors.notSent(text);
        }
    }

    /** Waits for the end of a call that was sent; gives it up when its time is over, or the thread interrupted. */
    CallState await(SharedCall call, ClientMethod method) {
        Waiting waiting = waiting(call);
        CallState state;
        try {
            do {
                state = Calls.await(Mutator.current(), service, call, needsServers, waiting.slice(), patience);
            } while (!state.hasEnded() && waiting.again());
        } catch (InterruptedException e) {
            Calls.cancel(call);
            throw interrupted(method.text(), e);
        }
        return state.hasEnded() ? state : Calls.cancel(call);
    }

    /** How a call is now, which is given up when its time is over. */
    CallState look(SharedCall call) {
        return Calls.lookInTime(service, call, needsServers);
    }

    private static CallException interrupted(String text, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return CallErrors.interrupted(text, cause);
    }
}
