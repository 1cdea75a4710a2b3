// SPDX-License-Identifier: Apache-2.0
package colors;

/** A message was sent to a closed channel, or received from one that is closed and has no message left. Reason STATE. */
public final class ChannelClosedException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public ChannelClosedException(String message) {
        super(Reason.STATE, message);
    }

    static ChannelClosedException ofSender(String key) {
        return new ChannelClosedException("channel '" + key + "' is closed, nothing can be sent to it; nothing was sent");
    }

    static ChannelClosedException ofReceiver(String key) {
        return new ChannelClosedException("channel '" + key + "' is closed and has no message left");
    }
}
