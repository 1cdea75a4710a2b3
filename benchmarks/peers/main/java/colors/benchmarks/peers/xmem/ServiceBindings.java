// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.SharedArray;
import colors.benchmarks.protocols.XmemCaller;
import colors.rpc.Server;
import colors.rpc.Service;

/**
 * What {@link RegistryBindings} does, with a service of shared objects: the answer to a query is a new array of the
 * bindings that are there.
 */
public final class ServiceBindings implements XmemCaller {
    private static final Service SERVICE = Service.named("bindings");
    private static final int MOST = 1024;

    /** The service. */
    public interface Directory {
        /** The first ones. */
        SharedArray<SharedBinding> list(int size);
    }

    private final Directory directory = SERVICE.client(Directory.class);

    /** A client; the service is found by its name. */
    public ServiceBindings(@SuppressWarnings("unused") String what, @SuppressWarnings("unused") String address) {}

    @Override
    public long call(int size, long first) {
        SharedArray<SharedBinding> bindings = directory.list(size);
        long sum = 0;
        for (int i = 0, count = bindings.size(); i < count; i++) {
            sum += bindings.get(i).length();
        }
        return sum;
    }

    @Override
    public long expected(int size) {
        return SharedBinding.lengths(size);
    }

    private static SharedArray<SharedBinding> array(int size) {
        return SharedArray.<Object>create(Object.class, size).as(SharedBinding.class);
    }

    private static SharedArray<SharedBinding> firstOf(SharedArray<SharedBinding> all, int size) {
        SharedArray<SharedBinding> some = array(size);
        for (int i = 0; i < size; i++) {
            some.set(i, all.get(i));
        }
        return some;
    }

    /** The server. */
    public static void main(String[] arguments) throws InterruptedException {
        SharedArray<SharedBinding> all = array(MOST);
        for (int i = 0; i < MOST; i++) {
            all.set(i, SharedBinding.make(i));
        }
        Directory directory = size -> firstOf(all, size);
        Server server = SERVICE.threads(1).serve(Directory.class, directory);
        System.out.println("ready");
        server.join();
    }
}
