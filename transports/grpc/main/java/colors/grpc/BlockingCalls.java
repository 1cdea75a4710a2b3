// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.CallOptions;
import io.grpc.stub.InternalClientCalls;

/** Which calls a thread waits for: their threads may look for the answer themselves. */
final class BlockingCalls {
    private BlockingCalls() {}

    static boolean isBlocking(CallOptions options) {
        Object type = options.getOption(InternalClientCalls.getStubTypeOption()); // of a class that only grpc-stub sees
        return type != null && type.toString().equals("BLOCKING");
    }
}
