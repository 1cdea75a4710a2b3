// SPDX-License-Identifier: Apache-2.0
// Fields of all widths side by side: who stores one changes no other, also while the object gets and loses fields.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;
    const names = ["on", "tiny", "small", "unit", "medium", "half", "off", "last", "large", "whole"];
    const low = [true, -128, -32768, 0, -2147483648, -1.5, true, -1, -(2 ** 40), -0.5];
    const high = [false, 127, 32767, 65535, 2147483647, 0.25, false, 1, 2 ** 40, 1e300];

    class Packed {
        on = false;
        tiny = 1;
        small = 2;
        unit = 65;
        medium = 3;
        half = 0.5;
        off = false;
        last = 4;
        large = 5;
        whole = 2.5;
    }
    colors.bind("neighbours.Packed", Packed);

    function display(packed) {
        say(names.map(name => text(packed[name])).join(" "));
    }

    function write() {
        publish("neighbours", colors.copyIn(new Packed()));
        display(find("neighbours"));
    }

    function store(packed, values) {
        names.forEach((name, i) => {
            packed[name] = values[i];
            display(packed);
        });
    }

    function read() {
        const packed = find("neighbours");
        store(packed, low);
        packed.more = true;
        packed.count = 7;
        display(packed);
        store(packed, high);
        delete packed.more;
        packed.more = 1.5;
        say(`${text(packed.more)} ${text(packed.count)}`);
        display(packed);
    }

    function check() {
        const packed = find("neighbours");
        display(packed);
        store(packed, low);
        say(`${text(packed.more)} ${text(packed.count)}`);
    }

    program({write, read, check});
})();
