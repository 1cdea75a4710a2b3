// SPDX-License-Identifier: Apache-2.0
// Maps: order of insertion, keys of every scalar type and their equality, shared objects as keys and values.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;

    class Key {
        number = 7;
    }
    colors.bind("maps.Key", Key);

    function write() {
        publish("maps", colors.copyIn(new Map(/** @type {[any, any][]} */ ([
            [new Key(), "by identity"], ["one", 1], ["two", [2, 22]], [3, "three"], [0.5, "half"], [true, null]]))));
    }

    function read() {
        const map = find("maps");
        display(map);
        say(`three: ${text(map.get(3))}, as a string: ${map.has("3")}, one: ${map.has(1)}, true: ${map.has(true)}`);
        map.set("one", 11);
        map.delete(0.5);
        map.set(0.5, "again");
        map.get("two").push(222);
        const [key] = map.keys();
        say(`object: ${text(map.get(key))}, another one: ${map.has(colors.copyIn(new Key()))}`);
        map.set("key", key);
        for (let i = 0; i < 1000; i++) map.set(i * 10 + 4, i);
        for (let i = 1; i < 1000; i++) map.delete(i * 10 + 4);
    }

    function check() {
        display(find("maps"));
    }

    function display(map) {
        say(`${map.size}: ${[...map].map(([key, value]) => `${form(key)}=${form(value)}`).join(" ")}`);
    }

    function form(value) {
        return Array.isArray(value) ? `list of ${value.length}` : text(value);
    }

    program({write, read, check});
})();
