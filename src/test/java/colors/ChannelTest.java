// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.monitors.ChannelStatus;
import colors.support.Child;
import colors.support.Partner;
import colors.support.WithDaemon;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Channels between threads and between processes. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
class ChannelTest {
    static class Letter {
        String text = "";
    }

    static class Express extends Letter {
        int hours;
    }

    /** What a call of another thread does that waits. */
    private interface Call<T> {
        T run() throws Exception;
    }

    private static <T> CompletableFuture<T> start(Thread.Builder how, Call<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        how.start(() -> {
            try {
                result.complete(call.run());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private static <E extends Throwable> E failure(Class<E> type, CompletableFuture<?> future) {
        return assertThrows(type, () -> {
            try {
                future.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        });
    }

    private static ChannelStatus status(String key) {
        return ChannelStatus.readAll().stream()
                .filter(channel -> channel.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitBlocked(String key, int senders, int receivers) throws InterruptedException {
        while (status(key).sendersBlocked() < senders || status(key).receiversBlocked() < receivers) {
            Thread.sleep(1);
        }
    }

    @Test
    void everyKindOfMessage() throws Exception {
        Channel<Object> channel = SharedMemory.channel("kinds");
        Ref<Letter> letter = Ref.copyOf(new Letter());
        SharedList<Object> list = SharedMemory.copyIn(List.of(1, "two"));
        Object[] sent = {1, 1L << 62, 2.5, 1e300, true, "text", null, letter, list, LocalDate.of(2026, 11, 21)};
        Object[] expected = {1L, 1L << 62, 2.5, 1e300, true, "text", null, letter, list, LocalDate.of(2026, 11, 21)};
        for (Object message : sent) {
            channel.send(message);
        }
        assertEquals(sent.length, channel.size());
        for (Object message : expected) {
            assertEquals(message, channel.receive());
        }
        assertEquals(256, channel.capacity());
        assertEquals("any", channel.type());
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> channel.send(new Letter()))
                        .reason());
        assertEquals(0, channel.size());
    }

    @Test
    void triesAndTimesOut() throws Exception {
        Channel<Object> channel = SharedMemory.channel("tries", 2);
        assertEquals("none", channel.tryReceive("none"));
        assertThrows(TimeoutException.class, () -> channel.receive(20, TimeUnit.MILLISECONDS));
        assertTrue(channel.trySend(null) && channel.trySend(2));
        assertFalse(channel.trySend(3));
        assertFalse(channel.send(3, 20, TimeUnit.MILLISECONDS));
        assertNull(channel.tryReceive("none"));
        assertEquals(2L, channel.receive(1, TimeUnit.SECONDS));
        assertThrows(TimeoutException.class, () -> channel.receive(-1, TimeUnit.SECONDS));
    }

    @Test
    void onlyMessagesOfItsType() throws Exception {
        Channel<Ref<Letter>> letters = SharedMemory.channel("letters", ValueType.ref(Letter.class));
        letters.send(Ref.copyOf(new Letter()));
        letters.send(Ref.copyOf((Letter) new Express()));
        letters.send(null);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> SharedMemory.channel("letters")
                                .send("a text"))
                        .reason());
        assertEquals(3, letters.size());
        SharedMemory.channel("numbers", Double.class);
        Channel<Object> numbers = SharedMemory.channel("numbers");
        numbers.send(3); // widened, as a field of that type does it
        assertEquals(3.0, numbers.receive());
        SharedMemoryException e = assertThrows(SharedMemoryException.class, () -> numbers.trySend("three"));
        assertEquals(
                "channel 'numbers' has messages of type float; it cannot take the string 'three'; nothing was sent",
                e.getMessage());
        assertEquals("float", numbers.type());
    }

    @Test
    void conflictsAreReported() {
        SharedMemory.channel("conflict", 8, String.class);
        assertEquals(8, SharedMemory.channel("conflict").capacity());
        SharedMemoryException capacity =
                assertThrows(SharedMemoryException.class, () -> SharedMemory.channel("conflict", 9));
        assertEquals(Reason.STATE, capacity.reason());
        assertTrue(capacity.getMessage().contains("a capacity of 8 messages, not 9"), capacity.getMessage());
        SharedMemoryException type =
                assertThrows(SharedMemoryException.class, () -> SharedMemory.channel("conflict", Letter.class));
        assertEquals(Reason.TYPE, type.reason());
        assertTrue(
                type.getMessage().contains("messages of type string, not colors.ChannelTest.Letter"),
                type.getMessage());
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> SharedMemory.channel("conflict", 0))
                        .reason());
    }

    @Test
    void closing() throws Exception {
        Channel<Object> channel = SharedMemory.channel("closing", 2);
        channel.send(1);
        channel.send(2);
        CompletableFuture<Void> sender = start(Thread.ofPlatform(), () -> {
            channel.send(3);
            return null;
        });
        awaitBlocked("closing", 1, 0);
        channel.close();
        channel.close();
        failure(ChannelClosedException.class, sender);
        assertTrue(channel.isClosed());
        assertThrows(ChannelClosedException.class, () -> channel.trySend(4));
        List<Object> rest = new ArrayList<>();
        channel.forEach(rest::add);
        assertEquals(List.of(1L, 2L), rest);
        assertThrows(ChannelClosedException.class, channel::receive);
        assertThrows(ChannelClosedException.class, () -> channel.tryReceive(null));
        assertEquals(0, channel.stream().count());
        assertTrue(SharedMemory.channel("closing").isClosed());
        assertTrue(SharedMemory.channels().contains("closing"));
        assertTrue(SharedMemory.removeChannel("closing"));
        assertFalse(SharedMemory.removeChannel("closing"));
        assertFalse(SharedMemory.channels().contains("closing"));
        Channel<Object> again = SharedMemory.channel("closing", 9);
        assertFalse(again.isClosed());
        assertTrue(channel.isClosed());
    }

    @Test
    void interrupts() throws Exception {
        Channel<Object> channel = SharedMemory.channel("interrupts", 1);
        for (Thread.Builder how : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
            AtomicLong began = new AtomicLong();
            CompletableFuture<Object> receiver = new CompletableFuture<>();
            Thread thread = how.start(() -> {
                try {
                    began.set(1);
                    receiver.complete(channel.receive());
                } catch (InterruptedException e) {
                    receiver.completeExceptionally(e);
                }
            });
            while (began.get() == 0) {
                Thread.onSpinWait();
            }
            thread.interrupt();
            failure(InterruptedException.class, receiver);
        }
        channel.send("kept");
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, channel::receive);
        assertEquals("kept", channel.receive());
        Thread.currentThread().interrupt();
        assertEquals(
                Reason.STATE,
                assertThrows(SharedMemoryException.class, () -> channel.iterator()
                                .hasNext())
                        .reason());
        assertTrue(Thread.interrupted());
    }

