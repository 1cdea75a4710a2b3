// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import java.io.IOException;

/**
 * A client of a service that answers a sequence with another one of the same size: one framework's. It has a public
 * constructor, which takes the address that the server printed. For one thread.
 */
public interface RpcCaller extends AutoCloseable {
    /**
     * Builds a sequence, calls, and reads the answer, of which it returns the sum. The server reads what comes, and
     * answers with the sequence that begins at {@link RpcType#answer}.
     */
    long call(RpcType type, int size, long first) throws Exception;

    /** Ends the server, too. */
    @Override
    void close() throws IOException;
}
