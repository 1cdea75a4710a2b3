// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.rpc.Server;
import colors.truffle.border.Members;
import java.util.Map;

/** What a server executed: for each method calls, failures and time, milliseconds of all of them. */
final class MeasuredMethods extends Members {
    private static final double NANOS_PER_MILLI = 1e6;

    private static final class Measured extends Members {
        Measured(String method, Server.Metrics metrics) {
            super("metrics of " + method);
            value("calls", metrics.calls());
            value("failures", metrics.failures());
            value("time", metrics.time().toNanos() / NANOS_PER_MILLI);
        }
    }

    MeasuredMethods(String service, Map<String, Server.Metrics> methods) {
        super("metrics of service '" + service + "'");
        methods.forEach((name, metrics) -> value(name, new Measured(name, metrics)));
    }
}
