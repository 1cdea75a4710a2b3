// SPDX-License-Identifier: Apache-2.0
// Fields that a static language declared stay: nobody removes them or gives them another type; other fields come and
// go. A dynamic language's are free. The expected output depends on the language that wrote.
load("corpus.js");
(() => {
    const {publish, find, show, say, attempt, typeOf} = corpus;

    class Part {
        weight = 2.5;
        name = "bolt";
        count = 7;
    }
    colors.bind("pinned.Part", Part);

    function write() {
        publish("pinned", colors.copyIn(new Part()));
    }

    function read() {
        const part = find("pinned");
        attempt("another field", () => { part.state = "NY"; });
        attempt("it is removed", () => { delete part.state; });
        attempt("another type", () => { part.count = "many"; });
        attempt("a float is removed", () => { delete part.weight; });
        attempt("a string is removed", () => { delete part.name; });
        attempt("another field after that", () => { part.color = "red"; });
        attempt("a new value", () => { part.name = "nut"; });
    }

    function check() {
        const part = find("pinned");
        for (const name of ["weight", "name", "count", "state", "color"]) {
            say(`${name}: ${typeOf(part, name)}`);
        }
        show(part, "name");
    }

    program({write, read, check});
})();
