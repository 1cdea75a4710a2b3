// SPDX-License-Identifier: Apache-2.0

/**
 * The members of a class on shared objects. Methods run with the shared object as `this`: Reflect passes a receiver,
 * plain interop cannot.
 */
(type, isInstance) => {
    const prototype = type.prototype;
    const own = Function.prototype[Symbol.hasInstance];
    Object.defineProperty(type, Symbol.hasInstance, {
        configurable: true,
        value: function (o) {
            return own.call(this, o) || (this === type && isInstance(o));
        }
    });
    return {
        has: name => name in prototype && !(name in Object.prototype && prototype[name] === Object.prototype[name]),
        get: (o, name) => Reflect.get(prototype, name, o),
        set: (o, name, value) => {
            for (let p = prototype; p; p = Object.getPrototypeOf(p)) {
                const d = Object.getOwnPropertyDescriptor(p, name);
                if (d && d.set) {
                    d.set.call(o, value);
                    return true;
                }
            }
            return false;
        },
        call: (o, name, args) => Reflect.apply(Reflect.get(prototype, name, o), o, args)
    };
};
