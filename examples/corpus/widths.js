// SPDX-License-Identifier: Apache-2.0
// Numbers that are too large for the width that a static language declared. Every language refuses them when they are
// stored, so that no reader has to. The expected output depends on the language that wrote.
load("corpus.js");
(() => {
    const {publish, find, say, show} = corpus;

    class Sample {
        tiny = 1;
        small = 2;
        medium = 3;
        unit = 65;
        large = 4;
        half = 0.5;
        boxed = 5;
    }
    colors.bind("widths.Sample", Sample);

    function write() {
        publish("widths", colors.copyIn(new Sample()));
    }

    function refusal(sample, name, value) {
        try {
            sample[name] = value;
            return "accepted";
        } catch (e) {
            if (!(e instanceof colors.SharedMemoryError)) throw e;
            return "refused";
        }
    }

    function store(sample, name, value, beyond) {
        say(`${name}, the last one: ${refusal(sample, name, value)}, beyond: ${refusal(sample, name, beyond)}`);
        show(sample, name);
    }

    function read() {
        const sample = find("widths");
        store(sample, "tiny", 127, 128);
        store(sample, "small", -32768, -32769);
        store(sample, "medium", 2147483647, 2147483648);
        store(sample, "unit", 65535, -1);
        store(sample, "large", 2 ** 40, 2 ** 41);
        store(sample, "half", 0.25, 1e300);
        store(sample, "boxed", -2147483648, 2 ** 40);
    }

    function check() {
        const sample = find("widths");
        show(sample, "tiny");
        show(sample, "medium");
        show(sample, "half");
        show(sample, "boxed");
    }

    program({write, read, check});
})();
