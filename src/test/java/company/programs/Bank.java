// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.List;

/** Hierarchies, interfaces, enums, exceptions, statics. */
public final class Bank {
    enum Kind {
        CHECKING,
        SAVINGS {
            @Override
            double rate() {
                return 0.05;
            }
        },
        LOAN;

        double rate() {
            return 0;
        }
    }

    interface Audited {
        String audit();

        default String stamp(int level) {
            return "#" + level + ":" + audit();
        }

        static int levels() {
            return 3;
        }
    }

    static class BankException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Account account;

        BankException(String message, Account account) {
            super(message);
            this.account = account;
        }
    }

    abstract static class Account implements Audited {
        private static int made;
        private final int number = ++made;
        protected double balance;
        Kind kind;
        private final List<String> history = new ArrayList<>();
        volatile boolean open = true;

        Account(Kind kind) {
            this.kind = kind;
            log("open");
            init();
        }

        void init() {
            log("plain");
        }

        final void log(String what) {
            history.add(what + "@" + balance);
        }

        synchronized void deposit(double amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("amount " + amount);
            }
            balance += amount;
            log("deposit");
        }

        void withdraw(double amount) {
            synchronized (this) {
                if (amount > limit()) {
                    throw new BankException("no money in " + number, this);
                }
                balance -= amount;
            }
            log("withdraw");
        }

        double limit() {
            return balance;
        }

        abstract void month();

        @Override
        public String audit() {
            return number + "/" + kind + "/" + balance + "/" + history.size() + (open ? "" : "!");
        }
    }

    static class Checking extends Account {
        double overdraft;
        String balanceName = "own";

        Checking(double overdraft) {
            super(Kind.CHECKING);
            this.overdraft = overdraft;
        }

        @Override
        void init() {
            super.init();
            log("checking " + overdraft + balanceName);
        }

        @Override
        double limit() {
            return super.limit() + overdraft;
        }

        @Override
        void month() {
            if (balance < 0) {
                balance *= 1.1;
            }
        }
    }

    static class Savings extends Account {
        private int months;

        Savings() {
            this(Kind.SAVINGS);
        }

        Savings(Kind kind) {
            super(kind);
        }

        @Override
        void month() {
            months++;
            deposit(balance * kind.rate() + 1);
        }

        @Override
        public String stamp(int level) {
            return super.stamp(level * 10) + "+" + months;
        }
    }

    static class Hidden extends Savings {
        protected int balance = 77; // hides the inherited one

        String both() {
            return balance + " " + super.balance + " " + ((Account) this).balance;
        }
    }

    static String describe(Audited audited) {
        return switch (audited) {
            case Hidden hidden when hidden.balance > 70 -> "hidden " + hidden.both();
            case Savings savings -> "savings " + savings.months;
            case Checking checking -> "checking " + checking.overdraft;
            default -> "other";
        };
    }

    public static void main(String[] args) {
        List<Account> accounts = new ArrayList<>();
        accounts.add(new Checking(100));
        accounts.add(new Savings());
        accounts.add(new Hidden());
        Checking first = (Checking) accounts.get(0);
        first.deposit(50);
        first.withdraw(120);
        try {
            first.withdraw(1000);
        } catch (BankException e) {
            System.out.println(e.getMessage() + " " + (e.account == first) + " " + e.account.balance);
        }
        try {
            accounts.get(1).deposit(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        } finally {
            accounts.get(1).open = false;
        }
        runMonths(accounts);
        inspect(accounts);
        useNull();
    }

    private static void runMonths(List<Account> accounts) {
        for (int i = 0; i < 3; i++) {
            accounts.forEach(Account::month);
        }
        for (Account account : accounts) {
            System.out.println(account.stamp(Audited.levels()) + " " + account.history + " " + describe(account) + " "
                    + account.getClass().getSimpleName());
        }
    }

    private static void inspect(List<Account> accounts) {
        System.out.println(Account.made + " " + (accounts.get(2) instanceof Savings) + " "
                + (accounts.get(0) instanceof Audited) + " " + Savings.class.isInstance(accounts.get(1)) + " "
                + (accounts.get(1).getClass() == Savings.class));
        Kind kind = accounts.get(1).kind;
        switch (kind) {
            case SAVINGS ->
                System.out.println("saves " + kind.rate() + " " + kind.ordinal() + " " + (kind == Kind.SAVINGS));
            default -> System.out.println("other");
        }
        try {
            Checking wrong = (Checking) accounts.get(1);
            System.out.println(wrong);
        } catch (ClassCastException e) {
            System.out.println("no cast");
        }
    }

    private static void useNull() {
        Account none = null;
        try {
            none.month();
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            none.balance = 3;
        } catch (NullPointerException e) {
            System.out.println("null field");
        }
    }
}
