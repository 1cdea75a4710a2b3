// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

import colors.benchmarks.calls.CallTimes;

/** Measures one {@link XmemCaller} by {@link CallTimes}. */
public final class XmemClient {
    private XmemClient() {}

    /** CALLER WHAT CALLS WARM_UP_MS ADDRESS. */
    public static void main(String[] arguments) throws Exception {
        try (XmemCaller caller = Class.forName(arguments[0])
                .asSubclass(XmemCaller.class)
                .getConstructor(String.class, String.class)
                .newInstance(arguments[1], arguments[4])) {
            new CallTimes(caller.sizes(), caller::call, caller::expected)
                    .print(Integer.parseInt(arguments[2]), Long.parseLong(arguments[3]));
        }
        System.exit(0); // threads of RMI may be left
    }
}
