// SPDX-License-Identifier: Apache-2.0

/** setTimeout and its like, on the two functions that start and stop a timer. */
(start, stop) => {
    const {Promise, TypeError} = globalThis; // a script's own classes of such names hide them
    const check = f => {
        if (typeof f !== 'function')
            throw new TypeError('a function was expected, not ' + (f === null ? 'null' : typeof f));
    };
    const starts = (f, args, ...details) => {
        check(f);
        return start(
            () => {
                f(...args);
            },
            ...details
        );
    };
    const clear = id => {
        if (typeof id === 'number' || typeof id === 'string') stop(+id);
    };
    return {
        setTimeout(f, delay, ...args) {
            return starts(f, args, +delay, false, false);
        },
        setInterval(f, delay, ...args) {
            return starts(f, args, +delay, true, false);
        },
        setImmediate(f, ...args) {
            return starts(f, args, 0, false, true);
        },
        clearTimeout(id) {
            clear(id);
        },
        clearInterval(id) {
            clear(id);
        },
        clearImmediate(id) {
            clear(id);
        },
        queueMicrotask(f) {
            check(f);
            Promise.resolve().then(() => {
                f();
            });
        }
    };
};
