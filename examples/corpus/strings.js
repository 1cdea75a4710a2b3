// SPDX-License-Identifier: Apache-2.0
// Strings in each representation: empty, Latin-1, UTF-16, beyond 16 bits, with a zero in it, and a long one.
load("corpus.js");
(() => {
    const {publish, find, say, show} = corpus;
    const VALUES = ["", "plain", "caf\u00e9 \u00fc\u00df\u00ff", "\u03a9 \u6f22\u5b57", "\u{1f600}",
                    "a\u00e9\u6f22\u{1f600}z", "zero\0inside", "line\nbreak\ttab"];

    class Text {
        constructor(value, next) {
            this.value = value;
            this.next = next;
        }
    }
    colors.bind("strings.Text", Text);

    function write() {
        let first = new Text("0123456789".repeat(1_000), null);
        for (const value of [...VALUES].reverse()) first = new Text(value, first);
        publish("strings", colors.copyIn(first));
    }

    function read() {
        for (let text = find("strings"); text !== null; text = text.next) {
            if (text.value.length < 100) {
                show(text, "value");
            } else {
                say(`${text.value.length} characters, ${text.value === "0123456789".repeat(1_000)}`);
            }
        }
    }

    program({write, read});
})();
