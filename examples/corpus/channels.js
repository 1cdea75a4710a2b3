// SPDX-License-Identifier: Apache-2.0
// Channels: messages of any type in their order, types, closing.
load("corpus.js");
(() => {
    const {attempt, say, text} = corpus;
    const NOTHING = {};

    class Thing {
        name = "sent";
    }
    colors.bind("channels.Thing", Thing);

    function write() {
        const there = colors.channel("channels.there", 7);
        const thing = colors.copyIn(new Thing());
        for (const message of [42, 2n ** 62n, 2.5, "\u00e9\u6f22", null, true, thing]) there.send(message);
        say(`full: ${!there.trySend("one more")}, ${there.size()}`);
        colors.channel("channels.back", 10, "string");
        attempt("another capacity", () => colors.channel("channels.back", 11));
        attempt("another type", () => colors.channel("channels.back", null, Thing));
    }

    function read() {
        const there = colors.channel("channels.there");
        const back = colors.channel("channels.back");
        say(`${there.capacity} ${there.type}, ${back.capacity} ${back.type}`);
        for (let i = 0; i < 6; i++) say(text(there.tryReceive(NOTHING)));
        const thing = there.receive();
        say(`${text(thing)} ${text(thing.name)}`);
        thing.name = "received";
        say(`empty: ${there.tryReceive(NOTHING) === NOTHING}`);
        back.send("first");
        back.send(null);
        back.send("last");
        attempt("an integer", () => back.send(1));
        attempt("an object", () => back.send(thing));
        back.close();
        back.close();
        attempt("closed", () => back.send("too late"));
        there.send(thing);
    }

    function check() {
        const back = colors.channel("channels.back");
        say(`closed: ${back.isClosed()}, ${back.size()}`);
        for (const message of back) say(text(message));
        attempt("at the end", () => back.receive());
        say(text(colors.channel("channels.there").receive().name));
        const listed = () => [...colors.channels()].includes("channels.back");
        say(`listed: ${listed()}`);
        say(`removed: ${colors.removeChannel("channels.back")} ${colors.removeChannel("channels.back")} ${listed()}`);
        say(`again: ${colors.channel("channels.back", 3).isClosed()}`);
    }

    program({write, read, check});
})();
