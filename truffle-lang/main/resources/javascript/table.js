// SPDX-License-Identifier: Apache-2.0

/** What console.table draws, as Node does. Gets what inspect.js gives. */
(describe, isShared, {Inspection, isMap, isSet, isTypedArray}) => {
    const {Array, Map, Object, String, Math} = globalThis; // a script's own classes of such names hide them

    /** In one line; of what is large only that it is there. */
    function cell(value) {
        const isLarge = isObject(value) && !isList(value) && Object.keys(value).length > 2;
        return new Inspection(isLarge ? -1 : 0, Infinity, 3).text(value);
    }

    const isObject = value => typeof value === 'object' && value !== null;
    const kindOf = value =>
        isShared(value)
            ? describe(value)[0]
            : isMap(value)
              ? 'map'
              : isSet(value)
                ? 'set'
                : Array.isArray(value) || isTypedArray(value)
                  ? 'list'
                  : 'object';
    const isList = value => ['list', 'binary'].includes(kindOf(value));
    const keysOf = value =>
        isShared(value) && isList(value) ? Array.from(value, (_, i) => String(i)) : Object.keys(value);

    /**
     * Draws columns, each an array that begins with its name; cells may be missing at its end or in
     * between.
     */
    function draw(columns, rows) {
        const texts = columns.map(column => Array.from({length: rows + 1}, (_, i) => column[i] ?? ''));
        const width = text => Array.from(text).length;
        const widths = texts.map(column => column.reduce((most, text) => Math.max(most, width(text)), 0));
        const line = (left, middle, right) => left + widths.map(n => '─'.repeat(n + 2)).join(middle) + right;
        const row = i =>
            '│' + texts.map((column, c) => ` ${column[i]}${' '.repeat(widths[c] - width(column[i]))} `).join('│') + '│';
        const body = Array.from({length: rows}, (_, i) => row(i + 1));
        return [line('┌', '┬', '┐'), row(0), line('├', '┼', '┤'), ...body, line('└', '┴', '┘')].join('\n');
    }

    function tableOf(data, names) {
        const kind = kindOf(data);
        if (kind === 'map' || kind === 'set') {
            const elements = Array.from(data);
            const columns =
                kind === 'set'
                    ? [['Values', ...elements.map(cell)]]
                    : [
                          ['Key', ...elements.map(pair => cell(pair[0]))],
                          ['Values', ...elements.map(pair => cell(pair[1]))]
                      ];
            return draw([['(iteration index)', ...elements.keys()].map(String), ...columns], elements.length);
        }
        const keys = keysOf(data),
            columns = new Map(),
            values = ['Values'];
        for (const [i, key] of keys.entries()) {
            const row = data[key],
                isRow = isObject(row) || typeof row === 'function';
            if (!isRow && names === undefined) {
                values[i + 1] = cell(row);
                continue;
            }
            const own = isRow ? keysOf(row) : [];
            for (const name of names ?? own) {
                const column = columns.get(name) ?? [name];
                columns.set(name, column);
                column[i + 1] = own.includes(name) ? cell(row[name]) : '';
            }
        }
        return draw([['(index)', ...keys], ...columns.values(), ...(values.length > 1 ? [values] : [])], keys.length);
    }

    return {isObject, cell, tableOf};
};
