// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

import colors.benchmarks.protocols.XmemCaller;
import java.io.IOException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/**
 * JNDI's provider for RMI registries: a query of all bindings. There is a registry for each size, with so many names,
 * all of one remote object. The provider asks for the names, and then for the object of each.
 */
public final class RegistryBindings implements XmemCaller {
    private static final Remote OBJECT = new Remote() {}; // kept here, as no client need have its stub
    private static final List<Registry> REGISTRIES = new ArrayList<>();

    private final Map<Integer, Context> contexts = new HashMap<>(); // by size

    /** A client of registries at SIZE=PORT,... */
    public RegistryBindings(String what, String address) throws NamingException {
        for (String registry : address.split(",")) {
            String[] parts = registry.split("=");
            contexts.put(Integer.valueOf(parts[0]), connect(Way.of(what), parts[1]));
        }
    }

    private static Context connect(Way way, String port) throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.rmi.registry.RegistryContextFactory");
        environment.put(Context.PROVIDER_URL, "rmi://127.0.0.1:" + port);
        RMIClientSocketFactory factory = way.clients();
        if (factory != null) {
            environment.put("com.sun.jndi.rmi.factory.socket", factory);
        }
        return new InitialContext(environment);
    }

    @Override
    public long call(int size, long first) throws NamingException {
        NamingEnumeration<Binding> bindings = contexts.get(size).listBindings("");
        long sum = 0;
        while (bindings.hasMore()) {
            Binding binding = bindings.next();
            sum += binding.getObject() instanceof Remote ? binding.getName().length() : 0;
        }
        return sum;
    }

    @Override
    public long expected(int size) {
        return SharedBinding.lengths(size);
    }

    /** The server, in a way: prints where its registries are. */
    public static void main(String[] arguments) throws IOException {
        Way.useLoopback();
        Way way = Way.of(arguments[0]);
        Remote stub = UnicastRemoteObject.exportObject(OBJECT, 0, way.clients(), way.servers());
        StringJoiner address = new StringJoiner(",");
        for (int size : Message.serial.sizes()) {
            int port = way.freePort(size);
            Registry registry = LocateRegistry.createRegistry(port, way.clients(), way.servers());
            for (int i = 0; i < size; i++) {
                registry.rebind(SharedBinding.name(i), stub);
            }
            REGISTRIES.add(registry);
            address.add(size + "=" + port);
        }
        System.out.println(address);
    }
}
