// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a channel's counters say now, read without stopping anybody.
 *
 * @param key its key
 * @param type what its messages are
 * @param capacity how many there is room for
 * @param size how many are in it
 * @param closed whether it was closed
 * @param sendersBlocked threads that sleep until there is room
 * @param receiversBlocked threads that sleep until there is a message
 * @param sent messages since it was made
 * @param received messages since it was made
 * @param sendWaits sleeps of senders, each of at most 50 ms
 * @param receiveWaits the same of receivers
 */
public record ChannelStatus(
        String key,
        String type,
        int capacity,
        int size,
        boolean closed,
        int sendersBlocked,
        int receiversBlocked,
        long sent,
        long received,
        long sendWaits,
        long receiveWaits) {
    private static final int TO_SEND = 1;

    /** Of all channels, by key. */
    public static List<ChannelStatus> readAll() {
        List<Long> waiting = waiting();
        return Channels.queues().stream()
                .map(queue -> read(queue, waiting))
                .sorted(Comparator.comparing(ChannelStatus::key))
                .toList();
    }

    private static ChannelStatus read(long queue, List<Long> waiting) {
        int senders = 0;
        int receivers = 0;
        for (long one : waiting) {
            boolean here = (int) one == Segment.granules(queue);
            boolean sends = one >>> Integer.SIZE == TO_SEND;
            senders += here && sends ? 1 : 0;
            receivers += here && !sends ? 1 : 0;
        }
        int head = Memory.getIntAcquire(queue + Layout.QUEUE_HEAD);
        int tail = Memory.getIntAcquire(queue + Layout.QUEUE_TAIL) >>> Layout.QUEUE_COUNT_SHIFT;
        return new ChannelStatus(
                Channels.key(queue),
                Channels.type(queue).typeText(),
                Channels.capacity(queue),
                Channels.size(queue),
                Channels.isClosed(queue),
                senders,
                receivers,
                total(queue + Layout.QUEUE_SENT, tail),
                total(queue + Layout.QUEUE_RECEIVED, head),
                Memory.getLongOpaque(queue + Layout.QUEUE_SEND_WAITS),
                Memory.getLongOpaque(queue + Layout.QUEUE_RECEIVE_WAITS));
    }

    /** A total is stored before the count of 30 bits that commits, and has its bits. */
    private static long total(long place, int count) {
        long stored = Memory.getLongOpaque(place);
        int ahead = (int) stored - count & Layout.QUEUE_COUNT_MASK;
        return ahead <= Layout.QUEUE_COUNT_MASK / 2 ? stored - ahead : stored + (Layout.QUEUE_COUNT_MASK + 1 - ahead);
    }

    /** The words of all threads that sleep at a channel. */
    private static List<Long> waiting() {
        List<Long> result = new ArrayList<>();
        for (int i = 0; i < Layout.SLOT_MAX; i++) {
            long word = Memory.getLongAcquire(Segment.BASE
                    + Segment.header(Layout.HEADER_SLOTS_OFFSET)
                    + (long) i * Layout.SLOT_BYTES
                    + Layout.SLOT_WAITING_AT);
            if (word != 0) {
                result.add(word);
            }
        }
        return result;
    }
}
