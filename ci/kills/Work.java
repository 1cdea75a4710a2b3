// SPDX-License-Identifier: Apache-2.0
import colors.Channel;
import colors.MonitorAbandonedException;
import colors.Monitors;
import colors.Ref;
import colors.Repository;
import colors.SharedArray;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.rpc.NoServerException;
import colors.rpc.Server;
import colors.rpc.ServerLostException;
import colors.rpc.Service;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What work.py does, in Java: {@code Work FOLDER LIFE SEED}. */
final class Work {
    private static final long LIFE = 1L << 32;
    private static final long END = -1;
    private static final int COMMON = 20;
    private static final int MOST = 50;
    private static final int ITEMS = 80;
    private static final int PATIENCE_MS = 20;
    private static final int BREATH = 10; // steps after which it sleeps for a moment, so that others are as fast
    private static final Object NONE = new Object();

    public interface Api {
        long next(Object message);

        Stream<Long> items(long first, long count);
    }

    private record Next(Ledger ledger) implements Api {
        @Override
        public long next(Object message) {
            long number = Messages.numberOf(message);
            ledger.note(Ledger.EXECUTED, number, 0);
            return number + 1;
        }

        @Override
        public Stream<Long> items(long first, long count) {
            return LongStream.range(first, first + count).boxed();
        }
    }

    private interface Piece {
        void run() throws InterruptedException;
    }

    private final Ledger ledger;
    private final long life;
    private final SplittableRandom random;
    private final Ref<?> counter = SharedMemory.repository("kills.counter").getRef();
    private final Ref<?> account = SharedMemory.repository("kills.account").getRef();
    private final SharedArray<Object> array = ((SharedArray<?>) root("array")).as(Object.class);
    private final SharedList<Object> list = ((SharedList<?>) root("list")).as(Object.class);
    private final SharedMap<Object, Object> map = ((SharedMap<?, ?>) root("map")).as(Object.class, Object.class);
    private final Channel<Object> channel = SharedMemory.channel("kills.channel");
    private final Repository<Object> token = SharedMemory.repository("kills.token");
    private final Api client = Service.named("kills").client(Api.class);
    private final List<Piece> work = List.of(
            () -> count("field", () -> counter.getAndAdd("count", 1)),
            () -> count("element", () -> array.getAndAdd(0, 1)),
            () -> count("value", () -> map.getAndAdd("count", 1)),
            this::section,
            this::ownKey,
            this::commonKey,
            this::sendList,
            this::takeList,
            this::sendChannel,
            this::takeChannel,
            this::swapToken,
            this::call,
            this::stream);

    private Work(Ledger ledger, long life, long seed) {
        this.ledger = ledger;
        this.life = life;
        random = new SplittableRandom(seed);
    }

    private static Object root(String name) {
        return SharedMemory.repository("kills." + name).get();
    }

    private long number(String kind) {
        return life * LIFE + ledger.begin(kind);
    }

    private void took(String way, Object message) {
        if (message == null) {
            ledger.cancel("take " + way);
            return;
        }
        ledger.note(Ledger.TAKEN, Messages.numberOf(message), Ledger.WAYS.indexOf(way));
        ledger.end("take " + way);
    }

    private void count(String kind, Runnable add) {
        ledger.begin(kind);
        add.run();
        ledger.end(kind);
    }

    private void section() throws InterruptedException {
        ledger.begin("section");
        try (Monitors.Entered _ = Monitors.enter(account)) {
            if (random.nextInt(8) == 0) {
                Monitors.wait(account, 1, TimeUnit.MILLISECONDS);
            }
            change();
            Monitors.notify(account);
        } catch (MonitorAbandonedException e) {
            ledger.add(Ledger.ABANDONED);
            ledger.cancel("section");
            return;
        }
        ledger.end("section");
    }

    private void change() {
        long first = account.get("first", Long.class);
        if (account.get("second", Long.class) != first
                || !account.get("text", String.class).equals(Messages.textOf(first))) {
            ledger.add(Ledger.TORN);
        }
        account.set("first", first + 1);
        account.set("text", Messages.textOf(first + 1));
        account.set("second", first + 1);
    }

