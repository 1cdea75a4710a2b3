// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import company.exclusive.Account;
import java.lang.invoke.MethodHandles;

/** A subclass in another package, which is exclusive too. */
public class ExclusiveAccount extends Account {
    public static MethodHandles.Lookup lookup() {
        return MethodHandles.lookup();
    }
}
