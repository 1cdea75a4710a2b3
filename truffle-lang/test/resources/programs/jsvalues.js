const colors = Polyglot.import("colors");

class Box {
    constructor(content) { this.content = content; }
}

function fails(action) {
    try {
        print("no error", action());
    } catch (e) {
        print(e instanceof colors.SharedMemoryError, e.message);
    }
}

const box = colors.copyIn(new Box(null));
const values = [2n ** 64n, -(2n ** 63n) - 1n, colors.value("colors.BigInteger", "1" + "0".repeat(5000)),
    colors.value("colors.Decimal", "1.50"), colors.value("colors.UUID", "00000000-0000-0000-0000-000000000005"),
    colors.value("colors.LocalDate", "2024-02-29"), colors.value("colors.Duration", "PT-1.5S"),
    colors.value("colors.LocalDateTime", "2024-02-29T10:00"),
    colors.value("colors.Instant", "2024-02-29T10:00:00.000000001Z"), colors.enumConstant("programs.Color", "RED")];
for (const value of values) {
    box.content = value;
    const copied = colors.copyIn(new Box(value)).content;
    colors.repository("programs.js").set(value);
    for (const found of [box.content, copied, colors.repository("programs.js").get()]) {
        if (found !== value || String(found) !== String(value)) throw new Error(`${found} is not ${value}`);
    }
}
print(values.length, "values came back");
box.content = 5n; // fits 64 bits
print(typeof box.content, box.content + 1);
const now = new Date(1e12 + 1);
box.content = now;
print(box.content instanceof Date, box.content.getTime() === now.getTime(), box.content === now,
      typeof colors.value("colors.BigInteger", "7"),
      colors.value("colors.Instant", "2024-02-29T10:00:00Z") instanceof Date);
const decimal = colors.value("colors.Decimal", "1.50");
print(decimal.type, decimal.text, `${decimal}`, decimal === colors.value("colors.Decimal", "1.5"),
      decimal === colors.value("colors.Decimal", "1.6"), Object.keys(decimal).join());
fails(() => { "use strict"; decimal.text = "2"; });
print(decimal.text);

// what cannot be stored
fails(() => { box.content = new Date(NaN); });
fails(() => { box.content = /x/; });
fails(() => { box.content = Symbol("x"); });
fails(() => colors.copyIn(new Date()));
fails(() => colors.copyIn(decimal));
fails(() => colors.value("colors.Decimal", "one"));
fails(() => colors.value("colors.UUID", "1-2-3-4-5"));
fails(() => colors.value("colors.Complex", "1"));
fails(() => colors.enumConstant("colors.UUID", "RED"));
fails(() => colors.allocate("colors.UUID", {text: "x"}));
print(box.content.getTime());

// what a static language declared
const stored = colors.repository("stored.js").get();
print(stored.nanos.text, stored.exact instanceof Date, stored.foreign.type, stored.foreign.name,
      stored.color === colors.enumConstant("programs.Color", "RED"));
for (const [name, value] of [["total", 1.5], ["total", "1.5"], ["total", 7], ["number", 2n ** 70n], ["number", 3],
                             ["number", decimal], ["count", 2n ** 63n],
                             ["color", colors.enumConstant("programs.Color", "GREEN")],
                             ["color", colors.enumConstant("x.Level", "LOW")]]) {
    try {
        stored[name] = value;
        print(name, stored[name]);
    } catch (e) {
        print(e.reason, e.message);
    }
}

// the types of types
const type = colors.sharedType(box);
const shape = colors.sharedType(type);
print(type.name, shape.name, shape === type.type(), shape.type() === shape, [...shape.fields].length);
fails(() => colors.sharedType({}));

// a field of a superclass's type takes what the bound classes say
class Base {}
class Derived extends Base {}
class Other {}
for (const c of [Base, Derived, Other]) colors.bind(`programs.${c.name}`, c);
stored.base = colors.copyIn(new Derived());
fails(() => { stored.base = colors.copyIn(new Other()); });
