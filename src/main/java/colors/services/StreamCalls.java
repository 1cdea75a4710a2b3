// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.rpc.OneWay;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The service of the streams that a process has begun for others, one for each of its servers. */
interface StreamCalls {
    /** The next items, as many as there are at most; waits for the first. None: the stream is at its end. */
    CompletionStage<List<Object>> next(long id, int most);

    /** Nobody reads it any more. */
    @OneWay
    void close(long id);
}
