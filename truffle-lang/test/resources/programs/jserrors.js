// SPDX-License-Identifier: Apache-2.0
// Errors have the classes of docs/api.md, whose hierarchy instanceof follows.
const colors = Polyglot.import("colors");
const classes = Object.keys(colors).filter(name => name.endsWith("Error")).map(name => colors[name]);

function shows(what, action) {
    try {
        action();
        console.log(what, "no error");
    } catch (e) {
        const found = classes.filter(type => e instanceof type).map(type => type.name);
        console.log(what, e instanceof Error, e.name, e.reason, found.join(" "));
        console.log("  ", e.stack.split("\n")[0] === `${e.name}: ${e.message}`,
                    e.message.split(" of the shared segment")[0]);
    }
}

console.log(classes.map(type => type.name).join(" "));
console.log(new Error("own") instanceof colors.SharedMemoryError, 3 instanceof colors.SharedMemoryError);
console.log(Object.assign(new TypeError("own"), {reason: "TYPE"}) instanceof colors.SharedMemoryError);

shows("argument", () => colors.sharedType(3));
const closed = colors.channel("jserrors.closed", 2);
closed.close();
shows("closed", () => closed.send(1));
const integers = colors.channel("jserrors.integers", 2, "integer");
shows("type", () => integers.send("text"));
shows("timeout", () => integers.receive(1));
shows("state", () => colors.monitor(colors.list()).exit());
shows("memory", () => colors.array("int64", 1e8));
const bytes = colors.array("int8", 1);
shows("range", () => { bytes[0] = 128; });
shows("kind", () => { bytes[0] = "text"; });
shows("length", () => bytes.push(1));
shows("unknown member", () => { "use strict"; colors.foo = 1; });
shows("member", () => { "use strict"; closed.key = "other"; });
shows("too few arguments", () => colors.copyIn());
shows("too many", () => colors.isShared(1, 2));
