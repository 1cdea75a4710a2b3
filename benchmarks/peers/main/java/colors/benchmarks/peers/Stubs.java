// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.Remote;
import java.util.Base64;

/** The stub of a remote object as one word, which a server prints instead of binding it in a registry. */
public final class Stubs {
    private Stubs() {}

    public static String toText(Remote stub) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
            output.writeObject(stub);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    public static Remote of(String text) throws IOException, ClassNotFoundException {
        byte[] bytes = Base64.getDecoder().decode(text);
        try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Remote) input.readObject();
        }
    }
}
