// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream that knows what was written to it last. */
final class LastByte extends FilterOutputStream {
    private volatile int last = '\n';

    LastByte(OutputStream out) {
        super(out);
    }

    /** A line's end when nothing was written. */
    int last() {
        return last;
    }

    @Override
    public void write(int value) throws IOException {
        out.write(value);
        last = value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        if (length > 0) {
            last = bytes[offset + length - 1];
        }
    }
}
