// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.function.Supplier;

/** Called through the interface that it has: JDK 25's javac names that in calls of Object's methods too. */
public class Bell implements Rings {
    int rung;

    @Override
    public int ring() {
        synchronized (this) {
            return ++rung;
        }
    }

    public static int ringAndTell(Rings bell) {
        synchronized (bell) {
            bell.notify();
            bell.notifyAll();
            return bell.ring();
        }
    }

    public static void await(Rings bell) throws InterruptedException {
        synchronized (bell) {
            bell.wait(1);
            bell.wait(1, 1);
        }
    }

    public static boolean isBell(Rings object) {
        return object.getClass() == Bell.class;
    }

    public static Class<?> typeByReference(Rings object) {
        Supplier<Class<?>> type = object::getClass;
        return type.get();
    }
}
