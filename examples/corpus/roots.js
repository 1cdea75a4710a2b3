// SPDX-License-Identifier: Apache-2.0
// Repositories: named roots that hold any shared value and can be set again.
load("corpus.js");
(() => {
    const {publish, find, say, text} = corpus;

    class Thing {
        name = "thing";
    }
    colors.bind("roots.Thing", Thing);

    function write() {
        say(`never set: ${text(find("roots.never"))}`);
        publish("roots.integer", 42);
        publish("roots.large", 2n ** 62n);
        publish("roots.float", 2.5);
        publish("roots.boolean", false);
        publish("roots.string", "\u00e9\u6f22");
        publish("roots.object", colors.copyIn(new Thing()));
        publish("roots.gone", 1);
        publish("roots.gone", null);
        publish("roots/with a strange key \u6f22", true);
    }

    function read() {
        for (const key of ["integer", "large", "float", "boolean", "string", "object", "gone"]) {
            say(`${key}: ${text(find("roots." + key))}`);
        }
        say(`strange: ${text(find("roots/with a strange key \u6f22"))}`);
        publish("roots.integer", "now a string");
    }

    function check() {
        say(`integer: ${text(find("roots.integer"))}`);
    }

    program({write, read, check});
})();
