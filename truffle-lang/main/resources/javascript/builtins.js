// SPDX-License-Identifier: Apache-2.0

/**
 * JavaScript's own objects, such as Math, with their names, and a function that tells the name of the builtin class
 * that an object inherits from, "" when there is none. What JavaScript brings is not enumerable in the global object,
 * and its functions are native code.
 */
(() => {
    const classes = new Map();
    const objects = [[globalThis, 'globalThis']];
    const isNative = value =>
        typeof value === 'function' && /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value));
    const collect = (holder, depth) => {
        for (const name of Object.getOwnPropertyNames(holder)) {
            const {enumerable, value} = Object.getOwnPropertyDescriptor(holder, name);
            if (isNative(value) && typeof value.prototype === 'object' && value !== Object) {
                classes.set(value.prototype, name);
            } else if (
                !enumerable &&
                value !== null &&
                typeof value === 'object' &&
                Object.prototype.hasOwnProperty.call(value, Symbol.toStringTag) &&
                depth === 0
            ) {
                objects.push([value, name]);
                collect(value, 1);
            }
        }
    };
    collect(globalThis, 0);
    const classOf = object => {
        for (let o = object; o; o = Object.getPrototypeOf(o)) {
            if (classes.has(o)) return classes.get(o);
        }
        return '';
    };
    return [classOf, objects];
})();
