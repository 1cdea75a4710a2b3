// SPDX-License-Identifier: Apache-2.0
import colors.SharedMemory;
import colors.rpc.RemoteFailureException;
import colors.rpc.Service;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The client of ci/test-services in Java that reads streams. */
final class Streams {
    private static final int READ = 10;
    private static final long MOST = 400; // items that a server makes for who reads so few

    private static String text(List<Object> items) {
        return items.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    private static void failures(Serves.Bank bank) {
        List<Object> before = new ArrayList<>();
        try {
            bank.failing(2).forEach(before::add);
        } catch (RemoteFailureException e) {
            System.out.println("failed " + e.remoteMessage());
        } catch (IllegalStateException e) { // of a server in Java
            System.out.println("failed " + ((RemoteFailureException) e.getCause()).remoteMessage());
        }
        System.out.println("before " + text(before));
        before.clear();
        try {
            bank.unfit(2).forEach(before::add);
        } catch (RuntimeException e) {
            System.out.println("unfit after " + text(before));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Serves.Bank bank = Service.named(arguments[0]).waitingForServers().client(Serves.Bank.class);
        System.out.println("sum " + bank.items(1000).mapToLong(Long::longValue).sum());
        failures(bank);
        Serves.Account account = bank.open("Ada");
        boolean areSame = true;
        for (Iterator<Serves.Account> raised = bank.raised(account, 3); raised.hasNext(); ) {
            areSame &= raised.next().equals(account);
        }
        System.out.println("raised " + areSame + " " + (long) account.balance());
        try (Stream<Long> endless = bank.endless(arguments[0])) {
            endless.limit(READ).forEach(number -> {});
        }
        Object made = SharedMemory.channel(arguments[0]).receive();
        System.out.println("closed " + ((Long) made < MOST));
        Iterator<Long> none = bank.items(0).iterator();
        System.out.println("at its end " + !none.hasNext());
        bank.stop();
    }
}
