// SPDX-License-Identifier: Apache-2.0
// What the programs of the corpus have in common in JavaScript. Program.java and corpus.py say the same in the other
// languages. A program ends with program({write, read, check}): a part write, which makes shared objects and publishes
// them, a part read, which finds them and may change them, and maybe a part check, which looks again in the process
// that wrote.
globalThis.colors ??= Polyglot.import("colors");

globalThis.corpus ??= {
    parts: ["write", "read", "check"],
    arguments: [...arguments],

    publish(key, value) {
        colors.repository(key).set(value);
    },

    find(key) {
        return colors.repository(key).get();
    },

    say(text) {
        print(text);
    },

    /** Prints a field: its static type, and its value in a form that all languages can print alike. */
    show(object, name) {
        print(`${name}: ${corpus.typeOf(object, name)} ${corpus.text(object[name])}`);
    },

    fields(object) {
        return [...colors.sharedType(object).fields].sort((a, b) => a.name < b.name ? -1 : 1);
    },

    /** The static type of a field, or "none" when the object's version has no such field. */
    typeOf(object, name) {
        return corpus.fields(object).find(field => field.name === name)?.type ?? "none";
    },

    /** Integers in decimal, floats as the 16 digits of their bits, strings in ASCII, objects as their class. */
    text(value) {
        if (value === null || value === undefined) return String(value);
        switch (typeof value) {
            case "number": return corpus.isInteger(value) ? String(value) : corpus.bits(value);
            case "string": return corpus.quote(value);
            case "object": return colors.sharedType(value).name;
            default: return String(value);
        }
    },

    /**
     * An integer beyond 2^53 prints all its digits, a float of that size does not come up in the corpus without an
     * exponent.
     */
    isInteger(value) {
        return /^-?[0-9]+$/.test(String(value)) && !Object.is(value, -0);
    },

    bits(value) {
        if (Number.isNaN(value)) return "nan";
        const view = new DataView(new ArrayBuffer(8));
        view.setFloat64(0, value);
        return view.getBigUint64(0).toString(16).padStart(16, "0");
    },

    quote(string) {
        const escape = c => c >= " " && c <= "~" ? c : `\\u{${c.codePointAt(0).toString(16)}}`;
        return `"${[...string].map(escape).join("")}"`;
    },

    /** Runs what must fail with this error, and prints whether it did. */
    refuse(what, operation, error = colors.SharedMemoryError) {
        try {
            operation();
            print(`${what}: accepted`);
        } catch (e) {
            if (!(e instanceof error)) throw e;
            print(`${what}: refused`);
        }
    },

    /** Runs what must fail, and prints how it did. */
    attempt(what, operation) {
        try {
            operation();
            print(`${what}: accepted`);
        } catch (e) {
            if (!(e instanceof colors.SharedMemoryError)) throw e;
            print(`${what}: ${e.reason === "TYPE" ? "type conflict" : "refused"}`);
        }
    },
};

/** Runs the parts that are named, or all of them; under the driver, only registers the program. */
globalThis.program = function (parts) {
    if (corpus.register) {
        corpus.register(parts);
        return;
    }
    for (const part of corpus.arguments.length > 0 ? corpus.arguments : corpus.parts) {
        if (!corpus.parts.includes(part)) throw new Error(`the parts are write, read and check, not ${part}`);
        parts[part]?.();
    }
};
