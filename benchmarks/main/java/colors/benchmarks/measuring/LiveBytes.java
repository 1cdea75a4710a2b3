// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import colors.memory.SegmentStatus;

/** What the last cycle of the collector found alive. */
public final class LiveBytes {
    private LiveBytes() {}

    public static long now() {
        return SegmentStatus.read().collector().liveBytes();
    }
}
