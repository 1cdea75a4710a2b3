// SPDX-License-Identifier: Apache-2.0

/** Gives the global object variables that are made when a program first asks for one of them. */
(names, make) => {
    const {Object} = globalThis; // that of now: a program may have its own when it asks
    const put = (name, value) =>
        Object.defineProperty(globalThis, name, {value, writable: true, configurable: true, enumerable: false});
    for (const name of names) {
        Object.defineProperty(globalThis, name, {
            get() {
                const made = make();
                for (const other of names) {
                    if (Object.getOwnPropertyDescriptor(globalThis, other)?.get) {
                        put(other, made[other]);
                    }
                }
                return made[name];
            },
            set(value) {
                put(name, value);
            },
            configurable: true,
            enumerable: false
        });
    }
};
