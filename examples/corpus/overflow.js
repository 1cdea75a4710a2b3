// SPDX-License-Identifier: Apache-2.0
// An integer field of a static language refuses integers beyond 64 bits; other fields take them.
load("corpus.js");
(() => {
    const {publish, find, say, show, text, typeOf} = corpus;
    const TOO_LARGE = 2n ** 63n;
    const TOO_SMALL = -(2n ** 63n) - 1n;

    class Counter {
        count = 5;
        any = null;
    }
    colors.bind("overflow.Counter", Counter);

    function write() {
        publish("overflow", colors.copyIn(new Counter()));
    }

    function read() {
        const counter = find("overflow");
        say(`2^63: ${refusal(() => { counter.count = TOO_LARGE; })}`);
        say(`-2^63-1: ${refusal(() => { counter.count = TOO_SMALL; })}`);
        say(`2^63 into any: ${refusal(() => { counter.any = TOO_LARGE; })}`);
        say(`2^63 into a new field: ${refusal(() => { counter.more = TOO_LARGE; })}`);
        say(`2^63 into a repository: ${refusal(() => publish("overflow.number", TOO_LARGE))}`);
        show(counter, "count");
        show(counter, "any");
        say(`more: ${typeOf(counter, "more")}`);
        counter.count = 2n ** 63n - 1n;
    }

    function check() {
        show(find("overflow"), "count");
        say(`repository: ${text(find("overflow.number"))}`);
    }

    function refusal(store) {
        try {
            store();
            return "accepted";
        } catch (e) {
            if (!(e instanceof colors.SharedMemoryError)) throw e;
            return "refused";
        }
    }

    program({write, read, check});
})();
