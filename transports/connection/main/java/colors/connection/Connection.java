// SPDX-License-Identifier: Apache-2.0
package colors.connection;

import colors.Channel;
import colors.MonitorAbandonedException;
import colors.Monitors;
import colors.Repository;
import colors.SharedArray;
import colors.SharedList;
import colors.SharedMemory;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Two rings of bytes between a client and a server, and a place for each side to sleep. The methods of the rings say
 * which of them exclude each other; those of the connection are thread-safe.
 */
public final class Connection implements AutoCloseable {
    private static final long CONNECT_SECONDS = 5;
    private static final long NAP_MS = 50;

    private final String name;
    private final ByteRing in;
    private final ByteRing out;
    private final SharedArray<?> peer;
    private volatile boolean isClosed;

    private Connection(String name, ByteRing in, ByteRing out, SharedArray<?> peer) {
        this.name = name;
        this.in = in;
        this.out = out;
        this.peer = peer;
    }

    /**
     * Connects to the listener of that name.
     *
     * @throws ConnectException when there is none, or it does not take the connection in time
     * @throws colors.SharedMemoryException (MEMORY) when there is no room for the rings, (READ_ONLY)
     */
    public static Connection open(String name) throws IOException {
        Repository<Object> listener = SharedMemory.repository(Listener.key(name));
        if (!(listener.get() instanceof SharedArray<?> server) || Presence.isGone(server)) {
            throw new ConnectException("no process serves '" + name + "'");
        }
        ByteRing in = ByteRing.create();
        ByteRing out = ByteRing.create();
        Connection connection = new Connection(name, in, out, server);
        SharedList<Object> request = SharedList.create();
        request.add(out.array);
        request.add(in.array);
        request.add(Presence.ofThisProcess());
        request.add(server);
        Channel<Object> channel = SharedMemory.channel(Listener.key(name));
        try {
            if (!channel.send(request, CONNECT_SECONDS, TimeUnit.SECONDS)) {
                throw new ConnectException("the server of '" + name + "' takes no connections");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectException("interrupted while it connected to '" + name + "'");
        }
        if (!server.equals(listener.get())) { // it ended meanwhile, perhaps before it looked into the channel
            connection.close();
            throw new ConnectException("the server of '" + name + "' has just ended");
        }
        return connection;
    }

    /** The server's side of what {@link #open} sent; null when that was to another server, or is something else. */
    static Connection accepted(String name, Object message) {
        if (!(message instanceof SharedList<?> request)
                || request.size() != 4
                || !(request.get(0) instanceof SharedArray<?> toServer)
                || !(request.get(1) instanceof SharedArray<?> toClient)
                || !(request.get(2) instanceof SharedArray<?> client)
                || !ByteRing.isRing(toServer)
                || !ByteRing.isRing(toClient)) {
            return null;
        }
        Connection connection = new Connection(name, new ByteRing(toServer), new ByteRing(toClient), client);
        if (!Presence.ofThisProcess().equals(request.get(3))) {
            connection.close();
            return null;
        }
        return connection;
    }

    /** The name of the listener. */
    public String name() {
        return name;
    }

    /** What the other side sends. */
    public ByteRing in() {
        return in;
    }

    /** What this side sends. */
    public ByteRing out() {
        return out;
    }

    /** Sends what was put into {@link #out}. */
    public void publish() {
        if (out.hasUnpublished() && out.publish()) {
            wake(out.array);
        }
    }

    /** Gives room in {@link #in} back. */
    public void release() {
        if (in.release() && out.awake()) {
            wake(out.array);
        }
    }

    /** The next {@link #await} of this side is to end when there is room in {@link #out}, too. */
    public void wantRoom() {
        out.wantRoom();
    }

    /** Whether the other side has closed, or this one. There may be bytes left in {@link #in}. */
    public boolean isEnded() {
        return isClosed || in.isEnded() || out.isRefused();
    }

    /** Whether nothing follows what is available in {@link #in}, or this side has closed. */
    public boolean isInputEnded() {
        return isClosed || in.isEnded();
    }

    /** Whether nobody will read what is put into {@link #out}, or this side has closed. */
    public boolean isOutputEnded() {
        return isClosed || out.isRefused();
    }

    /** Whether this side has closed. */
    public boolean isClosed() {
        return isClosed;
    }

    /** Whether the process of the other side has ended. */
    public boolean isPeerGone() {
        return Presence.isGone(peer);
    }

    /**
     * Waits for a condition that the other side or {@link #wakeThisSide} makes true: busily first, if that pays, then
     * asleep. Returns early now and then, within 50 ms of an interrupt too, which stays pending.
     *
     * @return whether it slept, so that it is time to look whether the other side is alive
     */
    public boolean await(BooleanSupplier condition, Patience patience) {
        if (patience.look(condition)) {
            return false;
        }
        in.asleep();
        if (!condition.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            try (var _ = Monitors.enter(in.array)) {
                in.asleep();
                if (!condition.getAsBoolean()) {
                    Monitors.wait(in.array, NAP_MS, TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (MonitorAbandonedException e) {
                return true; // the other side died while it woke this one
            }
            return true;
        }
        return false;
    }

    /** Lets a thread look again that waits in {@link #await} on this side. */
    public void wakeThisSide() {
        if (in.awake()) {
            wake(in.array);
        }
    }

    private static void wake(SharedArray<?> array) {
        try (var _ = Monitors.enter(array)) {
            Monitors.notifyAll(array);
        } catch (MonitorAbandonedException e) {
            // It died, and looks no more.
        }
    }

    /** Ends what this side sends. What was sent can still be read, and the other side can still send. */
    public void endOutput() {
        if (out.end()) {
            wake(out.array);
        }
    }

    /** Ends both directions. What was sent can still be read. */
    @Override
    public void close() {
        isClosed = true;
        in.refuse();
        endOutput();
        wakeThisSide();
    }
}
