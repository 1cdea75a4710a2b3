// SPDX-License-Identifier: Apache-2.0
// Two programs whose classes of one name have different fields: both versions live side by side.
load("corpus.js");
(() => {
    const {publish, find, say, fields} = corpus;

    class OldItem {
        id = 1;
        name = "old";
    }

    class NewItem {
        id = 2;
        price = 9.5;
    }

    const type = item => colors.sharedType(item);

    function write() {
        publish("versions.old", colors.copyIn(new OldItem(), "versions.Item"));
        const again = colors.copyIn(new OldItem(), "versions.Item");
        say(`the same fields make the same version: ${type(again).version === type(find("versions.old")).version}`);
    }

    function read() {
        const old = find("versions.old");
        const item = colors.copyIn(new NewItem(), "versions.Item");
        publish("versions.new", item);
        say(`one class: ${type(old).name === type(item).name}`);
        say(`two versions: ${type(old).version !== type(item).version}`);
        display(old);
        display(item);
        const before = type(old).version;
        old.price = 4.5;
        say(`a field moved it to a new version: ${type(old).version !== before}`);
        display(old);
    }

    function check() {
        display(find("versions.old"));
        display(find("versions.new"));
    }

    function display(item) {
        say(fields(item).map(field => `${field.name}:${field.type}`).join(" "));
    }

    program({write, read, check});
})();
