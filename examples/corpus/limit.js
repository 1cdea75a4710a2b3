// SPDX-License-Identifier: Apache-2.0
// A program that by accident makes a version of a class for each of its objects is stopped before it harms anybody.
load("corpus.js");
(() => {
    const {publish, find, say, show, attempt} = corpus;

    class Accident {
        first = null;
    }
    colors.bind("limit.Accident", Accident);

    class Innocent {
        n = 1;
    }
    colors.bind("limit.Innocent", Innocent);

    function write() {
        let stored = 0;
        try {
            for (; stored < 10000; stored++) {
                const object = colors.copyIn(new Accident());
                object[`key${stored}`] = stored;
                publish("limit", object);
            }
        } catch (e) {
            say(`keys stored: ${stored}`);
            say(`out of shared memory: ${e.reason === "MEMORY"}`);
            const start = "class limit.Accident has 1000 versions, and a class can have no more; "
                + "fields added last: 'key998', 'key997', 'key996'.";
            say(`the message names the class, the number and the fields: ${e.message.startsWith(start)}`);
        }
    }

    function read() {
        const object = find("limit");
        show(object, "key998");
        const type = colors.sharedType(object);
        attempt("one more field", () => { object.more = 1; });
        say(`as before: ${colors.sharedType(object) === type}`);
        object.key998 = -1;
        const innocent = /** @type {any} */ (colors.copyIn(new Innocent()));
        attempt("a field of another class", () => { innocent.more = 1; });
        const shape = type.type();
        say(`the type of the type: ${shape.name}, of that: ${shape.type().name}, itself: ${shape.type() === shape}`);
    }

    function check() {
        show(find("limit"), "key998");
    }

    program({write, read, check});
})();
