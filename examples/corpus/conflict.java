// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedName;

/**
 * Values of another type than the field's. A static language declared its fields, so they refuse; a dynamic language's
 * fields got their types from values, so the object moves to a version that takes the new value. The expected output
 * depends on the language that wrote.
 */
final class Conflict extends Program {
    public static void main(String[] arguments) {
        new Conflict().runAll(arguments);
    }

    @SharedName("conflict.Account")
    static final class Account {
        long balance = 100;
        String owner = "Smith";
        boolean open = true;
    }

    @SharedName("conflict.Other")
    static final class Other {
        long id = 1;
    }

    @Override
    void write() {
        publish("conflict", Ref.copyOf(new Account()));
    }

    @Override
    void read() {
        Ref<?> account = findObject("conflict");
        Ref<Other> other = Ref.copyOf(new Other());
        attempt("a string into an integer field", () -> account.set("balance", "much"));
        show(account, "balance");
        attempt("a float into an integer field", () -> account.set("balance", 0.5));
        show(account, "balance");
        attempt("an object into a string field", () -> account.set("owner", other));
        show(account, "owner");
        attempt("null into a boolean field", () -> account.set("open", null));
        show(account, "open");
        attempt("null into a string field", () -> account.set("owner", null));
        show(account, "owner");
    }

    @Override
    void check() {
        Ref<?> account = findObject("conflict");
        show(account, "balance");
        show(account, "owner");
        show(account, "open");
    }
}
