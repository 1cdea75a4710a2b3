// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.calls.CallFailure;
import colors.roots.Shared;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.js.InternalSource;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.source.Source;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * The members of an object as the methods of a JavaScript server, and the streams that its generators make. A context
 * of GraalJS is one thread's: so items are taken from the generators between calls. For that thread.
 */
final class Generators implements ServedRequests.Handler {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final Source IS_GENERATOR = InternalSource.of("generator");
    private static final long NAP_NS = Duration.ofMillis(50).toNanos();
    private static final long TURN_NS = Duration.ofNanos(50_000).toNanos(); // of a stream; at least an item
    private static final long FIRST_PAUSE_NS = 100_000; // while readers have as much as there is room for
    private static final long LONGEST_PAUSE_NS = Duration.ofMillis(5).toNanos();

    private record Making(Object items, MadeStream stream) {}

    private final ColorsContext context;
    private final ServedRequests requests;
    private final Object object;
    private final Object isGenerator;
    private final ArrayDeque<Making> making = new ArrayDeque<>();
    private long pause;

    Generators(ColorsContext context, ServedRequests requests, Object object) {
        this.context = context;
        this.requests = requests;
        this.object = object;
        isGenerator = isGenerator(context);
    }

    private static Object isGenerator(ColorsContext context) {
        try {
            return INTEROP.execute(context.env().parsePublic(IS_GENERATOR).call());
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean isStream(String method) throws InteropException {
        String name = GuestMethod.nameOf(method);
        return INTEROP.isMemberReadable(object, name)
                && INTEROP.asBoolean(INTEROP.execute(isGenerator, INTEROP.readMember(object, name)));
    }

    @Override
    public Object execute(String method, Object[] arguments) throws InteropException {
        String name = GuestMethod.nameOf(method);
        if (!INTEROP.isMemberInvocable(object, name)) {
            return new GuestFailure(CallFailure.refused("it has no method '" + name + "'"));
        }
        Object result = INTEROP.invokeMember(object, name, arguments);
        if (!isIterator(result)) {
            return result;
        }
        MadeStream stream = requests.begin();
        making.add(new Making(result, stream));
        return stream;
    }

    private static boolean isIterator(Object result) {
        return result instanceof TruffleObject
                && !(result instanceof Shared)
                && INTEROP.hasIterator(result)
                && INTEROP.isMemberInvocable(result, "next");
    }

    /** Makes items for which there is room. Returns for how long the thread may wait for a call then. */
    long makeSome() {
        boolean isIdle = true;
        for (int i = making.size(); i > 0; i--) {
            Making one = making.remove();
            boolean goesOn = !one.stream.isClosed();
            if (goesOn && one.stream.hasRoom(0)) {
                isIdle = false;
                goesOn = turn(one);
            } else if (!goesOn) {
                end(one, null);
            }
            if (goesOn) {
                making.add(one);
            }
        }
        if (making.isEmpty()) {
            return NAP_NS;
        }
        pause = isIdle ? Math.clamp(2 * pause, FIRST_PAUSE_NS, LONGEST_PAUSE_NS) : 0;
        return pause;
    }

    /** False when the stream has ended. */
    private boolean turn(Making one) {
        long end = System.nanoTime() + TURN_NS;
        try {
            do {
                Object step = INTEROP.invokeMember(one.items, "next");
                if (member(step, "done") instanceof Boolean isDone && isDone) {
                    one.stream.end((CallFailure) null);
                    return false;
                }
                one.stream.add(context, member(step, "value"));
            } while (System.nanoTime() - end < 0 && one.stream.hasRoom(0));
            return true;
        } catch (AbstractTruffleException e) {
            end(one, ServedRequests.failureOf(e));
        } catch (InteropException | SharedMemoryException e) {
            end(one, CallFailure.of(e));
        }
        return false;
    }

    private static Object member(Object object, String name) throws InteropException {
        return INTEROP.isMemberReadable(object, name) ? INTEROP.readMember(object, name) : Null.INSTANCE;
    }

    /** The reader gets what the generator throws in its end, unless it failed before. */
    private static void end(Making one, CallFailure failure) {
        CallFailure told = failure;
        try {
            if (INTEROP.isMemberInvocable(one.items, "return")) {
                INTEROP.invokeMember(one.items, "return");
            }
        } catch (AbstractTruffleException e) {
            told = failure == null ? ServedRequests.failureOf(e) : failure;
        } catch (InteropException e) {
            told = failure == null ? CallFailure.of(e) : failure;
        }
        one.stream.end(told);
    }

    /** Ends all generators. */
    void endAll() {
        making.forEach(one -> end(one, null));
        making.clear();
    }
}
