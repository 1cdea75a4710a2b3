// SPDX-License-Identifier: Apache-2.0
// Values of another type than the field's. A static language declared its fields, so they refuse; a dynamic language's
// fields got their types from values, so the object moves to a version that takes the new value. The expected output
// depends on the language that wrote.
load("corpus.js");
(() => {
    const {publish, find, show, attempt} = corpus;

    class Account {
        balance = 100;
        owner = "Smith";
        open = true;
    }
    colors.bind("conflict.Account", Account);

    class Other {
        id = 1;
    }
    colors.bind("conflict.Other", Other);

    function write() {
        publish("conflict", colors.copyIn(new Account()));
    }

    function read() {
        const account = find("conflict");
        const other = colors.copyIn(new Other());
        attempt("a string into an integer field", () => { account.balance = "much"; });
        show(account, "balance");
        attempt("a float into an integer field", () => { account.balance = 0.5; });
        show(account, "balance");
        attempt("an object into a string field", () => { account.owner = other; });
        show(account, "owner");
        attempt("null into a boolean field", () => { account.open = null; });
        show(account, "open");
        attempt("null into a string field", () => { account.owner = null; });
        show(account, "owner");
    }

    function check() {
        const account = find("conflict");
        show(account, "balance");
        show(account, "owner");
        show(account, "open");
    }

    program({write, read, check});
})();
