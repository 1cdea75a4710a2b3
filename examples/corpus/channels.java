// SPDX-License-Identifier: Apache-2.0
import colors.ObjectChannel;
import colors.SharedMemory;
import colors.SharedName;
import colors.SharedObject;

/** Channels: messages of any type in their order, types, closing. */
final class Channels extends Program {
    public static void main(String[] arguments) {
        new Channels().runAll(arguments);
    }

    @SharedName("channels.Thing")
    static final class Thing {
        String name = "sent";
    }

    private static void send(ObjectChannel channel, Object message) {
        try {
            channel.send(message);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void write() {
        ObjectChannel there = SharedMemory.findOrCreateChannel("channels.there", 7);
        for (Object message :
                new Object[] {42, 1L << 62, 2.5, "\u00e9\u6f22", null, true, SharedObject.copyOf(new Thing())}) {
            send(there, message);
        }
        say("full: " + !there.trySend("one more") + ", " + there.size());
        SharedMemory.findOrCreateChannel("channels.back", 10, String.class);
        attempt("another capacity", () -> SharedMemory.findOrCreateChannel("channels.back", 11));
        attempt("another type", () -> SharedMemory.findOrCreateChannel("channels.back", Thing.class));
    }

    @Override
    void read() {
        ObjectChannel there = SharedMemory.findOrCreateChannel("channels.there");
        ObjectChannel back = SharedMemory.findOrCreateChannel("channels.back");
        say(there.capacity() + " " + there.type() + ", " + back.capacity() + " " + back.type());
        for (int i = 0; i < 6; i++) {
            say(text(there.tryReceive()));
        }
        SharedObject thing = (SharedObject) there.tryReceive();
        say(text(thing) + " " + text(thing.get("name")));
        thing.set("name", "received");
        say("empty: " + (there.tryReceive() == ObjectChannel.NOTHING));
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
        ObjectChannel back = SharedMemory.findOrCreateChannel("channels.back");
        say("closed: " + back.isClosed() + ", " + back.size());
        for (Object message : back) {
            say(text(message));
        }
        attempt("at the end", () -> back.tryReceive());
        SharedObject thing = (SharedObject)
                SharedMemory.findOrCreateChannel("channels.there").tryReceive();
        say(text(thing.get("name")));
        say("listed: " + SharedMemory.channels().contains("channels.back"));
        say("removed: " + SharedMemory.removeChannel("channels.back") + " "
                + SharedMemory.removeChannel("channels.back") + " "
                + SharedMemory.channels().contains("channels.back"));
        say("again: " + SharedMemory.findOrCreateChannel("channels.back", 3).isClosed());
    }
}
