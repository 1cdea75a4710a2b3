// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import java.net.SocketAddress;

/** The name of a server in the segment of shared memory that the process is attached to. Immutable. */
public final class ColorsAddress extends SocketAddress {
    private static final long serialVersionUID = 1;

    private final String name;

    /** Throws IllegalArgumentException when the name is null or empty. */
    public ColorsAddress(String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a server has a name, not " + (name == null ? "null" : "an empty text"));
        }
        this.name = name;
    }

    /** The name. */
    public String name() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColorsAddress address && name.equals(address.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "colors:" + name;
    }
}
