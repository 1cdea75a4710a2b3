// SPDX-License-Identifier: Apache-2.0
package colors;

/**
 * A message was sent to a closed channel, or received from one that is closed and has no message left. Reason CLOSED.
 */
public final class ChannelClosedException extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public ChannelClosedException(String message) {
        this(message, null);
    }

    ChannelClosedException(String message, Throwable cause) {
        super(Reason.CLOSED, message, cause);
    }

    /** Of a send to a closed channel. */
    public static ChannelClosedException ofSender(String key) {
        return new ChannelClosedException(
                "channel '" + key + "' is closed, nothing can be sent to it; nothing was sent");
    }

    /** Of a receive from one that is closed and empty. */
    public static ChannelClosedException ofReceiver(String key) {
        return new ChannelClosedException("channel '" + key + "' is closed and has no message left");
    }
}
