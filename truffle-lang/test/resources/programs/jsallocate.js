// allocate and members of colors, again and again: what was found for the first objects is right for the later ones
const colors = Polyglot.import('colors');

function show(object) {
    const fields = {};
    for (const name of Object.keys(object).sort()) fields[name] = object[name];
    const digits = (key, value) => typeof value === 'bigint' ? value + 'n' : value;
    console.log(colors.sharedType(object).name, JSON.stringify(fields, digits));
}

function make(type, fields) { return colors.allocate(type, fields); }

function many(type, fields) {
    let made;
    for (let i = 0; i < 300; i++) made = make(type, fields(i));
    show(made);
    return made;
}

function attempt(what) {
    for (let i = 0; i < 3; i++) {
        try { console.log(String(what())); } catch (e) { console.log(e.message); }
    }
}

// the same class with other fields, orders and types
many('jsmade.Point', i => ({ x: 1, y: i }));
many('jsmade.Point', i => ({ y: i, x: 1 }));
many('jsmade.Point', i => ({ x: 1.5, y: i }));
many('jsmade.Point', i => ({ x: null, y: 'two' }));
many('jsmade.Point', i => ({ x: undefined, y: true }));
many('jsmade.Point', i => ({ x: i % 2 ? i : i + 0.5, y: i % 3 ? 'text' : null }));
many('jsmade.Point', i => ({ x: 2 ** 53, y: -0 }));
many('jsmade.Point', i => ({ x: 10n ** 30n, y: NaN }));
many('jsmade.Point', i => ({ x: 'a' + i + 'ü漢😀', y: '' }));
many('jsmade.Point', i => ({}));
show(colors.allocate('jsmade.None'));

// numbers: what is integral is an integer, however JavaScript has it, the first time and later
const half = 0.5;
const lists = [[1, 2, 3], [0.5, 1, 1.5], [half * 2, 2 * half, half],
               [half, half * 4, 7, 'text', half * 6, null, half * 8]];
lists.forEach((values, number) => {
    const type = 'jsmade.Number' + number;
    // a call that met no other objects
    const fresh = new Function('colors', 'type', 'value', 'return colors.allocate(type, { value: value });');
    for (let i = 0; i < 300; i++) {
        const made = fresh(colors, type, values[i % values.length]);
        if (i < 7 || i > 292) {
            console.log(type, i, made.value, [...colors.sharedType(made).fields].map(field => field.type).join());
        }
    }
});

// objects that are more than what they hold
class Base { constructor(i) { this.base = i; } get half() { return this.base / 2; } }
class Derived extends Base { constructor(i) { super(i); this.own = 'own'; } }
many('jsmade.Derived', i => new Derived(i));
let calls = 0;
many('jsmade.Getter', i => ({ a: i, get b() { calls++; return i * 2; } }));
console.log('getter calls', calls);
many('jsmade.Hidden', i => Object.defineProperty({ a: i }, 'b', { value: 7, enumerable: false }));
many('jsmade.Symbol', i => ({ a: i, [Symbol('s')]: 1 }));
many('jsmade.Null', i => Object.assign(Object.create(null), { a: i }));
many('jsmade.Frozen', i => Object.freeze({ a: i }));
many('jsmade.Deleted', i => { const o = { a: i, b: 1 }; delete o.b; return o; });
const inner = make('jsmade.Inner', { name: 'inner' });
console.log(many('jsmade.Outer', i => ({ held: inner, list: colors.list([1, 2]) })).held === inner);
many('jsmade.Of', i => make('jsmade.Point', { x: i, y: 2 }));

// a class gets a new version
many('jsmade.Grows', i => ({ a: i }));
make('jsmade.Grows', { a: 1 }).b = 2;
many('jsmade.Grows', i => ({ a: i }));

// bound classes
class Employee { hello() { return 'hello ' + this.name; } }
colors.bind('jsmade.Employee', Employee);
console.log(many(Employee, i => ({ name: 'Ada' })).hello());
class Other {}
colors.bind('jsmade.Other', Other);
for (const type of [Employee, Other, Employee, 'jsmade.Third', Other]) many(type, i => ({ name: 'who' }));
for (let i = 0; i < 300; i++) {
    if (i % 100 === 99) colors.bind('jsmade.Name' + i, Employee);
    if (i % 50 === 0) show(colors.allocate(Employee, { name: 'renamed', number: i }));
    else colors.allocate(Employee, { name: 'renamed', number: i });
}
function one(i) { return colors.allocate(Employee, { number: i, name: 'renamed' }); }
show(one(1));
colors.bind('jsmade.Last', Employee);
show(one(2));

// what is refused, the first time and later
attempt(() => make('jsmade.Point', { x: {}, y: 1 }));
attempt(() => make('jsmade.Point', { x: () => 1, y: 1 }));
attempt(() => make('jsmade.Point', [1, 2]));
attempt(() => make('jsmade.Point', new Map([[1, 2]])));
attempt(() => make('jsmade.Point', new Proxy({ x: 1 }, {})));
attempt(() => make('jsmade.Point', 5));
attempt(() => make('', { x: 1 }));
attempt(() => make(5, { x: 1 }));
attempt(() => make({}, { x: 1 }));
attempt(() => colors.allocate());
attempt(() => colors.allocate('a.B', {}, 3));
attempt(() => { throw new Error(typeof colors.allocate + ' ' + colors.allocate); });
attempt(() => colors.nothing);
attempt(() => colors.nothing());
