// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.benchmarks.protocols.XmemCaller;
import colors.rpc.Server;
import colors.rpc.Service;

/** What {@link RmiTrees} does, with a service of shared objects: trees are made where the other side reads them. */
public final class ServiceTrees implements XmemCaller {
    private static final Service SERVICE = Service.named("trees");

    /** The service. */
    public interface Answers {
        SharedTree answer(SharedTree tree);
    }

    private final Answers answers = SERVICE.client(Answers.class);

    /** A client; the service is found by its name. */
    public ServiceTrees(@SuppressWarnings("unused") String what, @SuppressWarnings("unused") String address) {}

    static SharedTree answered(SharedTree tree) {
        long sum = tree.sum();
        return SharedTree.make(TreeSum.size(sum), TreeSum.answer(sum));
    }

    @Override
    public long call(int size, long first) {
        return answers.answer(SharedTree.make(size, first)).sum();
    }

    @Override
    public long expected(int size) {
        return TreeSum.expected(size);
    }

    /** The server. */
    public static void main(String[] arguments) throws InterruptedException {
        Answers answering = ServiceTrees::answered;
        Server server = SERVICE.threads(1).serve(Answers.class, answering);
        System.out.println("ready");
        server.join();
    }
}
