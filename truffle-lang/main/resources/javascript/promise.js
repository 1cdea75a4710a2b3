// SPDX-License-Identifier: Apache-2.0

/** Makes a promise, together with what settles it. */
() => {
    const {Promise} = globalThis; // a script's own class of that name hides it
    return () => {
        const owner = {};
        owner.promise = new Promise((resolve, reject) => {
            owner.resolve = resolve;
            owner.reject = reject;
        });
        return owner;
    };
};
