// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** Serializable, with a finalizer. */
public class Closed implements Serializable {
    private static final long serialVersionUID = 1;
    public static final AtomicInteger FINALIZED = new AtomicInteger();

    public int value = 5;

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        FINALIZED.incrementAndGet();
    }
}
