// SPDX-License-Identifier: Apache-2.0
import colors.rpc.ServerLostException;
import colors.rpc.Service;

/** The client of ci/test-services in Java whose server is killed while it reads. */
final class Lost {
    public static void main(String[] arguments) {
        Serves.Bank bank = Service.named(arguments[0]).waitingForServers().client(Serves.Bank.class);
        try {
            bank.endless(arguments[0]).forEach(number -> {
                if (number == 0) {
                    System.out.println("reading");
                }
            });
        } catch (ServerLostException e) {
            System.out.println("lost true");
        }
    }
}
