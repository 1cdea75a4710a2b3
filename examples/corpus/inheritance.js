// SPDX-License-Identifier: Apache-2.0
// A hierarchy is one flat set of fields; what a field of a superclass's type takes, the storing program's classes say.
load("corpus.js");
(() => {
    const {publish, find, say, show, text, attempt, fields} = corpus;

    class Animal {
        friend = null;
        constructor(name) { this.name = name; }
    }

    class Bird extends Animal {
        wings = 2;
    }

    class Duck extends Bird {
        quacks = true;
    }

    class Fish extends Animal {
        depth = 3.5;
    }

    class Stone {
        name = "stone";
    }
    for (const type of [Animal, Bird, Duck, Fish, Stone]) colors.bind(`inheritance.${type.name}`, type);

    function write() {
        const donald = new Duck("Donald");
        donald.friend = new Duck("Daisy");
        publish("inheritance", colors.copyIn(donald));
    }

    function read() {
        const donald = find("inheritance");
        say(fields(donald).map(field => field.name).join(" "));
        show(donald, "wings");
        say(`friend: ${text(donald.friend)}`);
        attempt("a fish as a friend", () => { donald.friend = colors.copyIn(new Fish("Wanda")); });
        say(`friend: ${text(donald.friend)} ${text(donald.friend.name)}`);
        attempt("a stone as a friend", () => { donald.friend = colors.copyIn(new Stone()); });
        attempt("nobody as a friend", () => { donald.friend = null; });
    }

    function check() {
        const donald = find("inheritance");
        show(donald, "name");
        say(`friend: ${text(donald.friend)}`);
    }

    program({write, read, check});
})();
