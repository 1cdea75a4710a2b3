// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.sync;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The same measurements of Aeron's IPC: messages of eight bytes between two processes that look again and again, with a
 * media driver in the process that receives first. Its thread sleeps most of the time, for it has no part in the way of
 * a message.
 */
final class AeronPeer {
    private static final String CHANNEL = "aeron:ipc";
    private static final int THERE = 1;
    private static final int BACK = 2;
    private static final long END = -1;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Long.BYTES]);
    private long received;

    private AeronPeer() {}

    /** ROLE FOLDER WARM_UP COUNT. */
    public static void main(String[] arguments) throws Exception {
        String folder = arguments[1];
        int warmUp = Integer.parseInt(arguments[2]);
        int count = Integer.parseInt(arguments[3]);
        boolean first = arguments[0].equals("echo") || arguments[0].equals("drain");
        try (MediaDriver driver = first ? MediaDriver.launch(driver(folder)) : null;
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(folder))) {
            if (first) {
                System.out.println(
                        "ready " + Path.of(driver.aeronDirectoryName()).getFileName());
            }
            AeronPeer peer = new AeronPeer();
            switch (arguments[0]) {
                case "ping" -> peer.ping(aeron, warmUp, count);
                case "echo" -> peer.echo(aeron);
                case "flood" -> peer.flood(aeron, warmUp + count);
                case "drain" -> peer.drain(aeron, warmUp, count);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    private static MediaDriver.Context driver(String folder) {
        return new MediaDriver.Context()
                .aeronDirectoryName(folder)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true);
    }

    private void send(Publication publication, long number) {
        buffer.putLong(0, number);
        while (publication.offer(buffer, 0, Long.BYTES) < 0) {
            Thread.onSpinWait();
        }
    }

    private long receive(Subscription subscription) {
        while (subscription.poll((message, offset, length, header) -> received = message.getLong(offset), 1) == 0) {
            Thread.onSpinWait();
        }
        return received;
    }

    private static void await(Publication publication) throws InterruptedException {
        while (!publication.isConnected()) {
            Thread.sleep(1);
        }
    }

    private void ping(Aeron aeron, int warmUp, int count) throws Exception {
        try (Publication there = aeron.addExclusivePublication(CHANNEL, THERE);
                Subscription back = aeron.addSubscription(CHANNEL, BACK)) {
            await(there);
            RoundTrips.pin(0);
            RoundTrips.measure(warmUp, count, number -> {
                send(there, number);
                if (receive(back) != number) {
                    throw new IllegalStateException("another message came back");
                }
            });
            send(there, END);
        }
    }

    private void echo(Aeron aeron) throws InterruptedException {
        try (Subscription there = aeron.addSubscription(CHANNEL, THERE);
                Publication back = aeron.addExclusivePublication(CHANNEL, BACK)) {
            await(back);
            RoundTrips.pin(1);
            for (long number = receive(there); number != END; number = receive(there)) {
                send(back, number);
            }
        }
    }

    private void flood(Aeron aeron, int count) throws InterruptedException {
        try (Publication there = aeron.addExclusivePublication(CHANNEL, THERE)) {
            await(there);
            RoundTrips.pin(1);
            for (long i = 0; i < count; i++) {
                send(there, i);
            }
            while (there.isConnected()) { // the receiver ends first
                Thread.sleep(1);
            }
        }
    }

    /** Prints messages a second. */
    private void drain(Aeron aeron, int warmUp, int count) {
        try (Subscription there = aeron.addSubscription(CHANNEL, THERE)) {
            RoundTrips.pin(0);
            long began = 0;
            FragmentAssembler assembler =
                    new FragmentAssembler((message, offset, length, header) -> received = message.getLong(offset));
            received = -1;
            long end = warmUp + count - 1L;
            while (received < end) {
                if (began == 0 && received >= warmUp) {
                    began = System.nanoTime();
                    warmUp = (int) received;
                }
                if (there.poll(assembler, 64) == 0) {
                    Thread.onSpinWait();
                }
            }
            System.out.println((received - warmUp) / ((System.nanoTime() - began) / 1e9));
        }
    }
}
