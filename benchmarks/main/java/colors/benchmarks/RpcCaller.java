// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.io.IOException;
import java.util.List;

/** A client of a service that answers a list with a list: one framework's. For one thread. */
interface RpcCaller extends AutoCloseable {
    /** Waits for the answer; its elements are read by the caller. */
    List<?> call(RpcType type, List<Object> list) throws Exception;

    /** Ends the server, too. */
    @Override
    void close() throws IOException;
}
