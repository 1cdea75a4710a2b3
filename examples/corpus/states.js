// SPDX-License-Identifier: Apache-2.0
// Repositories as states: set when it is what was expected, wait for another value, list, remove.
load("corpus.js");
(() => {
    const {find, say, text} = corpus;
    const MINUTE = 60_000;

    class Part {
        number = 1;
    }

    function write() {
        const state = colors.repository("states.state");
        say(`from nothing: ${state.compareAndSet(null, "idle")}`);
        say(`from nothing again: ${state.compareAndSet(null, "busy")}`);
        colors.repository("states.number").set(2n ** 62n);
        colors.repository("states.part").set(colors.copyIn(new Part()));
        colors.repository("states.gone").set(1);
    }

    function read() {
        const [state, number, part] = ["state", "number", "part"].map(key => colors.repository("states." + key));
        say(`wrong text: ${state.compareAndSet("idl", "busy")}`);
        say(`text: ${state.compareAndSet("idle", "busy")}`);
        say(`wrong number: ${number.compareAndSet(2n ** 62n + 1024n, 0)}`);
        say(`number: ${number.compareAndSet(2n ** 62n, 2)}`);
        say(`equal float: ${number.compareAndSet(2.0, 3)}`);
        const found = part.get();
        say(`equal object: ${part.compareAndSet(colors.copyIn(new Part()), 1)}`);
        say(`object: ${part.compareAndSet(found, null)}`);
        say(`changed: ${text(state.waitForChange("idle", MINUTE))}`);
        say(`removed: ${colors.removeRepository("states.gone")} ${colors.removeRepository("states.gone")}`);
    }

    function check() {
        const listed = key => [...colors.repositories()].includes("states." + key);
        say(`state: ${text(colors.repository("states.state").waitForChange("idle", MINUTE))}`);
        say(`listed: ${listed("state")} ${listed("gone")}`);
        say(`gone: ${text(find("states.gone"))} ${listed("gone")}`);
    }

    program({write, read, check});
})();
