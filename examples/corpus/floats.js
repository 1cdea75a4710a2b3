// SPDX-License-Identifier: Apache-2.0
// Floats that are easily lost: signed zero, NaN, infinities, the largest and the smallest; also in a field that takes
// anything.
load("corpus.js");
(() => {
    const {publish, find, show} = corpus;
    const VALUES = [-0, 0.1, -2.5, 1e300, -1e-300, Number.MAX_VALUE, Number.MIN_VALUE, Infinity, -Infinity, NaN];

    function write() {
        let first = null;
        for (const value of [...VALUES].reverse()) {
            const pair = colors.allocate("floats.Pair", {exact: 0.5, any: null, next: first});
            pair.exact = value;
            pair.any = value;
            first = pair;
        }
        publish("floats", first);
    }

    function read() {
        for (let pair = find("floats"); pair !== null; pair = pair.next) {
            show(pair, "exact");
            show(pair, "any");
        }
    }

    program({write, read});
})();
