// SPDX-License-Identifier: Apache-2.0
package colors.opentelemetry;

import colors.rpc.CallInterceptor;
import colors.rpc.RemoteFailureException;
import colors.rpc.Request;
import java.util.Map;

/**
 * Prints what it is told, and passes a number along; throws for two methods. Installed by {@code GuestCallsTest} in
 * processes of its own.
 */
public final class PrintingInterceptor implements CallInterceptor {
    private record Printing(String call) implements Observer {
        @Override
        public void returned() {
            System.out.println(call + " returned");
        }

        @Override
        public void ended(Throwable failure) {
            System.out.println(call + " ended "
                    + (failure instanceof RemoteFailureException remote ? remote.remoteMessage() : failure));
        }
    }

    private static void refuse(String method, String refused) {
        if (method.equals(refused)) {
            throw new IllegalStateException(refused + " on purpose");
        }
    }

    @Override
    public Observer calling(String service, String method, Map<String, String> context) {
        refuse(method, "uncalled");
        context.put("number", "1");
        return new Printing("calling " + method + " " + context);
    }

    @Override
    public Observer executing(Request request) {
        refuse(request.method(), "unexecuted");
        return new Printing("executing " + request.method() + " " + request.context());
    }
}
