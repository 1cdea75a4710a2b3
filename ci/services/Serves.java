// SPDX-License-Identifier: Apache-2.0
import colors.SharedMemory;
import colors.SharedName;
import colors.rpc.Request;
import colors.rpc.Server;
import colors.rpc.Service;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The service of ci/test-services in Java. */
final class Serves {
    private static final int THREADS = 2;

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

        int threads();

        void hold(String channel);

        boolean isLeft(long milliseconds);

        boolean relay(String service, long milliseconds);

        /** What the client's program passes along; empty: nothing. */
        String tenant();

        /** The same in a call that this one makes. */
        String passed(String service);

        void remember(Account account);

        Account recall(boolean kept);

        Stream<Long> items(long count);

        Stream<Long> failing(long count);

        Stream<Object> unfit(long count);

        Iterator<Account> raised(Account account, long count);

        Stream<Long> endless(String channel);

        /** As the metrics have it. */
        List<Long> counts(String method);

        void stop();
    }

    interface Back {
        boolean isLeft(long milliseconds);

        String tenant();
    }

    static final class Company implements Bank {
        private final CompletableFuture<Server> server;
        private Account given; // these two guarded by this
        private Account kept;

        Company(CompletableFuture<Server> server) {
            this.server = server;
        }

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
        public int threads() {
            return THREADS;
        }

        @Override
        public void hold(String channel) {
            SharedMemory.channel(channel).trySend(1L);
            while (!request().isCancelled()) {
                Thread.onSpinWait();
            }
        }

        @Override
        public boolean isLeft(long milliseconds) {
            return request().timeLeft().orElseThrow().toMillis() <= milliseconds;
        }

        @Override
        public boolean relay(String service, long milliseconds) {
            Service back = Service.named(service).timeout(Duration.ofDays(1));
            return back.client(Back.class).isLeft(milliseconds);
        }

        @Override
        public String tenant() {
            return request().context().getOrDefault("tenant", "");
        }

        @Override
        public String passed(String service) {
            return Service.named(service).client(Back.class).tenant();
        }

        @Override
        public synchronized void remember(Account account) {
            given = account;
            kept = request().keep(account);
        }

        @Override
        public synchronized Account recall(boolean isKept) {
            return isKept ? kept : given;
        }

        @Override
        public Stream<Long> items(long count) {
            return LongStream.range(0, count).boxed();
        }

        @Override
        public Stream<Long> failing(long count) {
            return Stream.concat(items(count), Stream.generate(() -> {
                throw new IllegalStateException("after " + count);
            }));
        }

        @Override
        public Stream<Object> unfit(long count) {
            return Stream.concat(items(count), Stream.of(Thread.currentThread()));
        }

        @Override
        public Iterator<Account> raised(Account account, long count) {
            return items(count)
                    .map(number -> {
                        account.balance(account.balance() + 1);
                        return account;
                    })
                    .iterator();
        }

        @Override
        public Stream<Long> endless(String channel) {
            var made = new AtomicLong();
            Stream<Long> numbers = Stream.generate(made::getAndIncrement);
            return numbers.onClose(() -> SharedMemory.channel(channel).trySend(made.get()));
        }

        @Override
        public List<Long> counts(String method) {
            Server.Metrics metrics = server.join().metrics().get(method);
            return List.of(metrics.calls(), metrics.failures(), metrics.time().isPositive() ? 1L : 0L);
        }

        private static Request request() {
            return Request.current().orElseThrow();
        }

        @Override
        public void stop() {
            server.join().close();
        }
    }

    public static void main(String[] arguments) throws Exception {
        var server = new CompletableFuture<Server>(); // calls may come before serve returns
        server.complete(Service.named(arguments[0]).threads(THREADS).serve(Bank.class, new Company(server)));
        server.join().join();
    }
}
