// SPDX-License-Identifier: Apache-2.0
// Lists that one language made and another one changes.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;

    function write() {
        publish("lists.mixed", colors.copyIn([1, 2.5, "three", true, null]));
        publish("lists.numbers", colors.copyIn(Array.from({length: 100}, (_, i) => i * i)));
        publish("lists.nested", colors.copyIn([[1, 2], []]));
    }

    function read() {
        const mixed = find("lists.mixed");
        display("mixed", mixed);
        mixed[0] = "one";
        mixed.push(4);
        mixed.splice(1, 0, "between");
        mixed.splice(3, 1);
        const numbers = find("lists.numbers");
        say(`sum ${numbers.reduce((a, b) => a + b)}, contains 49: ${numbers.includes(49)}, `
            + `50: ${numbers.includes(50)}`);
        numbers.splice(3);
        numbers.push("text");
        const nested = find("lists.nested");
        nested[1].push(nested[0]);
    }

    function check() {
        display("mixed", find("lists.mixed"));
        display("numbers", find("lists.numbers"));
        const nested = find("lists.nested");
        display("inner", nested[1][0]);
        nested[0].push(3);
        display("inner", nested[1][0]);
    }

    function display(name, elements) {
        say(`${name} ${elements.length}: ${[...elements].map(text).join(" ")}`);
    }

    program({write, read, check});
})();
