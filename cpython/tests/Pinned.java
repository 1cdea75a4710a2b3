// SPDX-License-Identifier: Apache-2.0
import colors.*;
import java.math.BigInteger;

/** Declares a class, which pins its fields, and publishes an object of it: Pinned KEY. */
final class Pinned {
    @SharedName("objects.Account")
    static final class Account {
        long number = 7;
        double balance = 1.5;
        String owner = "Ada";
        BigInteger total = BigInteger.ONE;
    }

    private Pinned() {}

    public static void main(String[] arguments) {
        SharedMemory.repository(arguments[0]).set(Ref.copyOf(new Account()));
    }
}
