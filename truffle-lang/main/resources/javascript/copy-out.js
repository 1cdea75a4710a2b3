// SPDX-License-Identifier: Apache-2.0

/**
 * Copies a shared graph out. Iterative: what is met is made at once, empty, and filled later. A Map knows shared
 * objects by identity.
 */
(kindOf, fieldsOf, typeOf) => {
    // others are boolean and int64: numbers, no BigInts
    const typed = {
        int8: Int8Array,
        int16: Int16Array,
        char: Uint16Array,
        int32: Int32Array,
        float32: Float32Array,
        float64: Float64Array
    };
    const make = [
        null,
        shared => Object.create(typeOf(shared)?.prototype ?? Object.prototype),
        () => [],
        () => new Map(),
        () => new Set(),
        shared => Uint8Array.from(shared),
        shared => {
            const type = typed[shared.type];
            return type === undefined ? Array.from(shared) : new type(new type(shared.buffer));
        }
    ];
    const fill = [
        null,
        (copy, shared, one) => {
            // not assigned: the class may have a setter of that name
            for (const name of fieldsOf(shared)) {
                Object.defineProperty(copy, name, {
                    value: one(shared[name]),
                    writable: true,
                    enumerable: true,
                    configurable: true
                });
            }
        },
        (copy, shared, one) => {
            for (const element of shared) copy.push(one(element));
        },
        (copy, shared, one) => {
            for (const [key, value] of shared) copy.set(one(key), one(value));
        },
        (copy, shared, one) => {
            for (const element of shared) copy.add(one(element));
        },
        () => {},
        () => {}
    ];
    return root => {
        const copies = new Map();
        const pending = [];
        const one = value => {
            const kind = value !== null && typeof value === 'object' ? kindOf(value) : 0;
            if (kind === 0) return value;
            let copy = copies.get(value);
            if (copy === undefined) {
                copy = make[kind](value);
                copies.set(value, copy);
                pending.push([kind, copy, value]);
            }
            return copy;
        };
        const result = one(root);
        while (pending.length > 0) {
            const [kind, copy, shared] = pending.pop();
            fill[kind](copy, shared, one);
        }
        return result;
    };
};
