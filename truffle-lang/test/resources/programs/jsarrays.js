// SPDX-License-Identifier: Apache-2.0
const colors = Polyglot.import("colors");

function fails(change) {
    try {
        console.log("no error", change());
    } catch (e) {
        console.log(e.name, colors[e.name] && e instanceof colors[e.name], e.reason, e.message);
    }
}

const a = colors.array("int32", 5);
a[0] = 7; a[4] = -3;
console.log(a, a.length, Array.isArray(a), a.type, a.byteLength, a.byteOffset, a.BYTES_PER_ELEMENT, colors.isShared(a));
console.log(a[0], a[5], a[-1], a.at(-1), [...a], a.map(x => x * 2), a.includes(7), a.indexOf(-3), a.slice(1, 3),
            a.join(), String(a), Object.keys(a), 1 in a, 9 in a);
console.log(JSON.stringify({a}), Array.from(a), [0].concat(a), Math.max(...a), a.reduce((x, y) => x + y), a.toSorted(),
            a.with(0, 5), a.findLast(x => x === 0), [...a.entries()][0]);

// what does not fit
for (const value of [2 ** 31, -(2 ** 31) - 1, 1e300, 2n ** 80n, 1.5, NaN, Infinity, "x", null, undefined, true, {},
                     [1], a]) {
    fails(() => { a[0] = value; });
}
a[0] = 3.0; a[1] = 2n; a[2] = -0; a[3] = 2 ** 31 - 1;
console.log(a, Object.is(a[2], 0));

// the length
fails(() => { a[5] = 1; });
fails(() => { "use strict"; a.length = 9; });
fails(() => { a.length = 2; });
for (const name of ["push", "pop", "shift", "unshift", "splice"]) fails(() => a[name](0, 1));
fails(() => Array.prototype.push.call(a, 1));
delete a[0];
console.log(a);

// all elements
a.fill(9, 1, 3);
console.log(a);
a.reverse();
console.log(a);
a.sort((x, y) => x - y);
console.log(a);
a.copyWithin(0, 1);
console.log(a);
a.set([1, 2], 3);
a.set(new Set([6, 5]));
a.set(new Int32Array([9, 8, 7, 6]).subarray(1, 2), 2);
console.log(a);
a.set(new Float64Array([4]));
a.set(a.slice(0, 4), 1);
console.log(a);
fails(() => a.set([1, 2, 3, 4, 5, 6]));
fails(() => a.set([1, 2 ** 40]));
fails(() => a.set([1], 5));
fails(() => a.set([1], -1));
fails(() => a.set(5));
console.log(a);

// typed arrays of the same bytes
const typed = new Int32Array(a.buffer);
typed[0] = 1234;
console.log(a[0], typed.length, typed, a.buffer === a.buffer);
typed.set([1, 2], 2);
typed.subarray(1, 2)[0] = 77;
console.log(a, new Uint8Array(a.buffer).slice(0, 4), typed.slice(1, 3).buffer.byteLength);
a.set(typed.subarray(0, 4), 1);
console.log(a, new Int32Array(a), new Float64Array(a));
const view = new DataView(a.buffer);
view.setInt32(4, 0x01020304);
view.setInt16(1, -2, true);
view.setFloat64(9, 0.1);
console.log(view.getInt32(4), view.getInt32(4, true), view.getInt16(1, true), view.getFloat64(9), view.getUint8(1));
fails(() => view.getInt32(17));

// each type
for (const [type, values] of Object.entries({int8: [-128, 127, 128], int16: [-32768, 32768], char: [0, 65535, -1],
                                             int32: [1, 2 ** 31],
                                             int64: [2 ** 53, -(2 ** 63), 2n ** 62n, 2n ** 63n, 2 ** 63],
        float32: [0.1, 2 ** 24 + 1, -0, 1e39, Infinity, NaN], float64: [0.1, 1, -0, 2n], boolean: [true, false, 1]})) {
    const x = colors.array(type, 1);
    const texts = values.map(value => {
        try {
            x[0] = value;
            return Object.is(x[0], -0) ? "-0" : String(x[0]);
        } catch (e) {
            return e.name;
        }
    });
    console.log(type, x.BYTES_PER_ELEMENT, texts.join(" "));
}

// making
console.log(colors.array("float64", [1, 2.5]), colors.array("int8", new Set([1, 2])),
            colors.array("int32", new Int32Array([5])), colors.array("int64", a).length, colors.array("char", []));
fails(() => colors.array("int3", 1));
fails(() => colors.array("int32", -1));
fails(() => colors.array("int32", 1.5));
fails(() => colors.array("int32", [1.5]));
fails(() => colors.array("int8", new Int32Array([128])));
fails(() => colors.array("int32", {}));

// copies
for (const type of [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
                    Float64Array]) {
    const copy = colors.copyIn(new type([1, 2.5, 200]));
    console.log(type.name, copy, colors.copyOut(copy));
}
for (const type of [BigInt64Array, BigUint64Array]) {
    const copy = colors.copyIn(new type([1n, 2n ** 62n]));
    console.log(type.name, copy, colors.copyOut(copy), new BigInt64Array(copy.buffer));
}
fails(() => colors.copyIn([new BigUint64Array([2n ** 63n])]));
console.log(colors.copyOut(colors.array("boolean", [true, false])));

class Sheet {
    data = new Float64Array([1, 2]);
    rows = [new Int32Array([1]), new Int32Array([2, 3]).subarray(1)];
    same = this.data;
}
const sheet = colors.copyIn(new Sheet());
sheet.rows.push(a);
console.log(sheet, sheet.data === sheet.same, sheet.rows[2] === a, colors.sharedType(sheet).fields[0].type);
const out = colors.copyOut(sheet);
console.log(out, out.data === out.same);
const many = Int32Array.from({length: 100003}, (_, i) => i);
const big = colors.array("int32", many.length);
big.set(many);
console.log(big[100002], new Int32Array(big.buffer).every((x, i) => x === i));
big.set(new Int32Array(big.buffer, 0, 100002), 1);
console.log(big[0], big[1], big[50000], big[100002]);
const map = colors.map();
map.set(a, 1);
console.log(map.get(a), map.get(colors.array("int32", 5)));
fails(() => colors.array("any", 2)); // words of references are for no program
