// SPDX-License-Identifier: Apache-2.0
import colors.LongField;
import colors.SharedClass;
import colors.SharedObject;

/** Allocates far more than the segment holds, and from more threads than it has slots: what is dead has to be found. */
final class Reclaims {
    private static final int OBJECTS = 200_000;
    private static final int THREADS = 1200;

    private Reclaims() {}

    static final class Block {
        long a;
        long b;
        long c;
        long d;
        long e;
        long f;
    }

    private static final LongField A = SharedClass.of(Block.class).longField("a");

    public static void main(String[] arguments) throws InterruptedException {
        SharedObject kept = allocate(77);
        for (int i = 0; i < OBJECTS; i++) {
            if (A.get(allocate(i)) != i) {
                throw new AssertionError("object " + i + " was overwritten");
            }
        }
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> allocate(1));
            thread.start();
            thread.join();
        }
        System.out.println("kept " + A.get(kept));
    }

    private static SharedObject allocate(long value) {
        SharedObject block = SharedClass.of(Block.class).allocate();
        A.set(block, value);
        return block;
    }
}
