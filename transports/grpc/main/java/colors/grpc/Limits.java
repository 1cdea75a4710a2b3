// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

/** The sizes that a program allows. */
final class Limits {
    private Limits() {}

    /** Of a message. */
    static int checked(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a message has 0 or more bytes, not " + bytes);
        }
        return bytes;
    }
}
