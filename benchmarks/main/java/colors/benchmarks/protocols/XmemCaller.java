// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.RpcClient;
import java.io.IOException;

/**
 * A client of one protocol in one way, of {@link XmemSuite}. It has a public constructor, which takes what the suite
 * calls it and the address that the server printed. For one thread.
 */
public interface XmemCaller extends AutoCloseable {
    /** What is measured: makes what is passed, passes it, and reads the answer, of which it returns the sum. */
    long call(int size, long first) throws Exception;

    /** The sum that {@link #call} of 0 has to return. */
    long expected(int size);

    /** What is called, in ascending order: nodes, bindings or bytes. */
    default int[] sizes() {
        return RpcClient.sizes();
    }

    /** Tells the server that this was all, where it waits for that; the suite ends it anyway. */
    @Override
    default void close() throws IOException {}
}