    private void ownKey() {
        String key = "own " + life;
        Object found = map.get(key);
        Messages.check(
                (found == null ? 0 : Messages.numberOf(found) - life * LIFE) == ledger.done("own"), key + ": " + found);
        long number = number("own");
        map.put(key, Messages.messageOf(number));
        ledger.end("own");
    }

    private void commonKey() {
        String key = "common " + random.nextInt(COMMON);
        switch (random.nextInt(4)) {
            case 0 -> map.put(key, Messages.messageOf(life * LIFE + random.nextInt(1000)));
            case 1 -> checkMessage(map.remove(key));
            case 2 -> checkMessage(map.get(key));
            default -> {
                for (Map.Entry<Object, Object> entry : map.entrySet()) {
                    checkMessage(entry.getKey().equals("count") ? null : entry.getValue());
                }
            }
        }
    }

    private static void checkMessage(Object message) {
        if (message != null) {
            Messages.numberOf(message);
        }
    }

    private void sendList() {
        if (list.size() < MOST) {
            long number = number("send list");
            list.add(Messages.messageOf(number));
            ledger.end("send list");
        }
    }

    private void takeList() {
        ledger.begin("take list");
        Object message;
        try {
            message = list.remove(0);
        } catch (IndexOutOfBoundsException e) {
            message = null;
        }
        took("list", message);
    }

    private void sendChannel() throws InterruptedException {
        long number = number("send channel");
        if (channel.send(Messages.messageOf(number), PATIENCE_MS, TimeUnit.MILLISECONDS)) {
            ledger.end("send channel");
        } else {
            ledger.cancel("send channel");
        }
    }

    private void takeChannel() throws InterruptedException {
        ledger.begin("take channel");
        Object message = null;
        try {
            if (random.nextBoolean()) {
                message = channel.receive(PATIENCE_MS, TimeUnit.MILLISECONDS);
            } else {
                Object found = channel.tryReceive(NONE);
                message = found == NONE ? null : found;
            }
        } catch (TimeoutException e) {
            // there was none
        }
        took("channel", message);
    }

    private void swapToken() {
        long number = number("send token");
        ledger.begin("take token");
        took("token", token.getAndSet(Messages.messageOf(number)));
        ledger.end("send token");
    }

    private void call() {
        long number = number("call");
        try {
            long found = client.next(Messages.messageOf(number));
            Messages.check(found == number + 1, "the result of call " + number + ": " + found);
        } catch (ServerLostException e) {
            ledger.note(Ledger.TAKEN, number, Ledger.LOST);
        } catch (NoServerException e) {
            ledger.note(Ledger.TAKEN, number, Ledger.UNSERVED);
        }
        ledger.end("call");
    }

    /** Of some it reads but a part. */
    private void stream() {
        long number = number("stream");
        long count = random.nextInt(ITEMS);
        long enough = random.nextInt(2 * ITEMS);
        long got = 0;
        try (Stream<Long> stream = client.items(number, count)) {
            Iterator<Long> items = stream.iterator();
            while (got != enough && items.hasNext()) {
                Messages.check(items.next() == number + got, "item " + got + " of stream " + number);
                got++;
            }
            Messages.check(got == enough || got == count, "stream " + number + " ends after " + got + " items");
        } catch (ServerLostException e) {
            ledger.note(Ledger.TAKEN, number, Ledger.BROKEN);
        } catch (NoServerException e) {
            ledger.note(Ledger.TAKEN, number, Ledger.UNSERVED);
        }
        ledger.end("stream");
    }

    private void run() throws InterruptedException {
        ledger.add(Ledger.ATTACHED);
        for (long now; (now = ledger.control()) != END; ) {
            if (now % 2 == 0) {
                ledger.set(Ledger.ANSWERED, now);
                Thread.sleep(1);
                continue;
            }
            work.get(random.nextInt(work.size())).run();
            ledger.add(Ledger.STEPS);
            if (ledger.get(Ledger.STEPS) % BREATH == 0) {
                Thread.sleep(1);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        long life = Long.parseLong(arguments[1]);
        Ledger ledger = new Ledger(Path.of(arguments[0]), life);
        try (Server _ = Service.named("kills").threads(1).serve(Api.class, new Next(ledger))) {
            new Work(ledger, life, Long.parseLong(arguments[2])).run();
        }
    }
}
