// SPDX-License-Identifier: Apache-2.0
package colors.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.rmi.ConnectException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Hashtable;
import java.util.List;
import java.util.stream.IntStream;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Java RMI and JNDI's registry provider over shared memory, with the server in another process. */
@Timeout(120)
class ColorsSocketFactoryTest {
    private static RmiServer.Words lookUp(int port) throws Exception {
        Registry registry = LocateRegistry.getRegistry("localhost", port, new ColorsSocketFactory());
        return (RmiServer.Words) registry.lookup("words");
    }

    @Test
    void callsByAStubOfTheRegistry() throws Exception {
        try (ServerProcess _ = new ServerProcess(RmiServer.class, "1")) {
            RmiServer.Words words = lookUp(1);
            assertEquals(List.of("c", "b", "a"), words.reversed(List.of("a", "b", "c")));
            List<String> many =
                    IntStream.range(0, 50_000).mapToObj(Integer::toString).toList();
            assertEquals(many.reversed(), words.reversed(many));
            assertEquals(0, words.listening());
        }
    }

    @Test
    void theServerCallsBack() throws Exception {
        ColorsSocketFactory factory = new ColorsSocketFactory();
        RmiServer.Answer answer = question -> question + " this";
        try (ServerProcess _ = new ServerProcess(RmiServer.class, "2")) {
            RmiServer.Answer stub = (RmiServer.Answer) UnicastRemoteObject.exportObject(answer, 0, factory, factory);
            assertEquals("what? this", lookUp(2).ask(stub));
        } finally {
            UnicastRemoteObject.unexportObject(answer, true);
        }
    }

    @Test
    void aServerThatDiesEndsTheCall() throws Exception {
        try (ServerProcess _ = new ServerProcess(RmiServer.class, "3")) {
            RmiServer.Words words = lookUp(3);
            assertThrows(RemoteException.class, words::exit);
            assertThrows(ConnectException.class, words::listening);
        }
    }

    @Test
    void jndi() throws Exception {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.rmi.registry.RegistryContextFactory");
        environment.put(Context.PROVIDER_URL, "rmi://localhost:4");
        environment.put("com.sun.jndi.rmi.factory.socket", new ColorsSocketFactory());
        try (ServerProcess _ = new ServerProcess(RmiServer.class, "4")) {
            Context context = new InitialContext(environment);
            RmiServer.Words words = (RmiServer.Words) context.lookup("words");
            assertEquals(List.of("b", "a"), words.reversed(List.of("a", "b")));
            context.close();
        }
    }

    @Test
    void portsThatNobodyHas() throws Exception {
        ColorsSocketFactory factory = new ColorsSocketFactory();
        try (ServerSocket one = factory.createServerSocket(0);
                ServerSocket other = factory.createServerSocket(0)) {
            assertTrue(one.getLocalPort() > 0);
            assertNotEquals(one.getLocalPort(), other.getLocalPort());
        }
        assertThrows(IllegalArgumentException.class, () -> factory.createServerSocket(-1));
        assertThrows(IllegalArgumentException.class, () -> factory.createServerSocket(65_536));
        assertEquals(factory, new ColorsSocketFactory());
        assertEquals(factory.hashCode(), new ColorsSocketFactory().hashCode());
    }
}
