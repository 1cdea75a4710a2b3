// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.truffle.border.Members;
import java.util.Map;

/** What the client's program passes along with a call: its entries are the members. */
final class PassedContext extends Members {
    PassedContext(Map<String, String> entries) {
        super("the context of a call");
        entries.forEach(this::value);
    }
}
