// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.SharedName;

/** What a call gives whose result is a stream: where its items are to be had, and its number there. */
@SharedName(ReadStream.CLASS_NAME)
public interface StreamHandle {
    String service();

    void service(String name);

    long id();

    void id(long id);
}