    /** More virtual threads wait than there are carriers, and still one that sends gets on. */
    @Test
    void virtualThreadsDoNotHoldTheirCarriers() throws Exception {
        int count = 4 * Runtime.getRuntime().availableProcessors();
        Channel<Object> channel = SharedMemory.channel("virtual", 1);
        List<CompletableFuture<Object>> receivers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            receivers.add(start(Thread.ofVirtual(), channel::receive));
        }
        start(Thread.ofVirtual(), () -> {
                    for (int i = 0; i < count; i++) {
                        channel.send(i);
                    }
                    return null;
                })
                .get();
        long sum = 0;
        for (CompletableFuture<Object> receiver : receivers) {
            sum += (Long) receiver.get();
        }
        assertEquals(LongStream.range(0, count).sum(), sum);
    }

    @Test
    void countersSayWhoWaits() throws Exception {
        Channel<Long> channel = SharedMemory.channel("counted", 1, Long.class);
        CompletableFuture<Long> receiver = start(Thread.ofPlatform(), channel::receive);
        awaitBlocked("counted", 0, 1);
        channel.send(1L);
        receiver.get();
        channel.send(2L);
        CompletableFuture<Boolean> sender = start(Thread.ofPlatform(), () -> channel.send(3L, 1, TimeUnit.MINUTES));
        awaitBlocked("counted", 1, 0);
        ChannelStatus status = status("counted");
        assertEquals(
                "integer 1/1 false 1/0 2 1",
                "%s %d/%d %b %d/%d %d %d"
                        .formatted(
                                status.type(),
                                status.size(),
                                status.capacity(),
                                status.closed(),
                                status.sendersBlocked(),
                                status.receiversBlocked(),
                                status.sent(),
                                status.received()));
        assertTrue(status.sendWaits() >= 1 && status.receiveWaits() >= 1);
        channel.receive();
        assertTrue(sender.get());
    }

    /** Sends its number so often. */
    public static final class Sender {
        public static void main(String[] arguments) throws Exception {
            Channel<Object> channel = SharedMemory.channel(arguments[0]);
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                channel.send(SharedMemory.copyIn(List.of(Long.parseLong(arguments[1]), i)));
            }
        }
    }

    /** Counts what it receives until the channel is closed. */
    public static final class Receiver {
        public static void main(String[] arguments) {
            long count = 0;
            for (Object message : SharedMemory.channel(arguments[0])) {
                count += (((SharedList<?>) message).as(Object.class)).size() == 2 ? 1 : 1_000_000;
            }
            System.out.println(count);
        }
    }

    @Test
    void processesManyToMany() throws Exception {
        int each = 3000;
        String segment = System.getProperty("colors.segment");
        Channel<Object> channel = SharedMemory.channel("processes", 4);
        List<Process> senders = new ArrayList<>();
        List<Process> receivers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            senders.add(Child.start(
                    segment, Sender.class, List.of(), "processes", Integer.toString(i), Integer.toString(each)));
            receivers.add(Child.start(segment, Receiver.class, List.of(), "processes"));
        }
        for (Process sender : senders) {
            assertEquals(0, sender.waitFor(), () -> new Scanner(sender.getInputStream())
                    .useDelimiter("\\A")
                    .next());
        }
        channel.close();
        long sum = 0;
        for (Process receiver : receivers) {
            sum += Long.parseLong(receiver.inputReader().readLine());
        }
        assertEquals(2L * each, sum);
    }

    /** Does with a repository what it is told. */
    public static final class Waiter {
        public static void main(String[] arguments) throws Exception {
            Repository<Object> repository = SharedMemory.repository("awaited");
            Scanner input = new Scanner(System.in);
            while (input.hasNextLine()) {
                String line = input.nextLine();
                System.out.println(
                        line.equals("wait") ? repository.waitForChange("old") : repository.compareAndSet("new", 3));
            }
        }
    }

    @Test
    void anotherProcessWaitsForARepository() throws Exception {
        Repository<Object> repository = SharedMemory.repository("awaited");
        repository.set("old");
        try (Partner partner = new Partner(System.getProperty("colors.segment"), Waiter.class)) {
            CompletableFuture<String> answer = start(Thread.ofPlatform(), () -> partner.ask("wait"));
            repository.set("old"); // another string, the same value
            assertThrows(java.util.concurrent.TimeoutException.class, () -> answer.get(100, TimeUnit.MILLISECONDS));
            repository.set("new");
            assertEquals("new", answer.get());
            assertEquals("true", partner.ask("cas"));
            assertEquals("false", partner.ask("cas"));
            assertEquals(3L, repository.waitForChange("new", 1, TimeUnit.MINUTES));
        }
    }

    @Test
    void repositories() throws Exception {
        Repository<Object> repository = SharedMemory.repository("cas");
        Ref<Letter> letter = Ref.copyOf(new Letter());
        assertFalse(repository.compareAndSet(1, 2));
        assertTrue(repository.compareAndSet(null, letter));
        assertFalse(repository.compareAndSet(Ref.copyOf(new Letter()), 1));
        assertTrue(repository.compareAndSet(letter, 1L << 62)
                && repository.compareAndSet(1L << 62, "text")
                && repository.compareAndSet("te" + "xt".strip(), 1));
        assertTrue(repository.compareAndSet(1.0, true), "1 and 1.0 are equal");
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> repository.compareAndSet(new Letter(), 1))
                        .reason());
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> repository.compareAndSet(true, new Letter()))
                        .reason());
        assertEquals(true, repository.waitForChange(false));
        assertEquals(true, repository.waitForChange(true, 10, TimeUnit.MILLISECONDS));
        assertTrue(SharedMemory.repositories().contains("cas"));
        assertTrue(SharedMemory.removeRepository("cas"));
        assertFalse(SharedMemory.removeRepository("cas"));
        assertFalse(SharedMemory.repositories().contains("cas"));
        assertNull(SharedMemory.repository("cas").get());
        assertTrue(SharedMemory.repositories().contains("cas"));
    }

    /** Threads that add one by compareAndSet lose none. */
    @Test
    void compareAndSetIsOneStep() throws Exception {
        Repository<Object> repository = SharedMemory.repository("counter");
        repository.set("0");
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(start(Thread.ofPlatform(), () -> {
                for (int k = 0; k < 500; k++) {
                    Object seen;
                    do {
                        seen = repository.get();
                    } while (!repository.compareAndSet(seen, Long.toString(Long.parseLong((String) seen) + 1)));
                }
                return null;
            }));
        }
        for (CompletableFuture<Void> thread : threads) {
            thread.get();
        }
        assertEquals("1500", repository.get());
    }
}
