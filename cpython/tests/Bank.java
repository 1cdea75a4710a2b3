// SPDX-License-Identifier: Apache-2.0
import colors.SharedMemory;
import colors.SharedName;
import colors.rpc.Request;
import colors.rpc.Server;
import colors.rpc.Service;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The server of test_services.py in Java; with a second argument the client of what it names. */
final class Bank {
    @SharedName("rpc_tests.Account")
    public interface Account {
        double balance();

        void balance(double balance);
    }

    public interface Api {
        Object echo(Object value);

        double deposit(Account account, double amount);

        long sum(List<Long> numbers);

        Map<String, Long> doubled(String key, long number);

        void fail(String how);

        double left();

        void hold(String channel);

        void stop();
    }

    private static Request request() {
        return Request.current().orElseThrow();
    }

    private record Executed(CompletableFuture<Server> server) implements Api {
        @Override
        public Object echo(Object value) {
            return value;
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
        public Map<String, Long> doubled(String key, long number) {
            return Map.of(key, 2 * number);
        }

        @Override
        public void fail(String how) {
            throw new IllegalStateException(how);
        }

        @Override
        public double left() {
            return request().timeLeft().map(left -> left.toNanos() / 1e9).orElse(-1.0);
        }

        @Override
        public void hold(String channel) {
            SharedMemory.channel(channel).trySend(1L);
            while (!request().isCancelled()) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void stop() {
            server.join().close();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Service service = Service.named(arguments[0]);
        if (arguments.length > 1) {
            call(service.waitingForServers().client(Api.class));
            return;
        }
        var server = new CompletableFuture<Server>();
        server.complete(service.serve(Api.class, new Executed(server)));
        server.join().join();
    }

    private static void call(Api bank) {
        System.out.println(bank.echo("a text of some length"));
        System.out.println(bank.sum(List.of(1L, 2L, 3L)));
        System.out.println(bank.doubled("a", 4).get("a"));
        try {
            bank.fail("on purpose");
        } catch (colors.rpc.RemoteFailureException e) {
            System.out.println(e.type() + " " + e.remoteMessage() + " " + e.trace().contains("in fail"));
        }
        bank.stop();
    }
}
