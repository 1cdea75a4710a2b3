// SPDX-License-Identifier: Apache-2.0
// Compare and set, get and set, get and add: each is one step for all threads of all processes.
load("corpus.js");
(() => {
    const {publish, find, refuse, say, text} = corpus;
    const {compareAndSet, getAndSet, getAndAdd} = colors;

    class Job {
        tries = 5;
        cost = 1.5;
        done = false;
        state = "new";
        next = null;
    }
    colors.bind("atomics.Job", Job);

    function write() {
        publish("atomics", colors.copyIn(Object.assign(new Job(), {next: new Job()})));
        publish("atomics.list", colors.copyIn([1, 2, 3]));
        publish("atomics.map", colors.copyIn(new Map([["hits", 1]])));
        publish("atomics.array", colors.copyIn(new Int16Array([1, 32766])));
        publish("atomics.turn", "first");
    }

    function read() {
        const job = find("atomics");
        say(`tries ${text(getAndAdd(job, "tries", 3))} ${text(job.tries)}`);
        say(`cost ${text(getAndAdd(job, "cost", 0.25))} ${text(getAndAdd(job, "cost", 1))} ${text(job.cost)}`);
        say(`state ${compareAndSet(job, "state", "old", "x")} ${compareAndSet(job, "state", "new", "running")} `
            + `${text(getAndSet(job, "state", "a state with a longer name"))} `
            + `${compareAndSet(job, "state", "a state with a longer name", "over")}`);
        say(`done ${compareAndSet(job, "done", false, true)} ${text(getAndSet(job, "done", true))}`);
        const next = job.next;
        say(`next ${compareAndSet(job, "next", job, next)} ${compareAndSet(job, "next", next, job)} `
            + `${text(getAndSet(job, "next", next))}`);
        elements();
        const turn = colors.repository("atomics.turn");
        say(`turn ${turn.compareAndSet("second", "third")} ${text(turn.getAndSet("second"))}`);
        refuse("a field that is not there", () => getAndAdd(job, "price", 1));
        refuse("a string", () => getAndAdd(job, "state", 1));
        refuse("a float to an integer", () => getAndAdd(job, "tries", 0.5));
        refuse("beyond 64 bits", () => getAndAdd(job, "tries", 2n ** 63n - 1n));
        refuse("another type", () => compareAndSet(job, "tries", 8, "eight"));
        refuse("a private object", () => getAndSet(job, "next", new Job()));
    }

    function elements() {
        const list = find("atomics.list");
        say(`list ${text(list.getAndAdd(1, 40))} ${list.compareAndSet(2, 3, 2.5)} `
            + `${text(list.getAndSet(0, "one"))} ${text(list.getAndAdd(2, 1))}`);
        const map = find("atomics.map");
        say(`map ${text(map.getAndAdd("hits", 2))} ${map.compareAndSet("hits", 3, 4)} `
            + `${text(map.getAndSet("hits", 5))}`);
        const array = find("atomics.array");
        say(`array ${text(array.getAndAdd(1, 1))} ${array.compareAndSet(0, 1, -1)} ${text(array.getAndSet(0, 7))}`);
        refuse("beyond 16 bits", () => array.getAndAdd(1, 1), colors.NumberOverflowError);
        refuse("an index that is not there", () => list.getAndAdd(3, 1));
        refuse("a key that is not there", () => map.getAndAdd("misses", 1));
    }

    function check() {
        const job = find("atomics");
        for (const name of ["tries", "cost", "done", "state", "next"]) say(`${name} ${text(job[name])}`);
        for (const element of [...find("atomics.list"), ...find("atomics.array")]) say(text(element));
        say(`${text(find("atomics.map").get("hits"))} ${text(find("atomics.turn"))}`);
    }

    program({write, read, check});
})();
