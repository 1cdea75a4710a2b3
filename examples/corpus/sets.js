// SPDX-License-Identifier: Apache-2.0
// Sets: what is in them, in the order in which it came.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;

    function write() {
        publish("sets", colors.copyIn(new Set(["only"])));
    }

    function read() {
        const set = find("sets");
        say(`size ${set.size}, only: ${set.has("only")}, other: ${set.has("other")}`);
        for (const element of [5, "only", null, 2.5, 5, false, "last"]) set.add(element);
        set.delete("only");
        set.add("only");
        set.delete("not there");
    }

    function check() {
        const set = find("sets");
        say(`${set.size}: ${[...set].map(text).join(" ")}`);
        set.clear();
        say(`empty: ${set.size === 0}, 5: ${set.has(5)}`);
    }

    program({write, read, check});
})();
