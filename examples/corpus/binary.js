// SPDX-License-Identifier: Apache-2.0
// Bytes that both processes write.
load("corpus.js");
(() => {
    const {publish, find, say} = corpus;

    function write() {
        publish("binary", colors.copyIn(new Uint8Array([1, 2, 127, 128, 255, 0])));
    }

    function read() {
        const bytes = new Uint8Array(find("binary"));
        display(bytes);
        bytes[0] = 200;
        bytes[5] = 77;
    }

    function check() {
        display(new Uint8Array(find("binary")));
    }

    function display(bytes) {
        say(`${bytes.length}: ${[...bytes].join(" ")}`);
    }

    program({write, read, check});
})();
