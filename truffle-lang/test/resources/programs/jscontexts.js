// SPDX-License-Identifier: Apache-2.0
// What a program passes along with calls (docs/rpc.md, rpc.context): they are sent, then served, then settled.
const colors = Polyglot.import("colors");
const service = colors.service("jscontexts");
const calls = [];

function pass(what, context) {
    try {
        const client = service.client({promises: true, waits: true, context});
        calls.push(client.seen().then((entries) => `${what}: ${entries}`));
    } catch (e) {
        print(`${what}: ${e instanceof Error ? e.message : e}`);
    }
}

pass("an object", {tenant: "blue", number: "a text of some length"});
pass("a Map", new Map([["tenant", "blue"], ["constructor", "c"]]));
pass("a shared map", colors.copyIn(new Map([["tenant", "a text of some length"]])));
pass("odd names", {["__proto__"]: "own", then: "t", toString: "s", 0: "zero"});
pass("the literal's prototype", {__proto__: {inherited: "i"}, own: "o"});
pass("a key that is a symbol", {[Symbol("key")]: "k", own: "o"});
pass("a getter", {get tenant() { return "got"; }});
pass("none", {});

pass("null", null);
pass("an array", ["tenant", "blue"]);
pass("an array of entries", [["tenant", "blue"]]);
pass("a Set", new Set(["tenant"]));
pass("a function", () => ({tenant: "blue"}));
pass("a Date", new Date(0));
pass("a string", "tenant");
pass("a number", {tenant: 1});
pass("a bigint in a Map", new Map([["tenant", 1n]]));
pass("a key that is no string", new Map([[1, "blue"]]));
pass("a symbol", {tenant: Symbol("blue")});
pass("an empty key", new Map([["", "blue"]]));
pass("a getter that throws", {get tenant() { throw new RangeError("on purpose"); }});

let left = calls.length;
service.serve({
    seen() {
        if (--left === 0) service.close();
        const context = service.context();
        return Object.keys(context).map((key) => `${key}=${context[key]}`).join(" ");
    },
});
Promise.all(calls).then((seen) => print(seen.join("\n") + "\ndone"));
