// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.rpc.Server;
import colors.rpc.Service;
import java.util.List;

/** The service over shared objects. */
final class RpcColors implements RpcCaller {
    private static final Service SERVICE = Service.named("bench");

    /** What the service does. */
    public interface Answers {
        /** {@code type} is the ordinal of a type. */
        List<?> answer(int type, List<?> list);

        /** Ends the server. */
        void stop();
    }

    private final Answers service = SERVICE.waitingForServers().client(Answers.class);

    @Override
    public List<?> call(RpcType type, List<Object> list) {
        return service.answer(type.ordinal(), list);
    }

    @Override
    public void close() {
        service.stop();
    }

    /** The server. */
    public static void main(String[] arguments) throws InterruptedException {
        RpcType[] types = RpcType.values();
        Server[] server = {null};
        server[0] = SERVICE.threads(1).serve(Answers.class, new Answers() {
            @Override
            public List<?> answer(int type, List<?> list) {
                return types[type].answer(list);
            }

            @Override
            public void stop() {
                server[0].close();
            }
        });
        System.out.println("ready");
        server[0].join();
    }
}
