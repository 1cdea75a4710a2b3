// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.sync;

import colors.Channel;
import colors.SharedMemory;
import java.util.concurrent.TimeUnit;

/**
 * One of the two processes of a measurement of channels: {@code ping} prints what it measured, {@code echo} sends back,
 * {@code drain} and {@code flood} are for throughput.
 */
final class ChannelPeer {
    static final int CAPACITY = 1024;

    private ChannelPeer() {}

    /** ROLE SPIN_NS WARM_UP COUNT. */
    public static void main(String[] arguments) throws Exception {
        long spin = Long.parseLong(arguments[1]);
        int warmUp = Integer.parseInt(arguments[2]);
        int count = Integer.parseInt(arguments[3]);
        Channel<Object> there = SharedMemory.channel("bench.there", CAPACITY).spinning(spin, TimeUnit.NANOSECONDS);
        Channel<Object> back = SharedMemory.channel("bench.back", CAPACITY).spinning(spin, TimeUnit.NANOSECONDS);
        RoundTrips.pin(arguments[0].equals("ping") || arguments[0].equals("drain") ? 0 : 1);
        switch (arguments[0]) {
            case "ping" -> ping(there, back, warmUp, count);
            case "echo" -> echo(there, back);
            case "flood" -> flood(there, warmUp + count);
            case "drain" -> drain(there, warmUp, count);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void ping(Channel<Object> there, Channel<Object> back, int warmUp, int count) throws Exception {
        RoundTrips.measure(warmUp, count, number -> {
            there.send(number);
            if ((Long) back.receive() != number) {
                throw new IllegalStateException("another message came back");
            }
        });
        there.close();
        SharedMemory.removeChannel(there.key());
        SharedMemory.removeChannel(back.key());
    }

    private static void echo(Channel<Object> there, Channel<Object> back) throws InterruptedException {
        for (Object message : there) {
            back.send(message);
        }
    }

    private static void flood(Channel<Object> there, int count) throws InterruptedException {
        for (long i = 0; i < count; i++) {
            there.send(i);
        }
        there.close();
    }

    /** Prints messages a second. */
    private static void drain(Channel<Object> there, int warmUp, int count) throws InterruptedException {
        long began = 0;
        long expected = 0;
        for (Object message : there) {
            if (expected == warmUp) {
                began = System.nanoTime();
            }
            if ((Long) message != expected++) {
                throw new IllegalStateException("message " + message + " instead of " + (expected - 1));
            }
        }
        System.out.println(count / ((System.nanoTime() - began) / 1e9));
        SharedMemory.removeChannel(there.key());
    }
}
