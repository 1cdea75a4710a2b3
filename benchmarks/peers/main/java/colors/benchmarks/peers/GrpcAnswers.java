// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers;

import colors.benchmarks.peers.messages.Block;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** The answers to calls, of which so many go at a time. Thread-safe. */
final class GrpcAnswers implements StreamObserver<Block> {
    private final Block expected;
    private final int calls;
    private final int messages;
    private final Semaphore places;
    private final AtomicLong received = new AtomicLong();
    private volatile Throwable failure;

    /** To so many calls at a time, with so many messages each, all like that one. */
    GrpcAnswers(Block expected, int calls, int messages) {
        this.expected = expected;
        this.calls = calls;
        this.messages = messages;
        places = new Semaphore(calls);
    }

    @Override
    public void onNext(Block block) {
        received.incrementAndGet();
        if (!block.equals(expected)) {
            failure = new IllegalStateException("another block came than was sent");
        }
    }

    @Override
    public void onError(Throwable e) {
        failure = e;
        places.release();
    }

    @Override
    public void onCompleted() {
        places.release();
    }

    /** Until another call may begin. Throws IllegalStateException when one failed. */
    void awaitPlace() throws InterruptedException {
        places.acquire();
        if (failure != null) {
            throw new IllegalStateException("a call failed", failure);
        }
    }

    /** Until all these calls have ended. Throws IllegalStateException when one failed, or had too few messages. */
    void awaitAll(long begun) throws InterruptedException {
        places.acquire(calls - 1);
        awaitPlace();
        if (received.get() != begun * messages) {
            throw new IllegalStateException("%d messages came, not %d".formatted(received.get(), begun * messages));
        }
    }
}
