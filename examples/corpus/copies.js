// SPDX-License-Identifier: Apache-2.0
// Copies out: a private graph of the program's own classes, which has the shape of the shared one and is nobody else's.
load("corpus.js");
(() => {
    const {publish, find, say, show, text} = corpus;

    class Station {
        next = null;
        log = [];
        around = new Map();
        constructor(name, number) {
            this.name = name;
            this.number = number;
            this.height = number / 4;
            this.open = number % 2 === 0;
        }
        sign() {
            return `${this.name} ${this.number}`;
        }
    }
    colors.bind("copies.Station", Station);

    function write() {
        const first = new Station("first", 1);
        const second = new Station("second", 2);
        first.next = second;
        second.next = first;
        first.log.push(1, 0.5, "text", second);
        second.log = first.log;
        first.around.set("after", second);
        publish("copies", colors.copyIn(first));
        let row = null;
        for (let i = 0; i < 20_000; i++) {
            const station = new Station("row", i);
            station.next = row;
            row = station;
        }
        publish("copies.row", colors.copyIn(row));
    }

    function read() {
        const first = colors.copyOut(find("copies"));
        const second = first.next;
        say(`private: ${!colors.isShared(first)}`);
        say(`${first.sign()}, ${second.sign()}, ${text(first.height)}, ${text(second.open)}`);
        say(`cycle: ${second.next === first}`);
        say(`one list: ${first.log === second.log}`);
        say(`in the list: ${first.log.length} ${text(first.log[0])} ${text(first.log[1])} ${text(first.log[2])} `
            + `${first.log[3] === second}`);
        say(`in the map: ${first.around.size} ${first.around.get("after") === second}`);
        first.name = "changed";
        first.log.length = 0;
        let length = 0;
        for (let at = colors.copyOut(find("copies.row")); at !== null; at = at.next) length++;
        say(`a row of ${length}`);
    }

    function check() {
        const first = find("copies");
        show(first, "name");
        say(`in the list: ${first.log.length}`);
    }

    program({write, read, check});
})();
