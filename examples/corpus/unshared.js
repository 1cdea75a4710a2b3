// SPDX-License-Identifier: Apache-2.0
// Private objects, code and threads stay private: no shared object can refer to one.
load("corpus.js");
(() => {
    const {publish, find, say, show, attempt, typeOf} = corpus;

    class Box {
        constructor(content = null) {
            this.content = content;
        }
    }
    colors.bind("unshared.Box", Box);

    function write() {
        const box = new Box();
        say(`a private object is shared: ${colors.isShared(box)}`);
        const shared = colors.copyIn(box);
        shared.content = "text";
        say(`its copy is shared: ${colors.isShared(shared)}`);
        publish("unshared", shared);
    }

    function read() {
        const box = find("unshared");
        say(`what was found is shared: ${colors.isShared(box)}`);
        say(`a number is shared: ${colors.isShared(1)}`);
        const code = () => say("never runs");
        attempt("store a private object", () => { box.content = new Box(); });
        attempt("store code", () => { box.content = code; });
        attempt("store code in a new field", () => { box.more = code; });
        attempt("publish a private object", () => publish("unshared", new Box()));
        attempt("copy an object that holds code", () => colors.copyIn(new Box(code)));
        attempt("copy a graph that holds code", () => colors.copyIn(new Box(new Box(code))));
        show(box, "content");
        say(`more: ${typeOf(box, "more")}`);
        const around = colors.copyIn(new Box(box));
        say(`a copy refers to what was shared already: ${around.content === box}`);
    }

    program({write, read});
})();
