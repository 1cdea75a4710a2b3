// SPDX-License-Identifier: Apache-2.0
package colors.grpc;

import io.grpc.KnownLength;
import java.io.ByteArrayInputStream;

/** A message that came. It knows its length, so marshallers read it in one step. */
final class MessageBytes extends ByteArrayInputStream implements KnownLength {
    MessageBytes(byte[] bytes) {
        super(bytes);
    }
}
