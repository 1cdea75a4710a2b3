// SPDX-License-Identifier: Apache-2.0

/** Makes the iterator of a stream that another process makes. */
() => {
    function* items(stream) {
        for (let some = stream.more(); some !== null; some = stream.more()) {
            for (const item of some) yield item;
        }
    }

    async function* promised(stream) {
        for (let some = await stream.morePromised(); some !== null; some = await stream.morePromised()) {
            for (const item of some) yield item;
        }
    }

    return (stream, isAsync) => {
        const iterator = (isAsync ? promised : items)(stream);
        const end = iterator.return;
        iterator.return = (value) => {
            stream.close(); // also when the generator has not begun
            return end.call(iterator, value);
        };
        iterator.close = () => iterator.return();
        return iterator;
    };
};
