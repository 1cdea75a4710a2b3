// SPDX-License-Identifier: Apache-2.0
// One field of every scalar type, written by one language and read by another.
load("corpus.js");
(() => {
    const {publish, find, show} = corpus;

    class Values {
        integer = 42;
        real = 2.5;
        truth = true;
        text = "text";
        nothing = null;
    }
    colors.bind("scalars.Values", Values);

    function write() {
        publish("scalars", colors.copyIn(new Values()));
    }

    function read() {
        const values = find("scalars");
        display(values);
        values.integer = -43;
        values.real = -0.125;
        values.truth = false;
        values.text = "other";
        values.nothing = 7;
    }

    function check() {
        display(find("scalars"));
    }

    function display(values) {
        for (const name of ["integer", "real", "truth", "text", "nothing"]) show(values, name);
    }

    program({write, read, check});
})();
