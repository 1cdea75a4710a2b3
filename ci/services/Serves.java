// SPDX-License-Identifier: Apache-2.0
import colors.SharedMemory;
import colors.SharedName;
import colors.rpc.Server;
import colors.rpc.Service;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The service of ci/test-services in Java. */
final class Serves {
    @SharedName("services.Account")
    public interface Account {
        String owner();

        double balance();

        void owner(String owner);

        void balance(double balance);
    }

    public interface Bank {
        long add(long a, long b);

        Account open(String owner);

        double deposit(Account account, double amount);

        long sum(List<Long> numbers);

        Map<String, Long> doubled(Map<String, Long> numbers);

        Object echo(Object value);

        long many(long a, long b, long c, long d, long e, long f);

        void fail(String how);

        void stop();
    }

    record Company(Runnable end) implements Bank {
        @Override
        public long add(long a, long b) {
            return a + b;
        }

        @Override
        public Account open(String owner) {
            Account account = SharedMemory.allocate(Account.class);
            account.owner(owner);
            account.balance(0);
            return account;
        }

        @Override
        public double deposit(Account account, double amount) {
            account.balance(account.balance() + amount);
            return account.balance();
        }

        @Override
        public long sum(List<Long> numbers) {
            return numbers.stream().mapToLong(Long::longValue).sum();
        }

        @Override
        public Map<String, Long> doubled(Map<String, Long> numbers) {
            Map<String, Long> doubled = new LinkedHashMap<>();
            numbers.forEach((key, number) -> doubled.put(key, 2 * number));
            return doubled;
        }

        @Override
        public Object echo(Object value) {
            return value;
        }

        @Override
        public long many(long a, long b, long c, long d, long e, long f) {
            return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
        }

        @Override
        public void fail(String how) {
            throw new IllegalArgumentException(how);
        }

        @Override
        public void stop() {
            end.run();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server[] server = {null};
        server[0] = Service.named(arguments[0]).serve(Bank.class, new Company(() -> server[0].close()));
        server[0].join();
    }
}
