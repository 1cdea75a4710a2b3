// SPDX-License-Identifier: Apache-2.0
// Monitors: entered, entered again, waited on and notified; the same one in every language.
load("corpus.js");
(() => {
    const {publish, find, say, text, attempt} = corpus;

    class Counter {
        count = 0;
        names = [];
    }
    colors.bind("locking.Counter", Counter);

    function write() {
        const counter = colors.copyIn(new Counter());
        publish("locking", counter);
        const monitor = colors.monitor(counter);
        colors.synchronized(counter, () => {
            colors.synchronized(counter, () => {
                say(`notified: ${monitor.wait(5)}`);
                counter.count++;
            });
            say(`held after one exit: ${monitor.isHeld()}`);
            monitor.notify();
            monitor.notifyAll();
        });
        say(`held after two: ${monitor.isHeld()}`);
        say(`exit: ${refused(() => monitor.exit())}`);
        say(`wait: ${refused(() => monitor.wait(5))}`);
        say(`notify: ${refused(() => monitor.notify())}`);
        attempt("a private object", () => colors.monitor({}));
    }

    function refused(operation) {
        try {
            operation();
            return "accepted";
        } catch (e) {
            if (!(e instanceof colors.SharedMemoryError) || e.reason !== "STATE") throw e;
            return "refused";
        }
    }

    function read() {
        const counter = find("locking");
        const monitor = colors.monitor(counter);
        say(`free: ${monitor.tryEnter()}`);
        counter.count++;
        colors.synchronized(counter.names, () => counter.names.push("Ada"));
        monitor.notifyAll();
        monitor.exit();
        say(`count: ${colors.synchronized(colors.repository("locking"), () => counter.count)}`);
    }

    function check() {
        const counter = find("locking");
        colors.synchronized(counter, () => {
            counter.count++;
            say(`count: ${counter.count}, names: ${text(counter.names[0])}`);
        });
    }

    program({write, read, check});
})();
