// SPDX-License-Identifier: Apache-2.0
import colors.rpc.CallRefusedException;
import colors.rpc.CallException;
import colors.rpc.NoServerException;
import colors.rpc.RemoteFailureException;
import colors.rpc.Service;
import java.util.List;
import java.util.Map;

/** The client of ci/test-services in Java. */
final class Calls {
    interface Bank extends Serves.Bank {
        long unknown(long number);
    }

    public static void main(String[] arguments) {
        Service service = Service.named(arguments[0]);
        Bank bank = service.waitingForServers().client(Bank.class);
        System.out.println("add " + bank.add(1, 2));
        Serves.Account account = bank.open("Ada");
        System.out.println("owner " + account.owner());
        System.out.println("deposit " + (long) bank.deposit(account, 40));
        account.balance(account.balance() + 2);
        System.out.println("deposit " + (long) bank.deposit(account, 0));
        System.out.println("same " + bank.echo(account).equals(account));
        System.out.println("sum " + bank.sum(List.of(1L, 2L, 3L)));
        System.out.println("doubled " + bank.doubled(Map.of("a", 4L)).get("a"));
        System.out.println("many " + bank.many(1, 2, 3, 4, 5, 6));
        System.out.println("text " + bank.echo("a text of some length"));
        System.out.println("null " + bank.echo(null));
        try {
            bank.fail("on purpose");
        } catch (RemoteFailureException e) {
            System.out.println("failed " + e.remoteMessage());
        } catch (IllegalArgumentException e) { // of a server in Java
            System.out.println("failed " + ((RemoteFailureException) e.getCause()).remoteMessage());
        }
        try {
            bank.unknown(1);
        } catch (CallRefusedException e) {
            System.out.println("refused");
        }
        Bank passing = service.context(Map.of("tenant", "blue")).client(Bank.class);
        System.out.println("context " + passing.tenant() + bank.tenant());
        System.out.println("counts " + bank.counts("fail") + bank.counts("add"));
        bank.stop();
        try {
            while (true) { // until the last thread has ended
                service.client(Bank.class).add(1, 2);
            }
        } catch (NoServerException e) {
            System.out.println("no server " + (e instanceof CallException));
        }
    }
}
