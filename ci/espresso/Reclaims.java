// SPDX-License-Identifier: Apache-2.0
import colors.Field;
import colors.Ref;
import colors.SharedClass;

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

    private static final Field.OfLong<Block> A = SharedClass.of(Block.class).longField("a");

    public static void main(String[] arguments) throws InterruptedException {
        Ref<Block> kept = allocate(77);
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

    private static Ref<Block> allocate(long value) {
        Ref<Block> block = SharedClass.of(Block.class).allocate();
        A.set(block, value);
        return block;
    }
}
