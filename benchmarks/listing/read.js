// SPDX-License-Identifier: Apache-2.0
// One field read, often enough to be compiled: for benchmarks/listing/graph.
(() => {
    const colors = Polyglot.import("colors");

    class Item {
        constructor() {
            this.value = 7;
        }
    }
    colors.bind("listing.Item", Item);

    function read(item) {
        return item.value;
    }

    function run(items) {
        let total = 0;
        for (let i = 0; i < 200000; i++) total += read(items[i % items.length]);
        return total;
    }

    const which = globalThis.arguments?.[0] ?? "private";
    // of a single one the compiler takes the field for a constant
    let items = Array.from({length: 16}, () => new Item());
    if (which !== "private") {
        const shared = items.map(item => colors.copyIn(item));
        for (const each of shared) each.value = 8;
        if (which === "shared") items = shared;
    }
    console.log(which, run(items));
})();
