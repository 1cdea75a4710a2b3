// SPDX-License-Identifier: Apache-2.0

/** Whether a method of a server is a generator function. */
() => {
    const {toString} = Object.prototype;
    return (method) => toString.call(method) === "[object GeneratorFunction]";
};
