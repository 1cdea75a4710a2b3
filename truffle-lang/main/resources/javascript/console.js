// SPDX-License-Identifier: Apache-2.0

/** The console of a program, as Node has it. Gets what inspect.js and table.js give. */
(print, printErr, isShared, {inspect, primitive, isOwn}, {isObject, cell, tableOf}) => {
    const {
        Array,
        Error,
        Function,
        Map,
        Number,
        RangeError,
        String,
        TypeError,
        JSON,
        Math,
        parseFloat,
        parseInt,
        performance
    } = globalThis; // a script's own classes of such names hide them

    const counts = new Map(),
        starts = new Map();
    let margin = '';

    const plain = value => (typeof value === 'string' ? value : inspect(value));
    const number = (value, convert) =>
        typeof value === 'bigint' ? `${value}n` : typeof value === 'symbol' ? 'NaN' : primitive(convert(value));
    const hasText = value =>
        !isShared(value) &&
        typeof value.toString === 'function' &&
        !Function.prototype.toString.call(value.toString).endsWith('{ [native code] }');
    const json = value => {
        try {
            return JSON.stringify(value);
        } catch (e) {
            if (/circular/.test(e?.message) || e instanceof RangeError) {
                return '[Circular]';
            }
            throw e;
        }
    };
    const formats = {
        s: value =>
            typeof value === 'string'
                ? value
                : typeof value === 'function' || (typeof value === 'object' && value !== null && hasText(value))
                  ? `${value}`
                  : inspect(value, {depth: 0}),
        d: value => number(value, v => +v),
        i: value => number(value, v => parseInt(`${v}`)),
        f: value => (typeof value === 'symbol' ? 'NaN' : primitive(parseFloat(`${value}`))),
        j: json,
        o: value => inspect(value, {depth: 4}),
        O: value => inspect(value),
        c: () => ''
    };

    /** By loops: where a value's own code throws, builtins in between would be in its stack. */
    function format(first, ...rest) {
        let text = typeof first !== 'string' || rest.length === 0 ? plain(first) : fill(first, rest);
        for (const value of rest) {
            text += ' ' + plain(value);
        }
        return text;
    }

    /** Takes from rest what the formats of a text use. */
    function fill(text, rest) {
        let filled = '',
            from = 0;
        for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
            const kind = text.charAt(at + 1),
                show = 'sdifjoOc'.includes(kind) && rest.length > 0 ? formats[kind] : undefined;
            filled += text.slice(from, at) + (kind === '%' || show === undefined ? '%' : show(rest.shift()));
            from = at + (kind === '%' || show !== undefined ? 2 : 1);
        }
        return filled + text.slice(from);
    }

    const say = (to, args) => to(margin + (args.length === 0 ? '' : format(...args)).replaceAll('\n', '\n' + margin));
    const warn = text => say(printErr, ['%s', `Warning: ${text}`]);
    const two = number => String(number).padStart(2, '0');

    function duration(ms) {
        if (ms < 1000) {
            return `${Number(ms.toFixed(3))}ms`;
        } else if (ms < 60000) {
            return `${(ms / 1000).toFixed(3)}s`;
        }
        const hours = Math.floor(ms / 3600000),
            minutes = Math.floor(ms / 60000) % 60,
            seconds = ((ms / 1000) % 60).toFixed(3).padStart(6, '0');
        return hours > 0 ? `${hours}:${two(minutes)}:${seconds} (h:mm:ss.mmm)` : `${minutes}:${seconds} (m:ss.mmm)`;
    }

    const count = label => {
        counts.set(label, (counts.get(label) ?? 0) + 1);
        return `${label}: ${counts.get(label)}`;
    };
    /**
     * The frames of those who called the console, each in a line of its own. Our own ones are in no
     * stack.
     */
    const callers = () => {
        const stack = new Error().stack;
        return stack.includes('\n') ? stack.slice(stack.indexOf('\n')) : '';
    };
    const group = (...args) => {
        if (args.length > 0) {
            say(print, args);
        }
        margin += '  ';
    };
    const time = (called, label, args) => {
        if (starts.has(label)) {
            say(print, ['%s', `${label}: ${duration(performance.now() - starts.get(label))}`, ...args]);
        } else {
            warn(`No such label '${label}' for console.${called}()`);
        }
    };

    function table(data, names) {
        if (!isObject(data)) {
            say(print, [data]);
        } else if (names !== undefined && !Array.isArray(names)) {
            throw new TypeError(`console.table takes an array of the names of columns, not ${cell(names)}`);
        } else {
            say(print, ['%s', tableOf(data, names?.map(String))]);
        }
    }

    const console = {
        log(...args) {
            say(print, args);
        },
        info(...args) {
            say(print, args);
        },
        debug(...args) {
            say(print, args);
        },
        error(...args) {
            say(printErr, args);
        },
        warn(...args) {
            say(printErr, args);
        },
        trace(...args) {
            say(printErr, [
                '%s',
                `Trace${args.length > 0 ? ': ' : ''}${args.length > 0 ? format(...args) : ''}${callers()}`
            ]);
        },
        dirxml(...args) {
            say(print, args);
        },
        table,
        dir(value, options) {
            say(print, ['%s', inspect(value, options)]);
        },
        assert(condition, ...args) {
            if (!condition) {
                say(
                    printErr,
                    typeof args[0] === 'string'
                        ? [`Assertion failed: ${args[0]}`, ...args.slice(1)]
                        : ['Assertion failed', ...args]
                );
            }
        },
        count(label = 'default') {
            say(print, [count(`${label}`)]);
        },
        countReset(label = 'default') {
            if (!counts.delete(`${label}`)) {
                warn(`Count for '${label}' does not exist`);
            }
        },
        group,
        groupCollapsed: group,
        groupEnd() {
            margin = margin.slice(2);
        },
        time(label = 'default') {
            if (starts.has(`${label}`)) {
                warn(`Label '${label}' already exists for console.time()`);
            } else {
                starts.set(`${label}`, performance.now());
            }
        },
        timeLog(label = 'default', ...args) {
            time('timeLog', `${label}`, args);
        },
        timeEnd(label = 'default') {
            time('timeEnd', `${label}`, []);
            starts.delete(`${label}`);
        },
        clear() {},
        inspect
    };
    /** What the program has not caught: an error with its stack, or another value. */
    function uncaught(raise) {
        try {
            raise();
        } catch (e) {
            const isError = e instanceof Error;
            return isError && !isOwn(e)
                ? (e.stack ?? String(e))
                : isError
                  ? inspect(e).trimEnd()
                  : `Uncaught ${inspect(e)}`;
        }
    }

    return {console, inspect, uncaught};
};
