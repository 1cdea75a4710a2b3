// SPDX-License-Identifier: Apache-2.0
// Integers up to the limits, in a field of integers and in one that takes anything. Beyond 2^53 they are written as
// BigInt.
load("corpus.js");
(() => {
    const {publish, find, show} = corpus;
    const VALUES = [0, -1, 2 ** 31, 2n ** 53n, 2n ** 53n + 1n, 2n ** 62n - 1n, 2n ** 62n, -(2n ** 62n),
                    -(2n ** 62n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)];

    function write() {
        let first = null;
        for (const value of [...VALUES].reverse()) {
            const pair = colors.allocate("integers.Pair", {exact: 0, any: null, next: first});
            pair.exact = value;
            pair.any = value;
            first = pair;
        }
        publish("integers", first);
    }

    function read() {
        for (let pair = find("integers"); pair !== null; pair = pair.next) {
            show(pair, "exact");
            show(pair, "any");
        }
    }

    program({write, read});
})();
