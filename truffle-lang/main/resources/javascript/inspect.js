// SPDX-License-Identifier: Apache-2.0

/**
 * Shows any value as Node's util.inspect does, but for columns. Gets functions that tell the kind of a shared object
 * and the name of its class, and show an object of another language; gives inspect and what it is made of.
 */
(describe, display, isShared) => {
    // a script's own classes of such names hide them
    const {
        Array,
        ArrayBuffer,
        Boolean,
        Date,
        Error,
        Function,
        Map,
        Number,
        Object,
        RangeError,
        Reflect,
        RegExp,
        Set,
        String,
        Uint8Array
    } = globalThis;
    const LINE = 72,
        MOST = 100,
        MOST_TEXT = 10000;
    const typedArray = Object.getPrototypeOf(Uint8Array);
    const escapes = {'\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\v': '\\v', '\\': '\\\\'};
    const escape = c => escapes[c] ?? '\\x' + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

    function quote(text) {
        const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes('`') ? '`' : "'";
        const plain = text.replace(/[\x00-\x1f\\\x7f-\x9f]/g, escape);
        return mark + (mark === "'" ? plain.replaceAll("'", "\\'") : plain) + mark;
    }

    function primitive(value) {
        switch (typeof value) {
            case 'string':
                return value.length > MOST_TEXT
                    ? `${quote(value.slice(0, MOST_TEXT))}... ${value.length - MOST_TEXT} more characters`
                    : quote(value);
            case 'bigint':
                return `${value}n`;
            case 'symbol':
                return value.toString();
            default:
                return Object.is(value, -0) ? '-0' : String(value);
        }
    }

    function className(value) {
        for (let proto = Object.getPrototypeOf(value); proto !== null; proto = Object.getPrototypeOf(proto)) {
            const maker = Object.getOwnPropertyDescriptor(proto, 'constructor')?.value;
            if (typeof maker === 'function' && maker.name !== '') {
                return maker.name;
            }
        }
        return '[Object: null prototype]';
    }

    function functionText(f) {
        const source = Function.prototype.toString.call(f);
        if (source.startsWith('class')) {
            const parent = Object.getPrototypeOf(f);
            const extended = typeof parent === 'function' && parent.name ? ` extends ${parent.name}` : '';
            return `[class ${f.name || '(anonymous)'}${extended}]`;
        }
        return f.name ? `[${className(f)}: ${f.name}]` : `[${className(f)} (anonymous)]`;
    }

    /** Whether it was made as one: what only inherits from a prototype lacks what a probe asks for. */
    const made = (type, probe) => value => {
        try {
            return value instanceof type && probe.call(value) !== undefined;
        } catch (e) {
            return false;
        }
    };
    const isMap = made(Map, Map.prototype.has),
        isSet = made(Set, Set.prototype.has),
        isDate = made(Date, Date.prototype.getTime);
    const isTypedArray = made(typedArray, Object.getOwnPropertyDescriptor(typedArray.prototype, 'length').get);

    /** Whether it is JavaScript's; another language's has no such notion. */
    function isOwn(value) {
        try {
            Reflect.isExtensible(value);
            return true;
        } catch (e) {
            return false;
        }
    }

    const indent = text => text.replaceAll('\n', '\n  ');
    const keyText = key =>
        typeof key === 'symbol' ? `[${key.toString()}]` : /^[A-Za-z_]\w*$/.test(key) ? key : quote(key);
    const isName = key => !/^(0|[1-9]\d*)$/.test(key);
    const more = (rest, what) => (rest > 0 ? [`... ${rest} more ${what}${rest > 1 ? 's' : ''}`] : []);

    /** The first ones of an iterable that has so many. */
    function few(all, size, show, most = MOST) {
        const texts = [];
        for (const element of all) {
            if (texts.length === most) {
                break;
            }
            texts.push(show(element));
        }
        return texts.concat(more(size - most, 'item'));
    }

    const hex = bytes =>
        few(bytes, 0, byte => (byte & 255).toString(16).padStart(2, '0'))
            .concat(more(bytes.length - MOST, 'byte'))
            .join(' ');

    class Inspection {
        path = [];

        constructor(depth, line = LINE, most = MOST) {
            Object.assign(this, {depth, line, most});
        }

        text(value) {
            if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
                return primitive(value);
            }
            if (this.path.includes(value)) {
                return '[Circular]';
            }
            this.path.push(value);
            try {
                return isShared(value)
                    ? this.shared(value)
                    : isOwn(value)
                      ? this.own(value)
                      : typeof value === 'function'
                        ? String(value)
                        : display(value);
            } catch (e) {
                if (e instanceof RangeError) {
                    throw e; // no stack is left
                }
                return `[cannot be shown: ${e?.message}]`; // a proxy's trap or a getter failed
            } finally {
                this.path.pop();
            }
        }

        shared(value) {
            const [kind, name] = describe(value);
            switch (kind) {
                case 'binary':
                    return `${name}(${value.length}) <${hex(value)}>`;
                case 'list':
                    return this.layout(`${name}(${value.length}) `, '[', ']', () =>
                        few(value, value.length, e => this.text(e), this.most)
                    );
                case 'map':
                    return this.layout(`${name}(${value.size}) `, '{', '}', () => this.pairs(value));
                case 'set':
                    return this.layout(`${name}(${value.size}) `, '{', '}', () =>
                        few(value, value.size, e => this.text(e), this.most)
                    );
                case 'object':
                    return this.layout(`${name} `, '{', '}', () =>
                        Object.keys(value).map(key => `${keyText(key)}: ${this.text(value[key])}`)
                    );
                default:
                    return String(value);
            }
        }

        own(value) {
            const name = className(value);
            const counted = size => (name === '[Object: null prototype]' ? '' : `${name}(${size}) `);
            if (Array.isArray(value)) {
                return this.layout(name === 'Array' ? '' : counted(value.length), '[', ']', () =>
                    this.elements(value).concat(this.fields(value, isName))
                );
            } else if (isTypedArray(value)) {
                return this.layout(counted(value.length), '[', ']', () =>
                    few(value, value.length, primitive, this.most)
                );
            } else if (isMap(value)) {
                return this.layout(counted(value.size), '{', '}', () => this.pairs(value).concat(this.fields(value)));
            } else if (isSet(value)) {
                return this.layout(counted(value.size), '{', '}', () =>
                    few(value, value.size, e => this.text(e), this.most).concat(this.fields(value))
                );
            } else if (value instanceof ArrayBuffer) {
                return `${name} { [Uint8Contents]: <${hex(new Uint8Array(value))}>, byteLength: ${value.byteLength} }`;
            }
            const told = this.told(value);
            if (told === null) {
                return this.layout(name === 'Object' ? '' : `${name} `, '{', '}', () => this.fields(value));
            }
            const isField =
                value instanceof String
                    ? isName
                    : value instanceof Error
                      ? key => !(['name', 'message', 'stack'].includes(key) && told.includes(value[key]))
                      : undefined;
            const fields = this.fields(value, isField).concat(this.causes(value));
            return fields.length === 0 ? told : this.layout(`${told} `, '{', '}', () => fields);
        }

        /** What is told by more than its fields; null: nothing. */
        told(value) {
            if (typeof value === 'function') {
                return functionText(value);
            } else if (value instanceof Error) {
                return typeof value.stack === 'string' ? value.stack : `[${value}]`;
            } else if (isDate(value)) {
                return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
            } else if (value instanceof RegExp) {
                return String(value);
            }
            return value instanceof Number || value instanceof String || value instanceof Boolean
                ? `[${className(value)}: ${primitive(value.valueOf())}]`
                : null;
        }

        /** Those of an error are not enumerable. */
        causes(value) {
            const has = key =>
                value instanceof Error && Object.getOwnPropertyDescriptor(value, key)?.enumerable === false;
            return ['cause', 'errors'].filter(has).map(key => `[${key}]: ${this.text(value[key])}`);
        }

        elements(array) {
            const texts = [];
            let indexes,
                i = 0;
            while (i < array.length && texts.length < this.most) {
                if (i in array) {
                    texts.push(this.text(array[i++]));
                } else {
                    indexes ??= Object.keys(array)
                        .filter(key => !isName(key))
                        .map(Number);
                    const next = indexes.find(index => index > i) ?? array.length;
                    texts.push(`<${next - i} empty item${next - i > 1 ? 's' : ''}>`);
                    i = next;
                }
            }
            return texts.concat(more(array.length - i, 'item'));
        }

        pairs(map) {
            return few(map, map.size, ([key, value]) => `${this.text(key)} => ${this.text(value)}`, this.most);
        }

        fields(value, isField = () => true) {
            return Reflect.ownKeys(value)
                .filter(key => typeof key === 'symbol' || isField(key))
                .flatMap(key => {
                    const {enumerable, get, set, value: content} = Object.getOwnPropertyDescriptor(value, key) ?? {};
                    if (!enumerable) {
                        return [];
                    }
                    const accessors = get && set ? '[Getter/Setter]' : get ? '[Getter]' : '[Setter]';
                    return [`${keyText(key)}: ${get || set ? accessors : this.text(content)}`];
                });
        }

        layout(prefix, open, close, texts) {
            if (this.path.length - 1 > this.depth) {
                return `[${open === '[' && prefix === '' ? 'Array' : prefix.replace(/\(\d+\) $| $/, '') || 'Object'}]`;
            }
            const items = texts();
            if (items.length === 0) {
                return prefix + open + close;
            }
            const line = items.join(', ');
            return (
                prefix +
                open +
                (prefix.length + line.length <= this.line && !line.includes('\n')
                    ? ` ${line} `
                    : `\n  ${this.rows(items).map(indent).join(',\n  ')}\n`) +
                close
            );
        }

        /** Many short ones stand beside each other. */
        rows(items) {
            if (items.length <= 6 || items.some(item => item.length > 20 || item.includes('\n'))) {
                return items;
            }
            const rows = [items[0]];
            for (const item of items.slice(1)) {
                const last = rows.at(-1);
                if (last.length + item.length + 2 <= LINE) {
                    rows[rows.length - 1] = `${last}, ${item}`;
                } else {
                    rows.push(item);
                }
            }
            return rows;
        }
    }

    const inspect = (value, options) =>
        new Inspection(options?.depth === undefined ? 2 : (options.depth ?? Infinity)).text(value);

    return {inspect, Inspection, primitive, isMap, isSet, isTypedArray, isOwn};
};
