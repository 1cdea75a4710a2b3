// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.calls.CallContext;
import colors.calls.RunningRequest;
import colors.roots.Mutator;
import colors.rpc.CallInterceptor;
import colors.rpc.CallInterceptor.Observer;
import colors.rpc.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Who is told of the calls of a client or server, and what a client passes along. Immutable. */
public final class Interceptors {
    /** Nobody and nothing. */
    public static final Interceptors NONE = new Interceptors(List.of(), Map.of(), true);

    private static volatile Interceptors installed; // those of the process, once they were looked for

    private final List<CallInterceptor> all;
    private final Map<String, String> context;
    private final boolean inherits; // what came with the thread's request goes along, too
    private final boolean isEmpty;

    private Interceptors(List<CallInterceptor> all, Map<String, String> context, boolean inherits) {
        this.all = all;
        this.context = context;
        this.inherits = inherits;
        isEmpty = all.isEmpty() && context.isEmpty() && inherits;
    }

    /** One more, who is told after the others that a call begins. */
    public Interceptors and(CallInterceptor interceptor) {
        List<CallInterceptor> more = new ArrayList<>(all);
        more.add(interceptor);
        return new Interceptors(List.copyOf(more), context, inherits);
    }

    /**
     * These entries in place of others, besides what came with the thread's request, or alone. Throws
     * SharedMemoryException (ARGUMENT).
     */
    public Interceptors passing(Map<String, String> entries, boolean inherits) {
        CallContext.stored(entries); // throws
        return new Interceptors(all, new LinkedHashMap<>(entries), inherits);
    }

    /** After those of the process. Throws ServiceConfigurationError. */
    public Interceptors afterInstalled() {
        Interceptors first = installed();
        if (isEmpty) {
            return first;
        }
        List<CallInterceptor> both = new ArrayList<>(first.all);
        both.addAll(all);
        return new Interceptors(List.copyOf(both), context, inherits);
    }

    /** Those of the process, which see all calls. Throws ServiceConfigurationError. */
    public static Interceptors installed() {
        Interceptors known = installed;
        return known == null ? look() : known;
    }

    private static synchronized Interceptors look() {
        if (installed == null) {
            List<CallInterceptor> found = ServiceLoader.load(CallInterceptor.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
            installed = found.isEmpty() ? NONE : new Interceptors(found, Map.of(), true);
        }
        return installed;
    }

    /** A client begins a call. Throws SharedMemoryException (ARGUMENT) when too much is passed along. */
    public ObservedCall calling(String service, String method) {
        if (isEmpty) {
            return ObservedCall.NONE;
        }
        Map<String, String> entries = new LinkedHashMap<>(inherits ? RunningRequest.currentContext() : Map.of());
        entries.putAll(context);
        List<Observer> observers = new ArrayList<>();
        try {
            for (CallInterceptor interceptor : all) {
                add(observers, interceptor.calling(service, method, entries));
            }
            return new ObservedCall(CallContext.stored(entries), observers);
        } catch (Throwable e) { // also a checked one, of a language that declares none
            new ObservedCall(null, observers).ended(e);
            throw e;
        }
    }

    /** What is passed along with a call that was begun, as {@code SharedCall.make} takes it. */
    public static Object context(Mutator mutator, ObservedCall call) {
        return call == ObservedCall.NONE ? RunningRequest.inheritedContext(mutator) : call.context();
    }

    /** A server begins to execute a call, on this thread. */
    public ObservedCall executing(Request request) {
        if (all.isEmpty()) {
            return ObservedCall.NONE;
        }
        List<Observer> observers = new ArrayList<>();
        try {
            for (CallInterceptor interceptor : all) {
                add(observers, interceptor.executing(request));
            }
        } catch (Throwable e) { // also a checked one, of a language that declares none
            var begun = new ObservedCall(null, observers);
            begun.ended(e);
            begun.returned();
            throw e;
        }
        return new ObservedCall(null, observers);
    }

    private static void add(List<Observer> observers, Observer observer) {
        if (observer != null) {
            observers.add(observer);
        }
    }
}
