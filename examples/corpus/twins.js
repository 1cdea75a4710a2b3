// SPDX-License-Identifier: Apache-2.0
// Objects made directly in shared memory, referring to each other before anyone else can see them.
load("corpus.js");
(() => {
    const {publish, find, say, show, text} = corpus;
    const make = name => colors.allocate("twins.Twin", {name, cries: 0, other: null});

    function write() {
        const first = make("Ann"), second = make("Ben");
        first.other = second;
        second.other = first;
        publish("twins", first);
    }

    function read() {
        const ann = find("twins");
        const ben = ann.other;
        say(`${text(ann.name)} and ${text(ben.name)}`);
        say(`each other's: ${ben.other === ann}`);
        const third = make("Cem");
        third.other = ann;
        ben.other = third;
        for (let i = 0; i < 1000; i++) ann.cries++;
    }

    function check() {
        const ann = find("twins");
        const third = ann.other.other;
        say(`${text(third.name)} joined`);
        say(`round: ${third.other === ann}`);
        show(ann, "cries");
    }

    program({write, read, check});
})();
