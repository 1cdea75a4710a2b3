// SPDX-License-Identifier: Apache-2.0
// Fields that are added to and removed from objects while they are shared.
load("corpus.js");
(() => {
    const {publish, find, say, show, text, typeOf, fields} = corpus;

    class Thing {
        constructor(id, name) {
            this.id = id;
            this.name = name;
        }
    }
    colors.bind("fields.Thing", Thing);

    function write() {
        publish("fields", colors.copyIn(new Thing(1, "first")));
        publish("fields.other", colors.copyIn(new Thing(2, "second")));
    }

    function read() {
        const thing = find("fields");
        thing.weight = 1.5;
        display(thing);
        for (let i = 0; i < 20; i++) thing[`extra${i}`] = i;
        say(`twenty more: ${thing.extra0} ${thing.extra7} ${thing.extra19}`);
        for (let i = 0; i < 20; i++) delete thing[`extra${i}`];
        display(thing);
        delete thing.weight;
        delete thing.name;
        display(thing);
        say(`its type has no name: ${typeOf(thing, "name")}`);
        thing.name = "again";
        thing.friend = find("fields.other");
        display(thing);
        say("the other one has kept its fields");
        display(find("fields.other"));
    }

    function check() {
        const thing = find("fields");
        display(thing);
        show(thing.friend, "name");
    }

    /** All fields, by name: their order is not promised. */
    function display(thing) {
        say(fields(thing).map(field => `${field.name}=${text(thing[field.name])}`).join(" "));
    }

    program({write, read, check});
})();
