// SPDX-License-Identifier: Apache-2.0
// Objects of the program's classes as keys: compared by their fields, also when another language put them.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;

    class Point {
        constructor(x, y) {
            Object.assign(this, {x, y});
        }
    }
    colors.bind("keys.Point", Point, {comparedBy: ["x", "y"]});

    class Place {
        constructor(city, at, note) {
            Object.assign(this, {city, at, note});
        }
    }
    colors.bind("keys.Place", Place, {comparedBy: ["city", "at"]});

    function write() {
        publish("keys", colors.copyIn(new Map([[new Point(1, 2.5), "first"], [new Point(3, 4.5), "second"],
                                               [new Place("Rome", new Point(0, 0.5), "old"), "third"]])));
        publish("keys.set", colors.copyIn(new Set([new Point(1, 2.5)])));
    }

    function read() {
        const map = find("keys");
        display(map);
        say(`there: ${text(map.get(new Point(1, 2.5)))} ${text(map.get(new Place("Rome", new Point(0, 0.5), "new")))}`);
        say(`not there: ${map.has(new Point(2, 2.5))} ${map.has(new Place("Rome", new Point(1, 0.5), "old"))}`);
        map.set(colors.copyIn(new Point(1, 2.5)), "changed");
        map.set(colors.copyIn(new Point(5, 6.5)), "new");
        map.delete(new Point(3, 4.5));
        const set = find("keys.set");
        set.add(colors.copyIn(new Point(1, 2.5)));
        set.add(colors.copyIn(new Point(7, 0.5)));
        say(`set: ${set.size}`);
    }

    function check() {
        const map = find("keys");
        display(map);
        say(`found: ${text(map.get(new Point(5, 6.5)))} ${map.has(new Point(3, 4.5))} `
            + `${find("keys.set").has(new Point(7, 0.5))}`);
    }

    function display(map) {
        say(`${map.size}: ${[...map].map(([key, value]) => `${text(key)}=${text(value)}`).join(" ")}`);
    }

    program({write, read, check});
})();
