// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.Monitors;
import colors.SharedMemoryException;
import colors.classes.ClassMapping;
import colors.roots.Instance;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.wrappers.ObjectWrapper;
import java.io.NotSerializableException;
import java.util.concurrent.TimeUnit;

/**
 * What rewritten code calls where Java has instructions or final methods that cannot be overridden: comparison of
 * references, monitors, getClass. Each does for private objects what it stands for.
 */
@SuppressWarnings("WaitNotInLoop") // the loop is the caller's
public final class Border {
    private static final long NANOS_IN_MILLI = 1_000_000;

    private Border() {}

    /** {@code a == b}: wrappers of one shared object are the same, and so is the array that stands for a list. */
    public static boolean same(Object a, Object b) {
        return a == b
                || (a instanceof Shared x
                        ? isOf(x, b)
                        : b instanceof Shared y
                                ? isOf(y, a)
                                : a instanceof Object[] array
                                        && b instanceof Object[] other
                                        && isSameArray(array, other));
    }

    /** Whether two arrays of different types stand for one list: fields of both types may refer to it. */
    private static boolean isSameArray(Object[] array, Object[] other) {
        Shared found = array.length != 0 || other.length != 0 || array.getClass() == other.getClass()
                ? null
                : Surrogates.find(array);
        return found != null && isOf(found, other);
    }

    private static boolean isOf(Shared shared, Object other) {
        Shared found = other instanceof Shared wrapper ? wrapper : Surrogates.find(other);
        return found != null && found.address() == shared.address();
    }

    /** {@code object.getClass()}. */
    public static Class<?> classOf(Object object) {
        return Instance.classOf(object);
    }

    /** {@link System#identityHashCode}. */
    public static int identityHashCode(Object object) {
        return object instanceof Shared shared
                ? Shared.identityHash(shared.address())
                : System.identityHashCode(object);
    }

    /** {@code super.toString()} of Object's. */
    public static String text(Object object) {
        return Instance.classOf(object).getName() + "@" + Integer.toHexString(identityHashCode(object));
    }

    /**
     * What a shared object prints whose class does not say: its class, identity and fields, as {@code
     * company.Employee@2a40[name=Ada, salary=4200.0]}.
     */
    public static String describe(Object object) {
        return text(object) + ObjectWrapper.of(object).fieldsText();
    }

    /**
     * {@code Object.clone()}: a shallow copy of a shared object, null for a private one, whose own clone is to be
     * called.
     */
    public static Object cloneOf(Object object) throws CloneNotSupportedException {
        if (!(object instanceof Instance instance)) {
            return ArrayBorder.cloneOf(object);
        }
        if (!(object instanceof Cloneable)) {
            throw new CloneNotSupportedException(Instance.classOf(object).getName());
        }
        return ClassMapping.copyFields(instance);
    }

    /** Before {@code new} of an exclusive class that stays as it was, and would make a private object. */
    public static void refuseNew(String type) {
        throw refusal("class " + type
                + " is exclusive, so that it has no private instances, and this new of it could not be"
                + " replaced: no known compiler made the method; name the class in share= in the place of"
                + " exclusive=");
    }

    /** What each method of a {@code RefusedClass} throws. */
    public static SharedMemoryException refusal(String why) {
        return SharedMemoryException.of(SharedMemoryException.Reason.STATE, why);
    }

    /** In place of serialization. */
    public static Object refuseSerialization(Object object) throws NotSerializableException {
        throw new NotSerializableException(text(object)
                + " is shared: serialization would make a private copy of what other processes change; send a"
                + " reference by a repository or channel, or serialize a private object");
    }

    /** Before monitorenter: enters the monitor of a shared object. Returns what is to be locked as a Java object. */
    public static Object enter(Object object) {
        return object instanceof Shared shared ? enterShared(shared) : enterOther(object);
    }

    private static Object enterOther(Object object) {
        Shared array = Surrogates.find(object);
        return array == null ? object : enterShared(array);
    }

    /** Arrays included. */
    private static boolean isShared(Object object) {
        return object instanceof Shared || Surrogates.find(object) != null;
    }

    private static Object enterShared(Shared shared) {
        Monitors.enter(shared);
        return new LockToken(shared);
    }

    /** Before monitorexit of what {@link #enter} returned. */
    public static void exit(Object locked) {
        if (locked instanceof LockToken token) {
            token.leave();
        }
    }

    /**
     * The same where the method does not keep what it locks: {@code held}, with the monitor of a shared object added.
     */
    public static Object enter(Object object, Object held) {
        HeldLock current = HeldLock.current((HeldLock) held);
        Object token = enter(object);
        return token == object ? current : new HeldLock(object, (LockToken) token, current);
    }

    /** What is to be locked as a Java object after that. */
    public static Object toLock(Object object, Object held) {
        return held instanceof HeldLock last && last.object() == object && !Thread.holdsLock(last.token())
                ? last.token()
                : object;
    }

    /** What was. */
    public static Object toUnlock(Object object, Object held) {
        return HeldLock.find(object, (HeldLock) held);
    }

    /** {@link Object#wait()}. */
    public static void await(Object object) throws InterruptedException {
        if (isShared(object)) {
            Monitors.wait(object);
        } else {
            object.wait();
        }
    }

    /** {@link Object#wait(long)}. */
    public static void await(Object object, long millis) throws InterruptedException {
        if (isShared(object)) {
            awaitNanos(object, millis, 0);
        } else {
            object.wait(millis);
        }
    }

    /** {@link Object#wait(long, int)}. */
    public static void await(Object object, long millis, int nanos) throws InterruptedException {
        if (isShared(object)) {
            awaitNanos(object, millis, nanos);
        } else {
            object.wait(millis, nanos);
        }
    }

    private static void awaitNanos(Object object, long millis, int nanos) throws InterruptedException {
        if (millis < 0 || nanos < 0 || nanos >= NANOS_IN_MILLI) {
            throw new IllegalArgumentException(
                    "a time-out of " + millis + " ms and " + nanos + " ns; expected at least 0 ms and 0 to 999999 ns");
        }
        if (millis == 0 && nanos == 0) {
            Monitors.wait(object);
        } else {
            Monitors.wait(
                    object,
                    Math.addExact(
                            Math.multiplyExact(Math.min(millis, Long.MAX_VALUE / (2 * NANOS_IN_MILLI)), NANOS_IN_MILLI),
                            nanos),
                    TimeUnit.NANOSECONDS);
        }
    }

    /** {@link Object#notify}. */
    public static void wakeOne(Object object) {
        if (isShared(object)) {
            Monitors.notify(object);
        } else {
            object.notify();
        }
    }

    /** {@link Object#notifyAll}. */
    public static void wakeAll(Object object) {
        if (isShared(object)) {
            Monitors.notifyAll(object);
        } else {
            object.notifyAll();
        }
    }

    /** {@link Thread#holdsLock}. */
    public static boolean holdsLock(Object object) {
        return isShared(object) ? Monitors.isHeldByCurrentThread(object) : Thread.holdsLock(object);
    }
}
