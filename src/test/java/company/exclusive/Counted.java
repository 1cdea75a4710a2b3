// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

/** Fields for which others make updaters. */
public class Counted {
    public volatile int count;
    public volatile long total;
    public volatile String last;
}
