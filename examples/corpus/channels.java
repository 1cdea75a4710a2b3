// SPDX-License-Identifier: Apache-2.0
import colors.Channel;
import colors.Ref;
import colors.SharedMemory;
import colors.SharedName;

/** Channels: messages of any type in their order, types, closing. */
final class Channels extends Program {
    public static void main(String[] arguments) {
        new Channels().runAll(arguments);
    }

    @SharedName("channels.Thing")
    static final class Thing {
        String name = "sent";
    }

    private static void send(Channel<Object> channel, Object message) {
        try {
            channel.send(message);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void write() {
        Channel<Object> there = SharedMemory.channel("channels.there", 7);
        for (Object message : new Object[] {42, 1L << 62, 2.5, "\u00e9\u6f22", null, true, Ref.copyOf(new Thing())}) {
            send(there, message);
        }
        say("full: " + !there.trySend("one more") + ", " + there.size());
        SharedMemory.channel("channels.back", 10, String.class);
        attempt("another capacity", () -> SharedMemory.channel("channels.back", 11));
        attempt("another type", () -> SharedMemory.channel("channels.back", Thing.class));
    }

    @Override
    void read() {
        Channel<Object> there = SharedMemory.channel("channels.there");
        Channel<Object> back = SharedMemory.channel("channels.back");
        say(there.capacity() + " " + there.type() + ", " + back.capacity() + " " + back.type());
        for (int i = 0; i < 6; i++) {
            say(text(there.tryReceive(null)));
        }
        Ref<?> thing = (Ref<?>) there.tryReceive(null);
        say(text(thing) + " " + text(thing.get("name")));
        thing.set("name", "received");
        say("empty: " + (there.tryReceive("nothing").equals("nothing")));
        send(back, "first");
        send(back, null);
        send(back, "last");
        attempt("an integer", () -> back.trySend(1));
        attempt("an object", () -> back.trySend(thing));
        back.close();
        back.close();
        attempt("closed", () -> back.trySend("too late"));
        send(there, thing);
    }

    @Override
    void check() {
        Channel<Object> back = SharedMemory.channel("channels.back");
        say("closed: " + back.isClosed() + ", " + back.size());
        for (Object message : back) {
            say(text(message));
        }
        attempt("at the end", () -> back.tryReceive(null));
        Ref<?> thing = (Ref<?>) SharedMemory.channel("channels.there").tryReceive(null);
        say(text(thing.get("name")));
        say("listed: " + SharedMemory.channels().contains("channels.back"));
        say("removed: " + SharedMemory.removeChannel("channels.back") + " "
                + SharedMemory.removeChannel("channels.back") + " "
                + SharedMemory.channels().contains("channels.back"));
        say("again: " + SharedMemory.channel("channels.back", 3).isClosed());
    }
}
