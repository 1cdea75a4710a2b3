// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import com.sun.management.OperatingSystemMXBean;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * A stream that ends each line with the processor time of this process so far, in nanoseconds; it counts in steps of 10
 * ms.
 */
public final class TimedLines extends FilterOutputStream {
    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    public TimedLines(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int value) throws IOException {
        if (value == '\n') {
            out.write((" " + process.getProcessCpuTime()).getBytes(StandardCharsets.US_ASCII));
        }
        out.write(value);
    }
}
