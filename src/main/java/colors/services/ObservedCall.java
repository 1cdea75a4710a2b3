// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.rpc.CallInterceptor.Observer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A call that was begun, with those who are told how it goes on. Thread-safe. */
public final class ObservedCall {
    /** Nobody is told. A client passes along what its thread's request came with. */
    public static final ObservedCall NONE = new ObservedCall(null, List.of());

    private final Object context;
    private final List<Observer> observers;
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    ObservedCall(Object context, List<Observer> observers) {
        this.context = context;
        this.observers = observers;
    }

    /** What goes along with it, as {@code SharedCall.make} takes it. */
    Object context() {
        return context;
    }

    /** In a server: on the thread on which it began. */
    public void returned() {
        tell(Observer::returned);
    }

    /** Its first end counts. Null: there is a result, or it was sent if nobody waits. */
    public void ended(Throwable failure) {
        if (!observers.isEmpty() && !hasEnded.getAndSet(true)) {
            tell(observer -> observer.ended(failure));
        }
    }

    private void tell(Consumer<Observer> event) {
        for (Observer observer : observers.reversed()) {
            try {
                event.accept(observer);
            } catch (Throwable e) { // any, also a checked one: the call and the other observers go on
                handle(e);
            }
        }
    }

    private static void handle(Throwable thrown) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable e) {
            // ignored, as the JVM does
        }
    }
}
