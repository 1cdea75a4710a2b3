// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import colors.memory.SegmentStatus;

/** What the last cycle of the collector found alive. */
final class LiveBytes {
    private LiveBytes() {}

    static long now() {
        return SegmentStatus.read().collector().liveBytes();
    }
}
